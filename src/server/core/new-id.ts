import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';

/** Returns a new UUID of version 7. Later ids sort after earlier ones. */
export function newId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  const random = bytesToHex(randomBytes(10));
  const variant = '89ab'.charAt(Number.parseInt(random.slice(0, 1), 16) % 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(1, 4)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}
