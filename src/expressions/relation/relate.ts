import type { Value } from '../../fields/text/value.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import { idOfRecord } from '../evaluate/closure.ts';
import { compile } from '../evaluate/compile.ts';
import { rootOf, usesUnknown } from '../evaluate/compile-compare.ts';
import { functionNamed } from '../functions/functions.ts';
import { digitsIn } from '../functions/functions-text.ts';
import type { ComputedOnRead } from '../types/computed-by-clock.ts';
import { BOOLEAN, EMPTY, INTEGER, isLength } from '../types/kinds.ts';
import type { Relation } from '../types/relation.ts';
import type { Evaluate } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { containsQuery, dependsOnRow, readsOuterLocal } from '../types/walk.ts';
import { relateLines } from './relate-lines.ts';
import { relateQuery } from './relate-queries.ts';
import { shiftedDate } from './relate-time.ts';
import { workingBound } from './relate-working.ts';
import { constant, fieldRelation, type RelateContext, unanswerable } from './relation-context.ts';
import { withUnknowns } from './relation-parts.ts';

type Op<Name extends Typed['op']> = Extract<Typed, { op: Name }>;

export interface RelateOptions {
  readonly zone: string;
  readonly schema: Schema;
  readonly byClock?: ComputedOnRead | undefined;
}

/** Compiles an expression to a relation. What does not depend on the row is a parameter. */
export function relate(typed: Typed, options: RelateOptions): Relation {
  return relateTo(typed, null, options);
}

/** Like `relate`, for the row of a local; parts that only depend on `this` are parameters. */
export function relateTo(typed: Typed, here: string | null, { zone, schema, byClock }: RelateOptions): Relation {
  const relating: RelateContext = {
    zone,
    byClock,
    here,
    // A query over other records is part of the relation, whether it depends on the row or not.
    depends: (part) => (here === null ? dependsOnRow(part) : readsOuterLocal(part)) || containsQuery(part),
    relate: (part) => relationOf(part, relating),
    kindOf: (entity, field) => schema.entities.get(entity)?.attributes.get(field)?.type.kind ?? null,
  };
  return withUnknowns(relating.relate(typed));
}

function relationOf(typed: Typed, at: RelateContext): Relation {
  if (!at.depends(typed)) return parameter(typed, at);
  switch (typed.op) {
    case 'this':
    case 'local':
      return typed.type.t === 'record' ? rowItself(typed, typed.type.entity, at) : unanswerable('a value of a list');
    case 'field':
      return fieldRelation(typed, at);
    case 'not':
      return { r: 'not', of: at.relate(typed.of) };
    case 'negate':
      return {
        r: 'arithmetic',
        operator: '-',
        left: constant(0, typed.type),
        right: at.relate(typed.of),
        type: typed.type,
      };
    case 'binary':
      return binaryRelation(typed, at);
    case 'conditional':
      return conditional(at.relate(typed.test), at.relate(typed.yes), at.relate(typed.no));
    case 'macro':
    case 'aggregate':
      return relateLines(typed, at);
    case 'query':
      return relateQuery(typed, at);
    case 'call':
      return callRelation(typed, at);
    case 'cell':
      return cellRelation(typed, at);
    case 'working':
      return unanswerable('working time of the record');
    case 'list':
      return unanswerable('a list of values of the record');
    default:
      return unanswerable('the record before the change');
  }
}

/** Relates a table look-up case by case; empty for an empty key. A value not shown counts as empty. */
function cellRelation(typed: Op<'cell'>, at: RelateContext): Relation {
  const shown = typed.cells.every((row) => row.every((cell) => cell !== null));
  const size = typed.rows.length * Math.max(1, typed.columns.length);
  if (!shown) return unanswerable('a table with values that are not shown');
  if (size > MOST_CELLS || isLength(typed.type) || typed.type.t === 'list')
    return unanswerable(`the table ${typed.name}`);
  if (typed.keys.some((key) => key.type.t !== 'choice')) return unanswerable(`the table ${typed.name}`);
  const [row, column] = typed.keys;
  const inRow = (cells: readonly Value[]) =>
    column === undefined
      ? constant(cells[0] ?? null, typed.type)
      : chosen(
          column,
          typed.columns,
          cells.map((cell) => constant(cell, typed.type)),
          at,
        );
  return row === undefined ? EMPTY_VALUE : chosen(row, typed.rows, typed.cells.map(inRow), at);
}

/** Maximum number of cases of a relation. */
const MOST_CELLS = 64;

function chosen(key: Typed, names: readonly string[], values: readonly Relation[], at: RelateContext): Relation {
  const of = at.relate(key);
  let relation: Relation = EMPTY_VALUE;
  for (const [index, name] of [...names.entries()].reverse()) {
    const test: Relation = { r: 'same', left: of, right: constant(name, key.type), negated: false };
    relation = { r: 'conditional', test, yes: values[index] ?? EMPTY_VALUE, no: relation };
  }
  return relation;
}

const EMPTY_VALUE: Relation = constant(null, EMPTY);
const NEVER: Relation = { r: 'or', parts: [] };
const SIGNED_IN: Relation = { r: 'parameter', value: ({ me }) => me !== null, type: BOOLEAN };
const UNKNOWN: Relation = constant(undefined, BOOLEAN);

function parameter(typed: Typed, at: RelateContext): Relation {
  const value = compile(typed, at);
  const id: Evaluate = (scope) => idOfRecord(value(scope));
  const known = { r: 'parameter', value: typed.type.t === 'record' ? id : value, type: typed.type } as const;
  return isGiven(typed) ? { ...known, given: true } : known;
}

/** Whether an expression is never empty, whatever the request. */
function isGiven(typed: Typed): boolean {
  if (typed.op === 'literal' || typed.op === 'constant') return typed.value !== null;
  return typed.op === 'me' || typed.op === 'now' || typed.op === 'today';
}

function rowItself(typed: Typed, entity: string, { here }: RelateContext): Relation {
  const local = typed.op === 'local' && typed.name !== here ? typed.name : null;
  return { r: 'field', local, entity, path: [], field: 'id', type: typed.type };
}

function binaryRelation(typed: Op<'binary'>, at: RelateContext): Relation {
  const { operator } = typed;
  switch (operator) {
    case 'and':
    case 'or':
      return { r: operator, parts: chain(typed, operator).map(at.relate) };
    case '==':
    case '!=':
      return equalityRelation(typed, at);
    case 'in':
      return amongRelation(typed, at);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return orderRelation(typed, operator, at);
    case '+':
    case '-':
    case '*':
      if (typed.type.t === 'number')
        return {
          r: 'arithmetic',
          operator,
          left: at.relate(typed.left),
          right: at.relate(typed.right),
          type: typed.type,
        };
      return unanswerable(
        typed.type.t === 'text' ? 'texts joined' : 'a calculation with time, or with money of several currencies',
      );
    default:
      return unanswerable(operator === '/' ? 'a division' : 'a remainder');
  }
}

function chain(typed: Typed, operator: 'and' | 'or'): Typed[] {
  if (typed.op !== 'binary' || typed.operator !== operator) return [typed];
  return [...chain(typed.left, operator), ...chain(typed.right, operator)];
}

function equalityRelation(typed: Op<'binary'>, at: RelateContext): Relation {
  const negated = typed.operator === '!=';
  // Scales are aligned by the comparison itself.
  const [left, right] = [asWritten(typed.left, at), asWritten(typed.right, at)];
  if (usesUnknown(left) || usesUnknown(right)) return UNKNOWN;
  const list = [left, right].find((part) => part.type.t === 'list');
  if (list?.type.t === 'list' && list.type.of.t === 'record' && !isReferences(list, at)) {
    const count = relateLines(
      { op: 'aggregate', name: 'count', of: list, local: '#', body: null, type: INTEGER, from: list.from, to: list.to },
      at,
    );
    return { r: 'same', left: count, right: constant(0, INTEGER), negated };
  }
  const other = left.type.t === 'empty' ? right : left;
  const money = left.type.t === 'money' || right.type.t === 'money' || isLength(other.type);
  if (money && left.type.t !== 'empty' && right.type.t !== 'empty')
    return unanswerable('money of several currencies, or a length of time');
  const [one, two] = [at.relate(left), at.relate(right)];
  if (left.op === 'conditional' && isCalculated(one))
    return eitherSide(typed, left, (side) => ({ ...typed, left: inPlaceOf(typed.left, side) }), at);
  if (right.op === 'conditional' && isCalculated(two))
    return eitherSide(typed, right, (side) => ({ ...typed, right: inPlaceOf(typed.right, side) }), at);
  return same(one, two, negated);
}

/** Returns a field's number without the implied scale of its place; calculated numbers keep it. */
function asWritten(typed: Typed, at: RelateContext): Typed {
  const [of] = typed.op === 'call' && typed.implied && at.depends(typed) ? typed.args : [];
  return of === undefined || of.op === 'binary' || of.op === 'negate' ? typed : asWritten(of, at);
}

/** Converts the other number to the implied scale of the first; anything else is unchanged. */
function inPlaceOf(first: Typed, other: Typed): Typed {
  return first.op === 'call' && first.implied && other.type.t === 'number'
    ? { ...first, args: [other, ...first.args.slice(1)] }
    : other;
}

/** Whether a list is a field of independent records, which can be empty like any other field. */
function isReferences(list: Typed, at: RelateContext): boolean {
  return list.op === 'field' && at.kindOf(list.entity, list.field) === 'references';
}

/** Relates equality with `?:` branch by branch. If it is unknown which one applies, it equals nothing. */
function eitherSide(
  typed: Op<'binary'>,
  split: Op<'conditional'>,
  withSide: (side: Typed) => Typed,
  at: RelateContext,
): Relation {
  const test = at.relate(split.test);
  const [yes, no] = [at.relate(withSide(split.yes)), at.relate(withSide(split.no))];
  const neither = constant(typed.operator === '!=', BOOLEAN);
  const either: Relation = { r: 'conditional', test, yes, no };
  if (isTwoValued(test)) return either;
  const unknown: Relation = { r: 'same', left: test, right: EMPTY_VALUE, negated: false };
  return { r: 'conditional', test: unknown, yes: neither, no: either };
}

/** Relates an equality that is never unknown: the result of a calculation over an empty field equals nothing. */
function same(left: Relation, right: Relation, negated: boolean): Relation {
  const given = [left, right]
    .filter(isCalculated)
    .map((part): Relation => ({ r: 'same', left: part, right: EMPTY_VALUE, negated: true }));
  if (given.length === 0) return { r: 'same', left, right, negated };
  const both: Relation = { r: 'and', parts: [...given, { r: 'same', left, right, negated: false }] };
  return negated ? { r: 'not', of: both } : both;
}

/** Whether NULL means unknown rather than empty. A sum is never empty: NULL is a sum that is too large. */
function isCalculated(relation: Relation): boolean {
  if (isOverRows(relation)) return !MAY_BE_EMPTY.has(relation.what);
  if (relation.r === 'conditional' && isTwoValued(relation.test))
    return isCalculated(relation.yes) || isCalculated(relation.no);
  return relation.r !== 'field' && relation.r !== 'parameter' && relation.r !== 'same';
}

type OverRows = Extract<Relation, { r: 'lines' | 'several' | 'query' }>;

const isOverRows = (relation: Relation): relation is OverRows =>
  relation.r === 'lines' || relation.r === 'several' || relation.r === 'query';

/** Aggregates that are empty for no rows. */
const MAY_BE_EMPTY: ReadonlySet<OverRows['what']> = new Set<OverRows['what']>(['min', 'max', 'average']);

function orderRelation(typed: Op<'binary'>, operator: '<' | '<=' | '>' | '>=', at: RelateContext): Relation {
  const { left, right } = typed;
  const moved = shiftedDate(typed, at);
  if (moved !== null) return moved;
  const bound = workingBound(typed, at);
  if (bound !== null) return { r: 'order', operator: bound.operator, left: at.relate(bound.date), right: bound.right };
  if (left.type.t === 'money' || right.type.t === 'money') return unanswerable('money of several currencies');
  if (isLength(left.type)) return unanswerable('a length of time of the record');
  return { r: 'order', operator, left: at.relate(left), right: at.relate(right) };
}

function amongRelation(typed: Op<'binary'>, at: RelateContext): Relation {
  const { left, right } = typed;
  if (usesUnknown(left)) return UNKNOWN;
  const item = at.relate(left);
  const among = amongRelationOf(left, item, right, at);
  // A guest is in no list.
  const isGuestOut = rootOf(left) === 'me' && right.op !== 'list' && !usesUnknown(right);
  const found: Relation = isGuestOut ? { r: 'conditional', test: SIGNED_IN, yes: among, no: NEVER } : among;
  if (at.depends(left) || left.op === 'me' || left.op === 'literal' || left.op === 'constant') return found;
  const value = compile(left, at);
  const ofGuest = rootOf(left) === 'me';
  const known: Evaluate = (scope) => value(scope) !== undefined || (ofGuest && scope.me === null);
  return { r: 'conditional', test: { r: 'parameter', value: known, type: BOOLEAN }, yes: found, no: UNKNOWN };
}

function amongRelationOf(left: Typed, item: Relation, right: Typed, at: RelateContext): Relation {
  if (right.op === 'macro' && right.name === 'map') return amongEach(left, item, right, at);
  if (right.type.t === 'list' && right.type.of.t === 'record' && right.op === 'field' && !isReferences(right, at))
    return amongLines(left, right, right.type.of, at);
  if (right.op !== 'list') return { r: 'among', item, list: at.relate(right) };
  const shown = right.items.filter((part) => !usesUnknown(part));
  const found = inItems(left, item, shown, right, at);
  return shown.length === right.items.length ? found : { r: 'or', parts: [found, UNKNOWN] };
}

/** Lines have a table of their own, so membership is a condition over it. */
function amongLines(left: Typed, lines: Op<'field'>, each: StaticType, at: RelateContext): Relation {
  const { from, to } = lines;
  const one: Typed = { op: 'local', name: '#among', type: each, from, to };
  const body: Typed = { op: 'binary', operator: '==', left: one, right: left, type: BOOLEAN, from, to };
  return at.relate({ op: 'macro', name: 'exists', of: lines, local: '#among', body, type: BOOLEAN, from, to });
}

/** Relates `"Ann" in members.name`: whether the value of one of them is the item; unknown over an empty item. */
function amongEach(left: Typed, item: Relation, list: Op<'macro'>, at: RelateContext): Relation {
  const { from, to } = list;
  // If a calculation is unknown for one of them, membership would be unknown.
  if (list.body.op !== 'field') return unanswerable('what is worked out of each of several');
  const each: Typed = { op: 'binary', operator: '==', left: list.body, right: left, type: BOOLEAN, from, to };
  const found = at.relate({ ...list, name: 'exists', body: each, type: BOOLEAN });
  const empty: Relation = { r: 'same', left: item, right: EMPTY_VALUE, negated: false };
  return { r: 'conditional', test: empty, yes: UNKNOWN, no: found };
}

function inItems(left: Typed, item: Relation, items: readonly Typed[], list: Op<'list'>, at: RelateContext): Relation {
  if (items.some((part) => at.depends(part))) {
    const { from, to } = list;
    const parts = items.map((right) =>
      at.relate({ op: 'binary', operator: '==', left, right, type: BOOLEAN, from, to }),
    );
    const empty: Relation = { r: 'same', left: item, right: EMPTY_VALUE, negated: false };
    return { r: 'conditional', test: empty, yes: UNKNOWN, no: { r: 'or', parts } };
  }
  const values = items.map((part) => compile(part, at));
  const value: Evaluate = (scope) =>
    values.map((each) => idOfRecord(each(scope))).filter((each) => each !== undefined && each !== null);
  return { r: 'among', item, list: { r: 'parameter', value, type: list.type } };
}

/** Returns a conditional that is unknown if its test is, however the database treats a NULL test. */
export function conditional(test: Relation, yes: Relation, no: Relation): Relation {
  if (isTwoValued(test)) return { r: 'conditional', test, yes, no };
  const neither = constant(undefined, typeOf(yes) ?? typeOf(no) ?? BOOLEAN);
  const otherwise: Relation = { r: 'conditional', test: { r: 'not', of: test }, yes: no, no: neither };
  return { r: 'conditional', test, yes, no: otherwise };
}

/** Returns the type of a relation; null for a condition and for the empty value. */
function typeOf(relation: Relation): StaticType | null {
  if (relation.r === 'conditional') return typeOf(relation.yes) ?? typeOf(relation.no);
  return 'type' in relation && relation.type.t !== 'empty' ? relation.type : null;
}

function isTwoValued(relation: Relation): boolean {
  if (relation.r === 'and' || relation.r === 'or') return relation.parts.every(isTwoValued);
  return relation.r === 'not' ? isTwoValued(relation.of) : relation.r === 'same';
}

function callRelation(typed: Op<'call'>, at: RelateContext): Relation {
  const [first, second] = typed.args;
  const def = functionNamed(typed.name);
  if (first === undefined || def === null) return unanswerable(typed.name);
  if (typed.name === 'round') return rescaled(typed, first, at);
  if (typed.name === 'coalesce') return coalesced(typed.args, at);
  const { name } = typed;
  if (second !== undefined && (name === 'contains' || name === 'startsWith' || name === 'endsWith')) {
    return { r: 'text', what: name, of: at.relate(first), needle: at.relate(second) };
  }
  if (name === 'lower' || name === 'upper') return { r: 'cased', of: at.relate(first), to: name, type: typed.type };
  if (name === 'text')
    return { r: 'digits', of: at.relate(first), length: digitsIn(typed.args) ?? 1, type: typed.type };
  return unanswerable(def.words(typed.args.map(() => 'a field')));
}

/** Relates a conversion of scale. More digits are a multiplication; fewer would have to be rounded. */
function rescaled(typed: Op<'call'>, of: Typed, at: RelateContext): Relation {
  if (of.type.t !== 'number' || typed.type.t !== 'number') return unanswerable('a rounded value');
  const digits = typed.type.scale - of.type.scale;
  if (digits < 0 || (of.op === 'binary' && of.operator === '/')) return unanswerable('a rounded value');
  const relation = at.relate(of);
  if (digits === 0) return relation;
  return { r: 'arithmetic', operator: '*', left: relation, right: constant(10 ** digits, INTEGER), type: typed.type };
}

function coalesced(args: readonly Typed[], at: RelateContext): Relation {
  const [first, ...others] = args;
  if (first === undefined) return EMPTY_VALUE;
  const relation = at.relate(first);
  if (others.length === 0) return relation;
  const given = at.relate(asWritten(first, at));
  if (isOverRows(given) && isCalculated(given)) return relation;
  if (isCalculated(given)) return unanswerable('the first of several calculated values');
  return {
    r: 'conditional',
    test: { r: 'same', left: given, right: EMPTY_VALUE, negated: false },
    yes: coalesced(others, at),
    no: relation,
  };
}
