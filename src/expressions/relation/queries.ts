import type { Schema } from '../../model/lookups/schema.ts';
import { compileKnown } from '../evaluate/compile.ts';
import type { ComputedOnRead } from '../types/computed-by-clock.ts';
import { BOOLEAN } from '../types/kinds.ts';
import type { Relation } from '../types/relation.ts';
import type { Query, Scope } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { containsQuery, partsWithin, readsOuterLocal, withParts } from '../types/walk.ts';
import { relateTo } from './relate.ts';
import { conditionOf } from './relate-queries.ts';
import { isAnswerable, type Parameter, parametersIn } from './relation-parts.ts';

/** Maximum number of records over which a query is evaluated in memory. */
export const MAX_ROWS_IN_MEMORY = 10_000;

/** Maximum number of records of an entity that one effect is about. */
export const MAX_RECORDS = 1_000;

/** Returns the outermost queries of an expression. */
export function queriesIn(typed: Typed): readonly Query[] {
  if (typed.op === 'query') return [typed];
  return partsWithin(typed).flatMap(queriesIn);
}

/**
 * A query for a database over the rows of its entity. `where` are the conditions of a row; `body` is the aggregated
 * value. Values from outside the query (the record, the person, the clock) are parameters.
 */
export interface DatabaseQuery {
  readonly entity: string;
  readonly name: Query['name'];
  readonly where: Relation | null;
  readonly body: Relation | null;
  /** The type of the answer; for `values`, of each item. */
  readonly type: StaticType;
  /** The parameters, in the order of their use in `where` and `body`. */
  readonly parameters: readonly Parameter[];
  /** Whether the parameters are known. If they are not, the answer is unknown and the database is not queried. */
  readonly ready: (scope: Scope) => boolean;
}

export interface DatabaseQueryOptions {
  readonly zone: string;
  readonly schema: Schema;
  readonly byClock?: ComputedOnRead | undefined;
  /** The entity of the current record: paths from other records read its new values. */
  readonly own?: string | null;
}

/** Returns the query for a database; null if it reads an outer list, or something that a database cannot evaluate. */
export function databaseQueryOf(query: Query, options: DatabaseQueryOptions): DatabaseQuery | null {
  if (readsOuterLocal(query)) return null;
  const { entity, name, local } = query;
  const asked = (part: Typed): Relation => relateTo(withPendingValues(part, options.own ?? null), local, options);
  const relations = conditionOf(query).map(asked);
  const where: Relation | null = relations.length < 2 ? (relations[0] ?? null) : { r: 'and', parts: relations };
  const body = query.body === null ? null : asked(query.body);
  const parts = [where, body].filter((part) => part !== null);
  if (!parts.every(isAnswerable)) return null;
  const around = [query.where, query.body].flatMap((part) => (part === null ? [] : outerParts(part)));
  const known = around.map((part) => compileKnown(part, options));
  const type = query.type.t === 'list' ? query.type.of : query.type;
  return {
    entity,
    name,
    where,
    body,
    type,
    parameters: parametersIn(parts),
    ready: (scope) => known.every((each) => each(scope)),
  };
}

/** Returns the largest parts that read nothing of the queried rows, including parts of nested queries. */
function outerParts(typed: Typed): readonly Typed[] {
  return containsQuery(typed) || readsOuterLocal(typed) ? partsWithin(typed).flatMap(outerParts) : [typed];
}

/**
 * A path from a queried record may lead to the current record, which may be about to change: there it reads the new
 * values, not the stored ones.
 */
function withPendingValues(typed: Typed, own: string | null): Typed {
  if (own === null) return typed;
  const steps = stepsOf(typed);
  const [root] = steps;
  if (root?.op !== 'local') return withParts(typed, (part) => withPendingValues(part, own));
  const at = steps.findIndex(({ op, type }, index) => op === 'field' && index < steps.length - 1 && isOf(type, own));
  const reached = steps[at];
  if (reached === undefined) return typed;
  const { from, to, type } = typed;
  const self: Typed = { op: 'this', type: { t: 'record', entity: own }, from, to };
  const test: Typed = { op: 'binary', operator: '==', left: reached, right: self, type: BOOLEAN, from, to };
  const yes = steps.slice(at + 1).reduce((of, step) => (step.op === 'field' ? { ...step, of } : of), self);
  return { op: 'conditional', test, yes, no: typed, type, from, to };
}

/** Returns the steps of a path, its root first. */
function stepsOf(typed: Typed): readonly Typed[] {
  return typed.op === 'field' ? [...stepsOf(typed.of), typed] : [typed];
}

const isOf = (type: StaticType, entity: string) => type.t === 'record' && type.entity === entity;

/**
 * A bare name in a query that is a field of both entities. It means the queried entity's field, which may not be
 * intended.
 */
export interface SharedName {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly entity: string;
}

/** Returns the names in queries that are also fields of the outer `entity`. */
export function sharedNames(typed: Typed, schema: Schema, entity: string): readonly SharedName[] {
  const own = schema.entities.get(entity)?.attributes;
  const visit = (part: Typed, locals: readonly string[]): readonly SharedName[] => {
    const inside = part.op === 'query' ? [...locals, part.local] : locals;
    const isBare =
      part.op === 'field' && part.of.op === 'local' && locals.includes(part.of.name) && part.of.from === part.of.to;
    const found =
      isBare && own?.has(part.field) ? [{ name: part.field, from: part.from, to: part.to, entity: part.entity }] : [];
    return [...found, ...partsWithin(part).flatMap((each) => visit(each, inside))];
  };
  return visit(typed, []);
}
