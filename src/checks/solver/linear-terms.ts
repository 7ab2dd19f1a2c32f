import type { Typed } from '../../expressions/types/typed.ts';
import type { Attribute, Schema } from '../../model/lookups/schema.ts';
import type { Assumptions, Goal } from './solver.ts';

/**
 * Quick check whether goals can obviously hold together: each compares a field with a possible value, with the person
 * or with the time, and the demands on one field obviously fit. It answers most questions in a fraction of the time of
 * a search. `false` means undecided.
 */
export function isObviouslySatisfiable(goals: readonly Goal[], given: Assumptions): boolean {
  const taken: Wanted[] = [];
  return goals.every(({ condition, truth }) => isFree(condition, truth, taken, given));
}

type Binary = Extract<Typed, { op: 'binary' }>;
type FieldPath = Extract<Typed, { op: 'field' }>;

/** The demands on one field so far. */
interface Wanted {
  readonly path: FieldPath;
  /** The value that the field must have, compared by `sameValue`; undefined if none is demanded yet. */
  is: Typed | undefined;
  /** Values that the field must not have. */
  readonly not: Typed[];
  /** Lower and upper bound for a number. */
  least: number;
  most: number;
  /** True if another demand was made, so that no further one can be judged. */
  readonly closed: boolean;
}

/** Records what the condition demands. Returns false if it does not obviously fit, or is of another kind. */
function isFree(typed: Typed, truth: boolean, taken: Wanted[], given: Assumptions): boolean {
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

/** Accepts the first alternative that fits, and drops the demands of the others. */
function isEitherFree(parts: readonly Typed[], truth: boolean, taken: Wanted[], given: Assumptions): boolean {
  for (const part of parts) {
    const tried = taken.map((wanted) => ({ ...wanted, not: [...wanted.not] }));
    if (!isFree(part, truth, tried, given)) continue;
    taken.splice(0, taken.length, ...tried);
    return true;
  }
  return false;
}

/** The field is one of a few choices, or none of them. */
function isFreeAmong({ left, right }: Binary, truth: boolean, taken: Wanted[], given: Assumptions): boolean {
  if (left.op !== 'field' || left.type.t !== 'choice' || right.op !== 'list') return false;
  if (!right.items.every(({ op }) => op === 'literal')) return false;
  const equal = (item: Typed): Typed => ({ ...right, op: 'binary', operator: '==', left, right: item, type: BOOLEAN });
  if (truth) return isEitherFree(right.items.map(equal), true, taken, given);
  return right.items.every((item) => want(left, item, false, taken));
}

const BOOLEAN = { t: 'boolean' } as const;

function isFreeEquality({ left, right }: Binary, same: boolean, taken: Wanted[], given: Assumptions): boolean {
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

/** Whether two fields can have the same value, or different ones. */
function canBeEither({ type }: FieldPath, { type: other }: FieldPath, same: boolean): boolean {
  if (type.t !== 'choice' || other.t !== 'choice')
    return type.t === other.t && (type.t === 'record' || type.t === 'text');
  if (!same) return type.options.length > 1 || other.options.length > 1;
  return type.options.some(({ name }) => other.options.some((option) => option.name === name));
}

/**
 * Compares an unbounded field with a literal, a constant or the time. `isMost`: the field must be at most that value.
 */
function isFreeOrder(path: Typed, other: Typed, isMost: boolean, taken: Wanted[], { schema }: Assumptions): boolean {
  if (path.op !== 'field' || path.type.t !== other.type.t || !isPath(path.of)) return false;
  const kind = attributeOf(path, schema)?.type.kind;
  if (kind !== 'money' && kind !== 'date' && kind !== 'date and time') return false;
  if (other.op === 'today' || other.op === 'now') return close(path, taken);
  if ((other.op !== 'literal' && other.op !== 'constant') || other.value === null) return false;
  if (path.type.t !== 'number' || other.type.t !== 'number' || typeof other.value !== 'number')
    return close(path, taken);
  const demand = find(path, taken) ?? open(path, taken);
  const value = other.value / 10 ** other.type.scale;
  if (isMost) demand.most = Math.min(demand.most, value);
  else demand.least = Math.max(demand.least, value);
  // Bounds that meet, or almost do, are left to the search.
  return !demand.closed && (demand.least === -Infinity || demand.most === Infinity || demand.most - demand.least >= 1);
}

/** Demands that a field has this value, or does not have it. */
function want(path: FieldPath, value: Typed, same: boolean, taken: Wanted[]): boolean {
  if (!isPath(path.of)) return false;
  const demand = find(path, taken) ?? open(path, taken);
  if (demand.closed) return false;
  if (same) {
    // Texts with the same folded form are equal although their spellings differ; two spellings for one value are left
    // to the search.
    if (demand.is !== undefined) return sameValue(demand.is, value);
    demand.is = value;
    return demand.not.every((each) => areApart(each, value)) && isAmong(value, path);
  }
  demand.not.push(value);
  if (demand.is !== undefined) return areApart(demand.is, value);
  return path.type.t !== 'choice' || path.type.options.length > demand.not.length;
}

function sameValue(one: Typed, other: Typed): boolean {
  return one.op === other.op && (one.op !== 'literal' || (other.op === 'literal' && one.value === other.value));
}

/** Whether two values certainly differ. */
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

/**
 * Demands that a field has some value. Returns false if there is another demand on the field, or if the path does not
 * start at a record.
 */
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

function canBeEmpty(path: FieldPath, { schema, valid, filled = [] }: Assumptions): boolean {
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
