import { v7 } from 'uuid';

/** Random bytes are drawn for many ids at once: asking for few costs as much. */
const DRAWN = 256;
const BYTES = 16;
const drawn = new Uint8Array(DRAWN * BYTES);
let used = DRAWN;

/** A new id: never reused, and later ones sort later. */
export function newId(now: number): string {
  if (used === DRAWN) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  const at = used * BYTES;
  used += 1;
  return v7({ msecs: now, random: drawn.subarray(at, at + BYTES) });
}
