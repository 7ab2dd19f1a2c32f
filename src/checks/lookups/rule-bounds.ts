import type { Typed } from '../../expressions/types/typed.ts';
import type { Type } from '../../model/types/types.ts';

/** The bound that a comparison in a rule sets for one field of its record. */
export interface RuleBound {
  readonly field: string;
  readonly side: 'min' | 'max';
  /** The last value that the rule allows. */
  readonly number: number;
  /** Whether the rule limits a length or count, or the value itself. */
  readonly what: 'size' | 'value';
  /** The constant that holds the number; null for a literal. */
  readonly constant: string | null;
}

/** Whether the bounds of a type limit a length or a count. */
export function isOfSize({ kind }: Type): boolean {
  return kind !== 'integer' && kind !== 'decimal' && kind !== 'money';
}

/** Reads `size(title) <= 100` or `hours < 40`; null for any other expression. */
export function ruleBound(part: Typed, entity: string): RuleBound | null {
  if (part.op !== 'binary') return null;
  const flipped = FLIPPED.get(part.operator);
  if (flipped === undefined) return null;
  const [left, right] = [numberOf(part.left), numberOf(part.right)];
  if (right !== null && left === null) return limited(part.left, part.operator, part.right, entity);
  return left !== null && right === null ? limited(part.right, flipped, part.left, entity) : null;
}

const FLIPPED: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

function limited(of: Typed, operator: string, by: Typed, entity: string): RuleBound | null {
  const sized = sizedIn(of);
  const field = sized ?? of;
  if (field.op !== 'field' || field.of.op !== 'this' || field.entity !== entity) return null;
  const whole = sized !== undefined || (of.type.t === 'number' && of.type.scale === 0 && of.type.unit === null);
  const number = numberOf(by);
  const off = operator.length === 2 ? 0 : 1;
  if (number === null || (off === 1 && !whole)) return null;
  const side = operator.startsWith('<') ? 'max' : 'min';
  return {
    field: field.field,
    side,
    number: side === 'max' ? number - off : number + off,
    what: sized === undefined ? 'value' : 'size',
    constant: by.op === 'constant' ? by.name : null,
  };
}

/** Returns the text or list whose size is taken. */
function sizedIn(of: Typed): Typed | undefined {
  if (of.op === 'aggregate') return of.name === 'count' ? of.of : undefined;
  return of.op === 'call' && of.name === 'size' ? of.args[0] : undefined;
}

function numberOf(typed: Typed): number | null {
  if (
    (typed.op !== 'literal' && typed.op !== 'constant') ||
    typed.type.t !== 'number' ||
    typeof typed.value !== 'number'
  )
    return null;
  return typed.value / 10 ** typed.type.scale;
}
