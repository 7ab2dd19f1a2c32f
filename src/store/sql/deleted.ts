import type { DeletedPlan, ListPlan } from '../../engine/query/list-plan.ts';
import type { Layout } from '../core/layout.ts';
import type { Dialect } from './dialect.ts';
import { given, joined, sql } from './fragment.ts';
import { finished, renderingOf, type Statement } from './list.ts';
import { renderHolding } from './relation.ts';

/** A page of deleted records, and how many there are. */
export interface DeletedStatements {
  /** Of each its id. Given values: the limit, the moment after which they were deleted, and where the page before ended. */
  readonly first: Statement;
  readonly next: Statement;
  readonly count: Statement;
}

const ROW = 'r';

/** As a list plan, for the parts that stand in both. */
export function asList({ key, entity, where, limit, countTo }: DeletedPlan): ListPlan {
  return { key, entity, where, search: null, select: [], sort: [], after: null, limit, countTo };
}

/**
 * The latest deleted first, ties by id. What went with a record counts as its own while it is deleted; everything else that
 * a condition leads to is live. Null where the entity is not in the data.
 */
export function deletedStatements(plan: DeletedPlan, layout: Layout, dialect: Dialect): DeletedStatements | null {
  const table = layout.tables.get(plan.entity);
  if (table === undefined) return null;
  const within = { ...renderingOf(asList(plan), layout, dialect), deleted: true };
  const stated = plan.where.map((relation) => sql` AND ${renderHolding(relation, within)}`);
  const base = sql`FROM ${table.physical} AS ${ROW} WHERE ${ROW}.deleted_at > ${given(1)}${joined(stated, '')}`;
  const order = sql`ORDER BY ${ROW}.deleted_at DESC, ${ROW}.id LIMIT ${given(0)}`;
  const after = sql` AND (${ROW}.deleted_at < ${given(2)} OR (${ROW}.deleted_at = ${given(2)} AND ${ROW}.id > ${given(3)}))`;
  const what = sql`SELECT ${ROW}.id, ${ROW}.deleted_at`;
  return {
    first: finished(sql`${what} ${base} ${order}`, dialect),
    next: finished(sql`${what} ${base}${after} ${order}`, dialect),
    count: finished(sql`SELECT count(*) FROM (SELECT 1 ${base} LIMIT ${given(0)}) AS q`, dialect),
  };
}
