import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Hashes a text (UTF-8) with SHA-256 and returns hexadecimal. The result is the same on every platform; a platform may
 * pass its own faster implementation.
 */
export type Digest = (text: string) => string;

export const digest: Digest = (text) => bytesToHex(sha256(utf8ToBytes(text)));
