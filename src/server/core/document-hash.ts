import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { type Digest, digest } from '../../engine/core/digest.ts';

/** Returns the version id of a document: a hash of its text. */
export const hashOfText = (text: string, sha256: Digest = digest): string => sha256(text).slice(0, 32);

/** Returns a random key of 256 bits in hexadecimal. */
export const randomToken = (): string => bytesToHex(randomBytes(32));

/** Returns the hash under which a token is stored. The hash can't be used to sign in. */
export const hashOfToken: Digest = digest;

/** Returns a fast, non-cryptographic hash that distinguishes response bodies. */
export function quickHash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
