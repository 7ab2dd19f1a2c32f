import type { Typed } from '../../expressions/types/typed.ts';
import type { Attribute, Schema } from '../../model/lookups/schema.ts';
import type { Given, Goal } from './solver.ts';

/**
 * Whether wishes can plainly hold together: each compares a field with a value that it can have, with the person or with
 * the time, and what they want of one field is easily seen to fit. Most questions are of this kind, and are answered here in
 * a fraction of the time; `false` says nothing.
 */
export function plainlyPossible(wishes: readonly Goal[], given: Given): boolean {
  const taken: Wanted[] = [];
  return wishes.every(({ condition, truth }) => isFree(condition, truth, taken, given));
}

type Binary = Extract<Typed, { op: 'binary' }>;
type FieldPath = Extract<Typed, { op: 'field' }>;

/** What is wanted of a field so far. */
interface Wanted {
  readonly path: FieldPath;
  /** What it is to be, in the way that `sameValue` compares; undefined: nothing yet. */
  is: Typed | undefined;
  /** What it is not to be. */
  readonly not: Typed[];
  /** What it is to be more than, and less than, of numbers of one scale. */
  least: number;
  most: number;
  /** Something else is wanted of it, so that no more can be said. */
  readonly closed: boolean;
}

/** Takes in what the condition wants; false where that can't be seen to fit, or is of another kind. */
function isFree(typed: Typed, truth: boolean, taken: Wanted[], given: Given): boolean {
  if (typed.op === 'not') return isFree(typed.of, !truth, taken, given);
  if (typed.op === 'field') return typed.type.t === 'boolean' && close(typed, taken);
  if (typed.op !== 'binary') return typed.op === 'literal' && typed.value === truth;
  const { operator, left, right } = typed;
  switch (operator) {
    case 'and':
    case 'or':
      if ((operator === 'or') === truth) return isEitherFree([left, right], truth, taken, given);
      return isFree(left, truth, taken, given) && isFree(right, truth, taken, given);
    case 'in':
      return isFreeAmong(typed, truth, taken, given);
    case '==':
    case '!=':
      return isFreeEquality(typed, (operator === '==') === truth, taken, given);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return left.op === 'field'
        ? isFreeOrder(left, right, operator.startsWith('<') === truth, taken, given)
        : isFreeOrder(right, left, operator.startsWith('<') !== truth, taken, given);
    default:
      return false;
  }
}

/** One of them will do; what the others would want is forgotten. */
function isEitherFree(parts: readonly Typed[], truth: boolean, taken: Wanted[], given: Given): boolean {
  for (const part of parts) {
    const tried = taken.map((wanted) => ({ ...wanted, not: [...wanted.not] }));
    if (!isFree(part, truth, tried, given)) continue;
    taken.splice(0, taken.length, ...tried);
    return true;
  }
  return false;
}

/** One of a few choices, or none of them. */
function isFreeAmong({ left, right }: Binary, truth: boolean, taken: Wanted[], given: Given): boolean {
  if (left.op !== 'field' || left.type.t !== 'choice' || right.op !== 'list') return false;
  if (!right.items.every(({ op }) => op === 'literal')) return false;
  const equal = (item: Typed): Typed => ({ ...right, op: 'binary', operator: '==', left, right: item, type: BOOLEAN });
  if (truth) return isEitherFree(right.items.map(equal), true, taken, given);
  return right.items.every((item) => want(left, item, false, taken));
}

const BOOLEAN = { t: 'boolean' } as const;

function isFreeEquality({ left, right }: Binary, same: boolean, taken: Wanted[], given: Given): boolean {
  const [path, other] = left.op === 'field' ? [left, right] : [right, left];
  if (path.op !== 'field') return false;
  if (other.op === 'me') return path.type.t === 'record' && want(path, other, same, taken);
  if (other.op === 'field') return canBeEither(path, other, same) && close(path, taken) && close(other, taken);
  if (other.op !== 'literal') return false;
  if (other.value === null) return close(path, taken) && (!same || canBeEmpty(path, given));
  switch (path.type.t) {
    case 'choice':
    case 'role':
    case 'text':
      return want(path, other, same, taken);
    case 'boolean':
      return close(path, taken);
    default:
      return false;
  }
}

/** Whether two fields can have one value, or two that differ. */
function canBeEither({ type }: FieldPath, { type: other }: FieldPath, same: boolean): boolean {
  if (type.t !== 'choice' || other.t !== 'choice')
    return type.t === other.t && (type.t === 'record' || type.t === 'text');
  if (!same) return type.options.length > 1 || other.options.length > 1;
  return type.options.some(({ name }) => other.options.some((option) => option.name === name));
}

/** Of a value without bounds, with one that is written out, or with the time; `isMost`: it is to be no more than that. */
function isFreeOrder(path: Typed, other: Typed, isMost: boolean, taken: Wanted[], { schema }: Given): boolean {
  if (path.op !== 'field' || path.type.t !== other.type.t || !isPath(path.of)) return false;
  const kind = attributeOf(path, schema)?.type.kind;
  if (kind !== 'money' && kind !== 'date' && kind !== 'date and time') return false;
  if (other.op === 'today' || other.op === 'now') return close(path, taken);
  if ((other.op !== 'literal' && other.op !== 'constant') || other.value === null) return false;
  if (path.type.t !== 'number' || other.type.t !== 'number' || typeof other.value !== 'number')
    return close(path, taken);
  const known = find(path, taken) ?? open(path, taken);
  const value = other.value / 10 ** other.type.scale;
  if (isMost) known.most = Math.min(known.most, value);
  else known.least = Math.max(known.least, value);
  // Bounds that meet, or nearly, are left to the search.
  return !known.closed && (known.least === -Infinity || known.most === Infinity || known.most - known.least >= 1);
}

/** That a field is, or is not, this value. */
function want(path: FieldPath, value: Typed, same: boolean, taken: Wanted[]): boolean {
  if (!isPath(path.of)) return false;
  const known = find(path, taken) ?? open(path, taken);
  if (known.closed) return false;
  if (same) {
    // Texts that fold alike are equal although they are written differently; two names for a value are left to the search.
    if (known.is !== undefined) return sameValue(known.is, value);
    known.is = value;
    return known.not.every((each) => areApart(each, value)) && isAmong(value, path);
  }
  known.not.push(value);
  if (known.is !== undefined) return areApart(known.is, value);
  return path.type.t !== 'choice' || path.type.options.length > known.not.length;
}

function sameValue(one: Typed, other: Typed): boolean {
  return one.op === other.op && (one.op !== 'literal' || (other.op === 'literal' && one.value === other.value));
}

/** Sure to be two values. */
function areApart(one: Typed, other: Typed): boolean {
  if (one.op !== 'literal' || other.op !== 'literal') return false;
  return (one.type.t === 'choice' || one.type.t === 'role') && one.value !== other.value;
}

function isAmong(value: Typed, { type }: FieldPath): boolean {
  if (type.t !== 'choice') return true;
  if (value.op !== 'literal') return false;
  const isOwn = value.type.t === 'choice' && value.type.of === type.of;
  return isOwn || type.options.some(({ name }) => name === value.value);
}

/** That a field has some value; false where anything is wanted of it already, or where it is no path from a record. */
function close(path: FieldPath, taken: Wanted[]): boolean {
  if (!isPath(path.of) || find(path, taken) !== undefined) return false;
  open(path, taken, true);
  return true;
}

function open(path: FieldPath, taken: Wanted[], closed = false): Wanted {
  const wanted = { path, is: undefined, not: [], least: -Infinity, most: Infinity, closed };
  taken.push(wanted);
  return wanted;
}

function find(path: FieldPath, taken: readonly Wanted[]): Wanted | undefined {
  return taken.find((other) => isSamePath(path, other.path));
}

function canBeEmpty(path: FieldPath, { schema, valid, filled = [] }: Given): boolean {
  if (filled.some(({ op }) => op !== 'me')) return false;
  const attribute = valid && path.of.op === 'this' ? attributeOf(path, schema) : undefined;
  return attribute === undefined ? !valid : attribute.kind === 'field' && !attribute.field.required;
}

function attributeOf({ entity, field }: FieldPath, schema: Schema): Attribute | undefined {
  return schema.entities.get(entity)?.attributes.get(field);
}

function isPath(typed: Typed): boolean {
  if (typed.op === 'field') return isPath(typed.of);
  return typed.op === 'this' || typed.op === 'me' || typed.op === 'old';
}

function isSamePath(one: Typed, other: Typed): boolean {
  if (one.op !== 'field' || other.op !== 'field') return one.op === other.op;
  return one.field === other.field && isSamePath(one.of, other.of);
}
