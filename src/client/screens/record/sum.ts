import type { Json } from '../../../engine/intent.ts';
import type { Bounds } from '../../../fields/field.ts';
import { fieldType } from '../../../fields/lookup.ts';
import type { Type } from '../../../model/types.ts';

/** The sum of values of a numeric type, as it would go over the wire; null where there is nothing exact to say. */
export function sumOf(type: Type, values: readonly Json[]): Json {
  const isAdded =
    type.kind === 'integer' || type.kind === 'decimal' || (type.kind === 'money' && type.currency !== null);
  if (!isAdded || values.length === 0) return null;
  const field = fieldType(type.kind);
  let sum = 0;
  for (const value of values) {
    const read = field.read(value, unbounded(type), noBounds);
    if (!('value' in read)) return null;
    sum += typeof read.value === 'number' ? read.value : 0;
  }
  return Number.isSafeInteger(sum) ? field.write(sum, type) : null;
}

const unbounded = (type: Type): Type => ('min' in type ? { ...type, min: null, max: null } : type);

const noBounds: Bounds = () => null;
