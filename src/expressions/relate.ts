import type { Schema } from '../model/schema.ts';
import { idOfRecord } from './closure.ts';
import { compile } from './compile.ts';
import { rootOf, standsOnUnknown } from './compile-compare.ts';
import { functionNamed } from './functions.ts';
import { BOOLEAN, EMPTY, INTEGER } from './kinds.ts';
import { relateLines } from './relate-lines.ts';
import { movedAside } from './relate-time.ts';
import { constant, fieldRelation, type Relating, unanswerable } from './relating.ts';
import type { Relation } from './relation.ts';
import type { Evaluate } from './scope.ts';
import type { Typed } from './typed.ts';
import { dependsOnRow } from './walk.ts';

type Op<Name extends Typed['op']> = Extract<Typed, { op: Name }>;

export interface RelateOptions {
  readonly zone: string;
  readonly schema: Schema;
}

/** An expression as a question to a database. What does not depend on the row is a parameter. */
export function relate(typed: Typed, options: RelateOptions): Relation {
  const relating: Relating = { zone: options.zone, relate: (part) => relationOf(part, relating) };
  return relating.relate(typed);
}

function relationOf(typed: Typed, at: Relating): Relation {
  if (!dependsOnRow(typed)) return parameter(typed, at);
  switch (typed.op) {
    case 'this':
    case 'local':
      return typed.type.t === 'record' ? rowItself(typed, typed.type.entity) : unanswerable('a value of a list');
    case 'field':
      return fieldRelation(typed);
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
    case 'call':
      return callRelation(typed, at);
    case 'list':
      return unanswerable('a list of values of the record');
    default:
      return unanswerable('the record before the change');
  }
}

const EMPTY_VALUE: Relation = constant(null, EMPTY);
const UNKNOWN: Relation = constant(undefined, BOOLEAN);

function parameter(typed: Typed, at: Relating): Relation {
  const value = compile(typed, { zone: at.zone });
  const id: Evaluate = (scope) => idOfRecord(value(scope));
  const known = { r: 'parameter', value: typed.type.t === 'record' ? id : value, type: typed.type } as const;
  return typed.op === 'me' ? { ...known, given: true } : known;
}

function rowItself(typed: Typed, entity: string): Relation {
  const local = typed.op === 'local' ? typed.name : null;
  return { r: 'field', local, entity, path: [], field: 'id', type: typed.type };
}

function binaryRelation(typed: Op<'binary'>, at: Relating): Relation {
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

function equalityRelation(typed: Op<'binary'>, at: Relating): Relation {
  const negated = typed.operator === '!=';
  const { left, right } = typed;
  if (standsOnUnknown(left) || standsOnUnknown(right)) return UNKNOWN;
  const list = [left, right].find((part) => part.type.t === 'list');
  if (list?.type.t === 'list' && list.type.of.t === 'record') {
    const count = relateLines(
      { op: 'aggregate', name: 'count', of: list, local: '#', body: null, type: INTEGER, from: list.from, to: list.to },
      at,
    );
    return { r: 'same', left: count, right: constant(0, INTEGER), negated };
  }
  const other = left.type.t === 'empty' ? right : left;
  const money = left.type.t === 'money' || right.type.t === 'money' || other.type.t === 'duration';
  if (money && left.type.t !== 'empty' && right.type.t !== 'empty')
    return unanswerable('money of several currencies, or a length of time');
  const [one, two] = [at.relate(left), at.relate(right)];
  if (left.op === 'conditional' && isCalculated(one))
    return eitherSide(typed, left, (side) => ({ ...typed, left: side }), at);
  if (right.op === 'conditional' && isCalculated(two))
    return eitherSide(typed, right, (side) => ({ ...typed, right: side }), at);
  return same(one, two, negated);
}

/** Equality with `?:`: each side compared by itself, since an empty value of one side is not unknown. */
function eitherSide(
  typed: Op<'binary'>,
  split: Op<'conditional'>,
  withSide: (side: Typed) => Typed,
  at: Relating,
): Relation {
  const test = at.relate(split.test);
  const [yes, no] = [at.relate(withSide(split.yes)), at.relate(withSide(split.no))];
  const neither = constant(typed.operator === '!=', BOOLEAN);
  return { r: 'conditional', test, yes, no: { r: 'conditional', test: { r: 'not', of: test }, yes: no, no: neither } };
}

/** Equality that is never unknown: whatever a calculation over an empty field gives equals nothing. */
function same(left: Relation, right: Relation, negated: boolean): Relation {
  const given = [left, right]
    .filter(isCalculated)
    .map((part): Relation => ({ r: 'same', left: part, right: EMPTY_VALUE, negated: true }));
  if (given.length === 0) return { r: 'same', left, right, negated };
  const both: Relation = { r: 'and', parts: [...given, { r: 'same', left, right, negated: false }] };
  return negated ? { r: 'not', of: both } : both;
}

/** Whether NULL there means unknown, and not an empty value. */
function isCalculated(relation: Relation): boolean {
  if (relation.r === 'lines') return relation.what === 'all' || relation.what === 'exists';
  if (relation.r === 'conditional' && isTwoValued(relation.test))
    return isCalculated(relation.yes) || isCalculated(relation.no);
  return relation.r !== 'field' && relation.r !== 'parameter' && relation.r !== 'same';
}

function orderRelation(typed: Op<'binary'>, operator: '<' | '<=' | '>' | '>=', at: Relating): Relation {
  const { left, right } = typed;
  const moved = movedAside(typed);
  if (moved !== null) return at.relate(moved);
  if (left.type.t === 'money' || right.type.t === 'money') return unanswerable('money of several currencies');
  if (left.type.t === 'duration') return unanswerable('a length of time of the record');
  return { r: 'order', operator, left: at.relate(left), right: at.relate(right) };
}

function amongRelation(typed: Op<'binary'>, at: Relating): Relation {
  const { left, right } = typed;
  if (standsOnUnknown(left)) return UNKNOWN;
  const item = at.relate(left);
  const found = amongRelationOf(left, item, right, at);
  if (dependsOnRow(left) || left.op === 'me' || left.op === 'literal' || left.op === 'constant') return found;
  const value = compile(left, { zone: at.zone });
  const ofGuest = rootOf(left) === 'me';
  const known: Evaluate = (scope) => value(scope) !== undefined || (ofGuest && scope.me === null);
  return { r: 'conditional', test: { r: 'parameter', value: known, type: BOOLEAN }, yes: found, no: UNKNOWN };
}

function amongRelationOf(left: Typed, item: Relation, right: Typed, at: Relating): Relation {
  if (right.op !== 'list') return { r: 'among', item, list: at.relate(right) };
  const shown = right.items.filter((part) => !standsOnUnknown(part));
  const found = amongItems(left, item, shown, right, at);
  return shown.length === right.items.length ? found : { r: 'or', parts: [found, UNKNOWN] };
}

function amongItems(left: Typed, item: Relation, items: readonly Typed[], list: Op<'list'>, at: Relating): Relation {
  if (items.some((part) => dependsOnRow(part))) {
    const { from, to } = list;
    const parts = items.map((right) =>
      at.relate({ op: 'binary', operator: '==', left, right, type: BOOLEAN, from, to }),
    );
    const empty: Relation = { r: 'same', left: item, right: EMPTY_VALUE, negated: false };
    return { r: 'conditional', test: empty, yes: UNKNOWN, no: { r: 'or', parts } };
  }
  const values = items.map((part) => compile(part, { zone: at.zone }));
  const value: Evaluate = (scope) =>
    values.map((each) => idOfRecord(each(scope))).filter((each) => each !== undefined && each !== null);
  return { r: 'among', item, list: { r: 'parameter', value, type: list.type } };
}

/** Unknown where the test is, however the database reads a NULL test. */
export function conditional(test: Relation, yes: Relation, no: Relation): Relation {
  if (isTwoValued(test)) return { r: 'conditional', test, yes, no };
  const otherwise: Relation = { r: 'conditional', test: { r: 'not', of: test }, yes: no, no: UNKNOWN };
  return { r: 'conditional', test, yes, no: otherwise };
}

function isTwoValued(relation: Relation): boolean {
  if (relation.r === 'and' || relation.r === 'or') return relation.parts.every(isTwoValued);
  return relation.r === 'not' ? isTwoValued(relation.of) : relation.r === 'same';
}

function callRelation(typed: Op<'call'>, at: Relating): Relation {
  const [first, second] = typed.args;
  const def = functionNamed(typed.name);
  if (first === undefined || def === null) return unanswerable(typed.name);
  if (typed.name === 'round') return rescaled(typed, first, at);
  if (typed.name === 'coalesce') return coalesced(typed.args, at);
  const { name } = typed;
  if (second !== undefined && (name === 'contains' || name === 'startsWith' || name === 'endsWith')) {
    return { r: 'text', what: name, of: at.relate(first), needle: at.relate(second), exact: true };
  }
  return unanswerable(def.words(typed.args.map(() => 'a field')));
}

/** More digits are a product; fewer would have to be rounded. */
function rescaled(typed: Op<'call'>, of: Typed, at: Relating): Relation {
  if (of.type.t !== 'number' || typed.type.t !== 'number') return unanswerable('a rounded value');
  const digits = typed.type.scale - of.type.scale;
  if (digits < 0 || (of.op === 'binary' && of.operator === '/')) return unanswerable('a rounded value');
  const relation = at.relate(of);
  if (digits === 0) return relation;
  return { r: 'arithmetic', operator: '*', left: relation, right: constant(10 ** digits, INTEGER), type: typed.type };
}

function coalesced(args: readonly Typed[], at: Relating): Relation {
  const [first, ...others] = args;
  if (first === undefined) return EMPTY_VALUE;
  const relation = at.relate(first);
  if (others.length === 0) return relation;
  if (isCalculated(relation)) return unanswerable('the first of several calculated values');
  return {
    r: 'conditional',
    test: { r: 'same', left: relation, right: EMPTY_VALUE, negated: false },
    yes: coalesced(others, at),
    no: relation,
  };
}
