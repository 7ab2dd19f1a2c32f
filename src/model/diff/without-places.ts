/** A Model, or a part of one, with every place taken out: what two texts must share to mean the same. */
export function withoutPlaces(part: unknown): unknown {
  return strip(part);
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key, part]) => !isPlace(key, part));
  return Object.fromEntries(entries.map(([key, part]) => [key, strip(part)]));
}

/** `from` and `to` are offsets where they are numbers; those of a transition are names of states. */
function isPlace(key: string, part: unknown): boolean {
  return key === 'at' || ((key === 'from' || key === 'to') && typeof part === 'number');
}
