/** A new id, a UUIDv7: never reused, and later ones sort later. What is random in it comes from the platform in bulk. */
export function newId(now: number): string {
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
