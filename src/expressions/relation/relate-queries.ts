import { usesUnknown } from '../evaluate/compile-compare.ts';
import { BOOLEAN, TEXT } from '../types/kinds.ts';
import type { Relation } from '../types/relation.ts';
import type { Query } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import { renamed } from '../types/walk.ts';
import { constant, type RelateContext, unanswerable } from './relation-context.ts';

/** Relates a query as a subquery of another; unknown if a part of it is not shown. */
export function relateQuery(query: Query, at: RelateContext): Relation {
  const { name, entity, type } = query;
  if (name === 'values') return unanswerable('a list of values of other records');
  // Within the subquery the name is that of its own record, so an outer local of the same name is renamed.
  const local = query.local === at.here ? `${query.local} within` : query.local;
  const inside = (part: Typed) => renamed(part, query.local, local);
  const where = conditionOf(query).map(inside);
  const body = query.body === null ? null : inside(query.body);
  if ([...where, ...(body === null ? [] : [body])].some(usesUnknown)) return constant(undefined, type);
  const parts = where.map(at.relate);
  return {
    r: 'query',
    what: name,
    local,
    entity,
    where: parts.length < 2 ? (parts[0] ?? null) : { r: 'and', parts },
    body: body === null ? null : at.relate(body),
    type,
  };
}

/** Returns the conditions that a record must meet to count. */
export function conditionOf(query: Query): readonly Typed[] {
  return [...(query.others ? [otherThanThis(query)] : []), ...(query.where === null ? [] : [query.where])];
}

function otherThanThis({ entity, local, from, to }: Query): Typed {
  const type = { t: 'record', entity } as const;
  const at = { from, to };
  const id = (of: Typed): Typed => ({ op: 'field', of, entity, field: 'id', type: TEXT, ...at });
  const [left, right] = [id({ op: 'local', name: local, type, ...at }), id({ op: 'this', type, ...at })];
  return { op: 'binary', operator: '!=', left, right, type: BOOLEAN, ...at };
}
