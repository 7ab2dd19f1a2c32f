import type { Json } from '../evaluator/world.ts';

/** Compares values without the ids of lines; an empty list equals empty, and instants compare by time. */
export function isSameValue(one: Json, other: Json): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : (value as readonly Json[]).map(plain);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value as { readonly [name: string]: Json }).filter(
    ([name, part]) => name !== 'id' && part !== null,
  );
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, part]) => [name, plain(part)]);
}
