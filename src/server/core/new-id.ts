/** The number of ids in a millisecond that are in order; further ones are not. */
const MOST_IN_ORDER = 0xfff;

const latest = { now: 0, count: 0 };

/** Returns a new UUID of version 7. Later ids of this process sort after earlier ones, also in the same millisecond. */
export function newId(now: number): string {
  latest.count = latest.now === now ? Math.min(latest.count + 1, MOST_IN_ORDER) : 0;
  latest.now = now;
  const time = now.toString(16).padStart(12, '0');
  const count = latest.count.toString(16).padStart(3, '0');
  // Part of the random part of version 4, which version 7 has too. Node draws it for many at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${crypto.randomUUID().slice(18)}`;
}
