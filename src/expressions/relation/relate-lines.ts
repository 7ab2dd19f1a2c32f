import { compile } from '../evaluate/compile.ts';
import { BOOLEAN, INTEGER } from '../types/kinds.ts';
import type { Relation } from '../types/relation.ts';
import type { Evaluate } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import { renamed } from '../types/walk.ts';
import { constant, fieldRelation, type RelateContext, unanswerable } from './relation-context.ts';

type Over = Extract<Typed, { op: 'macro' | 'aggregate' }>;
type Lines = Extract<Relation, { r: 'lines' }>;
type What = Lines['what'];

/**
 * Relates a macro or aggregate over the owned lines of the record, or over several records named by a field; over
 * anything else it is unanswerable.
 */
export function relateLines(typed: Over, at: RelateContext): Relation {
  if (typed.op === 'macro') {
    if (typed.name !== 'all' && typed.name !== 'exists') return unanswerable(`"${typed.name}" over a list`);
    return over(typed, typed.name, typed.of, at.relate(typed.body), at);
  }
  if (typed.of.op === 'macro' && typed.of.name === 'filter') return overSome(typed, typed.of, at);
  return over(typed, typed.name, typed.of, typed.body === null ? null : at.relate(typed.body), at);
}

function over(typed: Over, what: What, of: Typed, body: Relation | null, at: RelateContext): Relation {
  if (of.op !== 'field' || of.type.t !== 'list' || of.type.of.t !== 'record')
    return unanswerable('a list that is not lines of the record');
  if (at.kindOf(of.entity, of.field) === 'references') return overSeveral(typed, what, of, of.type.of.entity, body, at);
  const list = fieldRelation(of, at);
  if (list.r !== 'field' || list.path.length > 0) return unanswerable('lines of another record');
  if (at.kindOf(of.entity, of.field) !== 'list') return unanswerable('a list that is not lines of the record');
  return {
    r: 'lines',
    what,
    local: typed.local,
    entity: of.type.of.entity,
    outer: list.local,
    field: of.field,
    body,
    type: typed.type,
  };
}

function overSeveral(
  typed: Over,
  what: What,
  of: Extract<Typed, { op: 'field' }>,
  entity: string,
  body: Relation | null,
  at: RelateContext,
): Relation {
  const { local, type } = typed;
  const asked = (list: Relation): Relation => ({ r: 'several', what, local, entity, list, body, type });
  if (at.depends(of)) {
    const list = fieldRelation(of, at);
    return list.r === 'field' ? asked(list) : list;
  }
  const value = compile(of, at);
  const ids: Evaluate = (scope) => value(scope) ?? [];
  const known: Evaluate = (scope) => value(scope) !== undefined;
  const test: Relation = { r: 'parameter', value: known, type: BOOLEAN };
  const list: Relation = { r: 'parameter', value: ids, type: of.type };
  return { r: 'conditional', test, yes: asked(list), no: constant(undefined, type) };
}

/** Relates an aggregate over filtered lines: the other lines count 0, or are left out as empty. */
function overSome(
  typed: Extract<Over, { op: 'aggregate' }>,
  filter: Extract<Typed, { op: 'macro' }>,
  at: RelateContext,
): Relation {
  if (filter.of.op !== 'field' || typed.name === 'average') return unanswerable('an average of some lines');
  const test = at.relate(filter.body);
  const inner = typed.body === null ? constant(1, INTEGER) : at.relate(renamed(typed.body, typed.local, filter.local));
  const none = typed.name === 'sum' || typed.name === 'count' ? constant(0, typed.type) : constant(null, typed.type);
  const body: Relation = { r: 'conditional', test, yes: inner, no: none };
  return over({ ...typed, local: filter.local }, typed.name === 'count' ? 'sum' : typed.name, filter.of, body, at);
}
