import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a text in UTF-8, in hexadecimal: the same on every platform, some of which have a quicker one of their own. */
export type Digest = (text: string) => string;

export const digest: Digest = (text) => bytesToHex(sha256(utf8ToBytes(text)));
