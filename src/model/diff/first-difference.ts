/**
 * Returns the first place where two values of plain data differ, as a JSON pointer (`/entities/0/name`); null if they
 * are equal. The order of object members does not count.
 */
export function firstDifference(one: unknown, other: unknown): string | null {
  const path = differs(one, other);
  return path === null ? null : path.map((step) => `/${pointerStep(step)}`).join('');
}

/** Escapes one step of a JSON pointer (RFC 6901). */
export function pointerStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function differs(one: unknown, other: unknown): string[] | null {
  if (Object.is(one, other)) return null;
  if (Array.isArray(one) && Array.isArray(other)) return inMembers(new Map(one.entries()), new Map(other.entries()));
  if (isObject(one) && isObject(other)) return inMembers(new Map(Object.entries(one)), new Map(Object.entries(other)));
  return [];
}

function inMembers<K extends string | number>(
  one: ReadonlyMap<K, unknown>,
  other: ReadonlyMap<K, unknown>,
): string[] | null {
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const path = one.has(key) && other.has(key) ? differs(one.get(key), other.get(key)) : [];
    if (path !== null) return [String(key), ...path];
  }
  return null;
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
