import type { Bound } from '../../model/types/types.ts';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['b', 1],
  ['bytes', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
]);

/** Reads `10 MB` as bytes, or the name of a constant. */
export function sizeBound(text: string): Bound | null {
  if (/^[\p{Lu}_][\p{Lu}\p{N}_]*$/u.test(text)) return { constant: text };
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s*(bytes|[kmg]?b)?$/i.exec(text);
  const unit = UNITS.get(match?.[2]?.toLowerCase() ?? '');
  const value = Math.round(Number(match?.[1] ?? Number.NaN) * (unit ?? Number.NaN));
  return Number.isSafeInteger(value) ? { value } : null;
}
