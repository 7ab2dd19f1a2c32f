import type { AggregatePlan } from '../../engine/plan.ts';
import type { Relation } from '../../expressions/relation.ts';
import type { Column, Layout, Table } from '../layout.ts';
import { storedKind } from '../storage.ts';
import type { Dialect } from './dialect.ts';
import { type Fragment, given, joined, NULL, sql } from './fragment.ts';
import { conditions, finished, gated, renderingOf, type Statement } from './list.ts';
import { columnAs } from './relation.ts';
import type { Rendering } from './rendering.ts';

/** A found row holds the key, the value, how many rows count in it, and what is measured besides. */
export interface AggregateStatement {
  readonly statement: Statement;
  /** How to read the key; null where there is none or it is a bucket's. */
  readonly by: Column | null;
}

/** No chart has more groups: beyond, the smallest keys stand. */
const MOST_GROUPS = 10_000;

/** Given value, with buckets: a JSON array of `[key, from, to]`. Null where the entity or a field is not in the data. */
export function aggregateStatement(plan: AggregatePlan, layout: Layout, dialect: Dialect): AggregateStatement | null {
  const table = layout.tables.get(plan.entity);
  if (table === undefined) return null;
  const within = renderingOf(plan, layout, dialect);
  const field = plan.field === null ? null : fieldValue(table, plan.field, plan.gate, within);
  const by = plan.by === null ? null : (table.byName.get(plan.by.field) ?? null);
  if ((plan.by !== null && by === null) || (plan.field !== null && field === null)) return null;
  const [value, rows] = aggregated(plan, field, dialect);
  const more = (plan.besides ?? []).map((each) => {
    const besides = fieldValue(table, each.field, each.gate, within);
    return besides === null ? NULL : aggregated(each, besides, dialect)[0];
  });
  const found = joined([value, rows, ...more], ', ');
  const base = conditions(plan, table, within);
  if (plan.by === null || by === null) {
    return { statement: finished(sql`SELECT NULL, ${found} ${base}`, dialect), by: null };
  }
  const key = gated(columnAs(by, 'r', 'plain', within), plan.by.gate, within);
  if (plan.by.buckets === null) {
    const text = sql`SELECT ${key} AS k, ${found} ${base} GROUP BY k ORDER BY k NULLS FIRST LIMIT ${String(plan.by.most ?? MOST_GROUPS)}`;
    return { statement: finished(text, dialect), by };
  }
  const buckets = dialect.buckets(given(0), storedKind(by.type) === 'text');
  return { statement: finished(inBuckets(key, found, base, buckets), dialect), by: null };
}

function inBuckets(key: Fragment, found: Fragment, base: Fragment, given: Fragment): Fragment {
  const buckets = sql`WITH buckets (k, f, t) AS MATERIALIZED (${given})`;
  const place = sql`(SELECT b.k FROM buckets AS b WHERE ${key} >= b.f AND ${key} < b.t LIMIT 1)`;
  return sql`${buckets} SELECT ${place} AS k, ${found} ${base} GROUP BY k`;
}

function fieldValue(
  table: Table,
  field: string,
  gate: Relation | null,
  within: Rendering,
): { value: Fragment; column: Column } | null {
  const column = table.byName.get(field);
  return column === undefined ? null : { value: gated(columnAs(column, 'r', 'plain', within), gate, within), column };
}

function aggregated(
  plan: Pick<AggregatePlan, 'aggregate'>,
  field: { value: Fragment; column: Column } | null,
  dialect: Dialect,
): [Fragment, Fragment] {
  if (field === null) return [sql`count(*)`, sql`count(*)`];
  const { type } = field.column;
  const rows = sql`count(${field.value})`;
  if (plan.aggregate === 'count') return [rows, rows];
  if (type.kind === 'money' && type.currency === null) return [ofOneCurrency(plan, field.value, dialect), rows];
  const counts =
    type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'money' || type.kind === 'date and time';
  return [counts ? ofNumbers(plan, field.value, dialect) : NULL, rows];
}

function ofNumbers({ aggregate }: Pick<AggregatePlan, 'aggregate'>, value: Fragment, dialect: Dialect): Fragment {
  if (aggregate === 'sum') return dialect.exactSum(value);
  if (aggregate === 'average') return dialect.average(value);
  return aggregate === 'min' ? sql`min(${value})` : sql`max(${value})`;
}

/** Amounts of several currencies have no sum. */
function ofOneCurrency(plan: Pick<AggregatePlan, 'aggregate'>, value: Fragment, dialect: Dialect): Fragment {
  const stored = dialect.words;
  const currency = { ...value, text: stored.currencyIn(value.text) };
  const result = ofNumbers(plan, { ...value, text: stored.amountIn(value.text) }, dialect);
  return sql`CASE WHEN count(DISTINCT ${currency}) <= 1 THEN ${result} END`;
}
