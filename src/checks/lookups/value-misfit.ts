import type { Typed } from '../../expressions/types/typed.ts';
import { patternOf } from '../../fields/text/pattern.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Field } from '../../model/types/model.ts';
import { boundsOf, boundText, boundValue } from './bound-values.ts';

/** Returns why a field does not accept a constant value; null if it does, or if the value is not a constant. */
export function misfit({ type, pattern }: Field, typed: Typed, schema: Schema): string | null {
  if (typed.op !== 'literal' && typed.op !== 'constant' && typed.op !== 'negate') return null;
  const value = constantOf(typed);
  if (typeof value === 'string' && typed.type.t === 'text') {
    const expression = pattern === null ? null : patternOf(pattern);
    if (expression?.whole(value) === false) return `it does not match the pattern /${pattern}/`;
    return type.kind === 'text' || type.kind === 'long text'
      ? beyond([...value].length, 'characters', type, schema)
      : null;
  }
  if (typeof value !== 'number' || typed.type.t !== 'number') return null;
  if (type.kind !== 'integer' && type.kind !== 'decimal' && type.kind !== 'money') return null;
  const number = value / 10 ** typed.type.scale;
  if (type.kind === 'integer' && type.step !== null && (number - (boundValue(type.min, schema) ?? 0)) % type.step !== 0)
    return `it must be a multiple of the step ${type.step}`;
  return beyond(number, '', type, schema);
}

function constantOf(typed: Typed): unknown {
  if (typed.op === 'literal' || typed.op === 'constant') return typed.value;
  const value = typed.op === 'negate' ? constantOf(typed.of) : null;
  return typeof value === 'number' ? -value : null;
}

function beyond(number: number, unit: string, type: Field['type'], schema: Schema): string | null {
  const { min = null, max = null } = boundsOf(type) ?? {};
  const [least, most] = [boundValue(min, schema), boundValue(max, schema)];
  const behind = unit === '' ? '' : ` ${unit}`;
  if (max !== null && most !== null && number > most) return `it may be at most ${boundText(max, schema)}${behind}`;
  return min !== null && least !== null && number < least
    ? `it must be at least ${boundText(min, schema)}${behind}`
    : null;
}
