import type { Json } from '../../../engine/intent.ts';
import { fromUnits, toUnits } from '../../../fields/decimals.ts';
import type { Type } from '../../../model/types.ts';

/** The sum of values of a numeric type, as it would go over the wire; null where there is nothing exact to say. */
export function sumOf(type: Type, values: readonly Json[]): Json {
  const scale = type.kind === 'integer' ? 0 : isDecimal(type) ? type.scale : null;
  if (scale === null || values.length === 0) return null;
  let sum = 0;
  for (const value of values) {
    const units = value === null || value === '' ? 0 : unitsOf(value, type, scale);
    if (units === null) return null;
    sum += units;
  }
  if (!Number.isSafeInteger(sum)) return null;
  return type.kind === 'integer' ? sum : fromUnits(sum, scale);
}

const isDecimal = (type: Type): type is Extract<Type, { readonly kind: 'decimal' | 'money' }> =>
  type.kind === 'decimal' || (type.kind === 'money' && type.currency !== null);

function unitsOf(value: Json, type: Type, scale: number): number | null {
  if (type.kind === 'integer') return Number.isSafeInteger(value) ? Number(value) : null;
  const units = typeof value === 'string' ? toUnits(value, scale) : null;
  return typeof units === 'number' ? units : null;
}
