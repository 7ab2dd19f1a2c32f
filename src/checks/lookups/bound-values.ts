import { constantValue } from '../../expressions/infer/constant.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Bound, Type } from '../../model/types/types.ts';

/** Returns the value of a bound; null if there is none, or if its constant is not shown or not a number. */
export function boundValue(bound: Bound | null, schema: Schema): number | null {
  if (bound === null) return null;
  if ('value' in bound) return bound.value;
  const constant = constantValue(schema, bound.constant);
  if (constant === null || constant.type.t !== 'number' || typeof constant.value !== 'number') return null;
  return constant.value / 10 ** constant.type.scale;
}

/** Returns the bounds of a type, whether of a length, a number or a count; null for a type without bounds. */
export function boundsOf(type: Type): { readonly min: Bound | null; readonly max: Bound | null } | null {
  return 'min' in type ? { min: type.min, max: type.max } : null;
}

/** `40`, or `MAX_HOURS (40)` for a constant. */
export function boundText(bound: Bound, schema: Schema): string {
  if ('value' in bound) return String(bound.value);
  return `${bound.constant} (${boundValue(bound, schema) ?? 'not shown'})`;
}

const SIZES = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

/** `20 MB`. */
export function sizeWords(bytes: number): string {
  for (const [unit, size] of SIZES) if (bytes >= size && (bytes * 1000) % size === 0) return `${bytes / size} ${unit}`;
  return `${bytes} bytes`;
}

const TIMES = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** `8 hours`. */
export function timeWords(ms: number): string {
  for (const [unit, size] of TIMES) {
    if (ms >= size && ms % size === 0) return `${ms / size} ${unit}${ms === size ? '' : 's'}`;
  }
  return `${ms} ms`;
}
