import type { DeletedPlan, ListPlan } from '../../engine/query/list-plan.ts';
import type { Layout } from '../core/layout.ts';
import type { Dialect } from './dialect.ts';
import { executorValue, joinFragments, sql } from './fragment.ts';
import { renderingOf, type Statement, toStatement } from './list.ts';
import { renderCondition } from './relation.ts';

/** The statements of a list of deleted records: its pages and its count. */
export interface DeletedStatements {
  /**
   * The first page, with id and time of deletion. Given values: the limit, the earliest time of deletion, and for `next` the
   * last row of the previous page.
   */
  readonly first: Statement;
  readonly next: Statement;
  readonly count: Statement;
}

const ROW = 'r';

/** Converts the plan to a list plan, for the code that both share. */
export function asList({ key, entity, where, limit, maxCount }: DeletedPlan): ListPlan {
  return { key, entity, where, search: null, select: [], sort: [], after: null, limit, maxCount };
}

/**
 * Returns the statements of a list of deleted records, the last deleted first, then by id; null if the data has no such
 * entity. Conditions see the lines that were deleted with a record; all other records that they read are live ones.
 */
export function deletedStatements(plan: DeletedPlan, layout: Layout, dialect: Dialect): DeletedStatements | null {
  const table = layout.tables.get(plan.entity);
  if (table === undefined) return null;
  const within = { ...renderingOf(asList(plan), layout, dialect), deleted: true };
  const stated = plan.where.map((relation) => sql` AND ${renderCondition(relation, within)}`);
  const base = sql`FROM ${table.physical} AS ${ROW} WHERE ${ROW}.deleted_at > ${executorValue(1)}${joinFragments(stated, '')}`;
  const order = sql`ORDER BY ${ROW}.deleted_at DESC, ${ROW}.id LIMIT ${executorValue(0)}`;
  const after = sql` AND (${ROW}.deleted_at < ${executorValue(2)} OR (${ROW}.deleted_at = ${executorValue(2)} AND ${ROW}.id > ${executorValue(3)}))`;
  const what = sql`SELECT ${ROW}.id, ${ROW}.deleted_at`;
  return {
    first: toStatement(sql`${what} ${base} ${order}`, dialect),
    next: toStatement(sql`${what} ${base}${after} ${order}`, dialect),
    count: toStatement(sql`SELECT count(*) FROM (SELECT 1 ${base} LIMIT ${executorValue(0)}) AS q`, dialect),
  };
}
