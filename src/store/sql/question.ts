import { type DatabaseQuery, MAX_RECORDS } from '../../expressions/relation/queries.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Layout } from '../core/layout.ts';
import type { Dialect } from './dialect.ts';
import { type Fragment, sql } from './fragment.ts';
import { aggregateOf } from './lines.ts';
import type { Statement } from './list.ts';
import { and } from './query.ts';
import { render, renderCondition } from './relation.ts';
import type { Rendering } from './rendering.ts';

const ROW = 'r';

/**
 * Returns a question as a statement: it selects one row with the answer, or the distinct values for `values`. Its slots
 * refer to the question's parameters. Null if the data has no such entity.
 */
export function questionStatement(question: DatabaseQuery, layout: Layout, dialect: Dialect): Statement | null {
  const table = layout.tables.get(question.entity);
  if (table === undefined) return null;
  const positions = new Map<Relation, number>();
  question.parameters.forEach((parameter, index) => {
    if (!positions.has(parameter)) positions.set(parameter, index);
  });
  let aliases = 0;
  const within: Rendering = {
    layout,
    dialect,
    row: ROW,
    locals: new Map(),
    positions,
    newAlias: () => `a${++aliases}`,
  };
  const where = question.where === null ? null : renderCondition(question.where, within);
  const body = question.body === null ? null : render(question.body, within);
  const from = sql`FROM ${table.physical} AS ${ROW} WHERE ${ROW}.deleted_at IS NULL${and(where)}`;
  const { text, slots } = selectOf(question, body, from, within);
  return { sql: dialect.withPlaceholders(text), slots };
}

function selectOf(
  { name, body: relation, type }: DatabaseQuery,
  body: Fragment | null,
  from: Fragment,
  within: Rendering,
): Fragment {
  if (name === 'exists') return sql`SELECT EXISTS (SELECT 1 ${from})`;
  if (name === 'values') {
    if (body === null) return sql`SELECT NULL ${from}`;
    // The records of an effect, in the order of their creation. One more than are handled shows that there are more.
    if (type.t === 'record') return sql`SELECT ${body} ${from} ORDER BY 1 LIMIT ${String(MAX_RECORDS + 1)}`;
    return sql`SELECT DISTINCT ${body} ${from}`;
  }
  return sql`SELECT ${aggregateOf({ what: name, body: relation, type }, body, from, within)}`;
}
