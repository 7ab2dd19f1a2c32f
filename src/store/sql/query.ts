import type { Relation } from '../../expressions/types/relation.ts';
import { type Fragment, NULL, sql } from './fragment.ts';
import { aggregateOf } from './lines.ts';
import type { Rendering } from './rendering.ts';

type Query = Extract<Relation, { readonly r: 'query' }>;
type Render = (relation: Relation, within: Rendering) => Fragment;

/** Renders an aggregation over the records of an entity; correlated if it reads the current row. */
export function queryRelation(query: Query, within: Rendering, draw: Render, holding: Render): Fragment {
  const table = within.layout.tables.get(query.entity);
  if (table === undefined) return NULL;
  const alias = within.newAlias();
  const inside = { ...within, locals: new Map(within.locals).set(query.local, alias) };
  const where = query.where === null ? null : holding(query.where, inside);
  const body = query.body === null ? null : draw(query.body, inside);
  const from = sql`FROM ${table.physical} AS ${alias} WHERE ${alias}.deleted_at IS NULL${and(where)}`;
  if (query.what === 'exists') return sql`EXISTS (SELECT 1 ${from})`;
  return aggregateOf({ ...query, what: query.what }, body, from, within);
}

/** Returns a condition to append to others; empty if there is none. */
export const and = (condition: Fragment | null): Fragment => (condition === null ? sql`` : sql` AND ${condition}`);
