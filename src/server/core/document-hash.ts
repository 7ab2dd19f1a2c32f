import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { type Digest, digest } from '../../engine/core/digest.ts';

/** The version of a document: the same text has the same hash. */
export const hashOfText = (text: string): string => digest(text).slice(0, 32);

/** A key that nobody can guess: 256 random bits. */
export const randomToken = (): string => bytesToHex(randomBytes(32));

/** What is kept of a token, so that whoever reads it can't use it. */
export const hashOfToken: Digest = digest;

/** Tells two bodies apart for a cache: quick, and not for secrets. */
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
