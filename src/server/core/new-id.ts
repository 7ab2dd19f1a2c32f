/** Returns a new UUID of version 7. Later ids sort after earlier ones. */
export function newId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  // All of the random part of version 4 that version 7 has too. Node draws it for many at once.
  const random = crypto.randomUUID().slice(15);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`;
}
