/** The number of ids that can be in order within a millisecond; further ones are not. */
const MOST_IN_ORDER = 0xfff;

/**
 * Returns a new UUID of version 7. Later ids sort after earlier ones. Within a millisecond their order is that of
 * `order`, or random without it.
 */
export function newId(now: number, order: number | null = null): string {
  const time = now.toString(16).padStart(12, '0');
  // All of the random part of version 4 that version 7 has too. Node draws it for many at once.
  const random = crypto.randomUUID().slice(15);
  const part =
    order === null ? random : `${Math.min(order, MOST_IN_ORDER).toString(16).padStart(3, '0')}${random.slice(3)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${part}`;
}
