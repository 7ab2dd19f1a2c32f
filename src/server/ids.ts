import { v7 } from 'uuid';

const ONE = 16;

/** Random bytes for some ids, since asking the system for them costs more than the rest of an id. None is used twice. */
const ahead = new Uint8Array(ONE * 64);
let used = ahead.length;

/** A new id: never reused, and later ones sort later. */
export function newId(now: number): string {
  if (used === ahead.length) {
    crypto.getRandomValues(ahead);
    used = 0;
  }
  used += ONE;
  return v7({ msecs: now, random: ahead.subarray(used - ONE, used) });
}
