import type { Digest } from '../core/digest.ts';

/** Position of a new line, and when it was added. */
export interface LinePlace {
  readonly record: string;
  readonly version: number;
  readonly list: string;
  readonly index: number;
  readonly now: number;
}

/** Returns a unique id in the form of a UUIDv7, derived from the record, its version, the position and the time. */
export function lineId(digest: Digest, { record, version, list, index, now }: LinePlace): string {
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, '0').slice(-12);
  const hash = digest(JSON.stringify([record, version, list, index, now]));
  const variant = '89ab'[Number.parseInt(hash.slice(3, 4), 16) % 4] ?? '8';
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}
