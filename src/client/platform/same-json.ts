import type { Json } from '../../engine/core/intent.ts';

export function plain(value: Json): unknown {
  if (value === '') return null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.entries(value)
    .map(([name, part]) => [name, plain(part)] as const)
    .filter(([, part]) => part !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Whether two wire values are equal. The order of members does not matter, and empty text equals null. */
export function sameJson(one: Json, other: Json): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}
