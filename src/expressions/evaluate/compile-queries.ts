import type { Row, Value } from '../../fields/text/value.ts';
import type { Outcome, Scope } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import { readsOuterLocal } from '../types/walk.ts';
import type { Closure, CompileContext, Frame } from './closure.ts';
import { knownOf, usesUnknown } from './compile-compare.ts';
import { combinationOf } from './compile-lists.ts';

type Query = Extract<Typed, { op: 'query' }>;

/**
 * Compiles a query: its prepared answer, otherwise computed over the rows of the scope; unknown without either. A
 * record counts if the condition is true. The whole is unknown if a part of the condition is not shown or was not
 * loaded, because it is then unknown which records count.
 */
export function compileQuery(typed: Query, at: CompileContext): Closure {
  if ((typed.where !== null && usesUnknown(typed.where)) || (typed.body !== null && usesUnknown(typed.body))) {
    return () => undefined;
  }
  const over = overRows(typed, at);
  // A query that reads an outer local has a different answer for each of its values.
  const isOne = !readsOuterLocal(typed);
  return (scope, frame) => {
    const answer = isOne ? scope.query?.(typed, scope) : undefined;
    return answer === undefined ? over(scope, frame) : answer;
  };
}

function overRows(typed: Query, at: CompileContext): Closure {
  const inner = at.inside(typed.local);
  const counts = conditionOf(typed, inner);
  const combine = combined(typed, inner);
  const { entity, others } = typed;
  return (scope, frame) => {
    const rows = scope.rows?.(entity);
    if (rows === undefined) return undefined;
    const found: Frame[] = [];
    // Every row is evaluated even if one is unknown, so that everything missing is requested at once.
    let isKnown = true;
    for (const row of rows) {
      if (others && scope.row !== null && row.id === scope.row.id) continue;
      const inside: Frame = { value: row, up: frame };
      const held = counts(scope, inside);
      if (held === undefined) isKnown = false;
      else if (held) found.push(inside);
    }
    const outcome = combine(found, scope);
    return isKnown ? outcome : undefined;
  };
}

type Counts = (scope: Scope, frame: Frame) => boolean | undefined;

/** Compiles the condition. It does not hold over empty values; undefined if something was not loaded. */
function conditionOf({ where }: Query, inner: CompileContext): Counts {
  if (where === null) return () => true;
  const condition = inner.compile(where);
  const known = knownOf(where, inner);
  return (scope, frame) => {
    const held = condition(scope, frame);
    if (held !== undefined) return held === true;
    return known(scope, frame) ? false : undefined;
  };
}

function combined(typed: Query, inner: CompileContext): (found: readonly Frame[], scope: Scope) => Outcome {
  if (typed.name === 'exists') return (found) => found.length > 0;
  if (typed.name === 'count' || typed.body === null) return (found) => found.length;
  const body = inner.compile(typed.body);
  const known = knownOf(typed.body, inner);
  const combine = typed.name === 'values' ? listed : combinationOf(typed.name, typed.body.type, typed.type);
  return (found, scope) => {
    const given: Value[] = [];
    let isKnown = true;
    for (const frame of found) {
      const value = body(scope, frame);
      if (value === undefined && !known(scope, frame)) isKnown = false;
      if (value !== undefined && value !== null) given.push(value);
    }
    return isKnown ? combine(given, scope) : undefined;
  };
}

const listed = (given: readonly Value[]): readonly (Value | Row)[] => given;
