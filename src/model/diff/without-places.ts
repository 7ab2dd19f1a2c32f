/** Returns a Model, or a part of one, without its places. Texts with the same meaning give equal results. */
export function withoutPlaces(part: unknown): unknown {
  return strip(part);
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key, part]) => !isPlace(key, part));
  return Object.fromEntries(entries.map(([key, part]) => [key, strip(part)]));
}

/** Numeric `from` and `to` are offsets; those of a transition are names of states. */
function isPlace(key: string, part: unknown): boolean {
  return key === 'at' || ((key === 'from' || key === 'to') && typeof part === 'number');
}
