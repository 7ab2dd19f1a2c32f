import type { AggregatePlan } from '../../engine/query/list-plan.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Column, Layout, Table } from '../core/layout.ts';
import { storedKind } from '../core/storage.ts';
import type { Dialect } from './dialect.ts';
import { executorValue, type Fragment, joinFragments, NULL, sql } from './fragment.ts';
import { type Conditions, conditions, ifReadable, renderingOf, type Statement, toStatement } from './list.ts';
import { columnAs } from './relation.ts';
import type { Rendering } from './rendering.ts';

/**
 * A statement whose result rows have the key, the value, the number of rows in it, the currency if amounts carry theirs
 * (NULL: several or none), and the values of further aggregates.
 */
export interface AggregateStatement {
  readonly statement: Statement;
  /** The same over slots, for buckets of numbers; else null. */
  readonly slotted: Statement | null;
  /** The same by single days, for buckets of dates. Given values: the first day, and the day after the last. */
  readonly daily: Statement | null;
  /** The column of the key; null without a key or if the key is a bucket. */
  readonly by: Column | null;
  readonly hasCurrency: boolean;
}

/** Maximum number of groups; those with the smallest keys are returned. */
const MAX_GROUPS = 10_000;

/**
 * Returns the statement of an aggregation; null if the data has no such entity or field. With buckets, the given value is a
 * JSON array of `[key, from, to]`.
 */
export function aggregateStatement(plan: AggregatePlan, layout: Layout, dialect: Dialect): AggregateStatement | null {
  const table = layout.tables.get(plan.entity);
  if (table === undefined) return null;
  const within = renderingOf(plan, layout, dialect);
  const field = plan.field === null ? null : fieldValue(table, plan.field, plan.gate, within);
  const by = plan.by === null ? null : (table.byName.get(plan.by.field) ?? null);
  if ((plan.by !== null && by === null) || (plan.field !== null && field === null)) return null;
  const [value, rows] = aggregated(plan, field, dialect);
  const more = (plan.furtherMeasures ?? []).map((each) => {
    const besides = fieldValue(table, each.field, each.gate, within);
    return besides === null ? NULL : aggregated(each, besides, dialect)[0];
  });
  const hasCurrency = field !== null && hasOwnCurrency(field.column) && plan.aggregate !== 'count';
  const currency = hasCurrency ? [oneCurrency(field.value, dialect)] : [];
  const found = joinFragments([value, rows, ...currency, ...more], ', ');
  const base = conditions(plan, table, within);
  if (plan.by === null || by === null) {
    return {
      statement: toStatement(sql`SELECT NULL, ${found} ${base.from} ${base.where}`, dialect),
      slotted: null,
      daily: null,
      by: null,
      hasCurrency,
    };
  }
  const key = ifReadable(columnAs(by, 'r', 'plain', within), plan.by.gate, within);
  if (plan.by.buckets === null) {
    const isEach = plan.by.each === true;
    const from = isEach ? sql`${base.from} ${dialect.withItems(key)}` : base.from;
    const text = sql`SELECT ${isEach ? sql`items.value` : key} AS k, ${found} ${from} ${base.where} GROUP BY k ORDER BY k NULLS FIRST LIMIT ${String(plan.by.maxGroups ?? MAX_GROUPS)}`;
    return { statement: toStatement(text, dialect), slotted: null, daily: null, by: isEach ? null : by, hasCurrency };
  }
  const isText = storedKind(by.type) === 'text';
  const buckets = dialect.buckets(executorValue(0), isText);
  return {
    statement: toStatement(inBuckets(key, found, base, buckets), dialect),
    slotted: isText ? null : toStatement(inSlots(key, found, base, dialect), dialect),
    daily: by.type.kind === 'date' && !hasCurrency ? toStatement(byDay(key, found, base), dialect) : null,
    by: null,
    hasCurrency,
  };
}

function inBuckets(key: Fragment, found: Fragment, { from, where }: Conditions, given: Fragment): Fragment {
  const buckets = sql`WITH buckets (k, f, t) AS MATERIALIZED (${given})`;
  const place = sql`(SELECT b.k FROM buckets AS b WHERE ${key} >= b.f AND ${key} < b.t LIMIT 1)`;
  return sql`${buckets} SELECT ${place} AS k, ${found} ${from} ${where} GROUP BY k`;
}

function byDay(key: Fragment, found: Fragment, { from, where }: Conditions): Fragment {
  const within = sql`${key} >= ${executorValue(0)} AND ${key} < ${executorValue(1)}`;
  return sql`SELECT ${key} AS k, ${found} ${from} ${where} AND ${within} GROUP BY k ORDER BY k`;
}

/** The given values are those of `slotParameters`. */
function inSlots(key: Fragment, found: Fragment, { from, where }: Conditions, dialect: Dialect): Fragment {
  const whole = (index: number) => dialect.integer(executorValue(index));
  const [begin, width, rest, last] = [whole(1), whole(2), whole(3), whole(4)];
  const slots = sql`WITH slots (n, e, b, a) AS MATERIALIZED (${dialect.slots(executorValue(0))})`;
  const number = sql`CASE WHEN ${key} < ${begin} THEN -1 WHEN ${key} >= ${rest} THEN ${last} ELSE (${key} - ${begin}) / ${width} END`;
  const place = sql`CASE WHEN ${key} < slots.e THEN slots.b ELSE slots.a END`;
  return sql`${slots} SELECT ${place} AS k, ${found} ${from} LEFT JOIN slots ON slots.n = ${number} ${where} GROUP BY k`;
}

function fieldValue(
  table: Table,
  field: string,
  gate: Relation | null,
  within: Rendering,
): { value: Fragment; column: Column } | null {
  const column = table.byName.get(field);
  return column === undefined
    ? null
    : { value: ifReadable(columnAs(column, 'r', 'plain', within), gate, within), column };
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
  if (hasOwnCurrency(field.column)) return [ofOneCurrency(plan, field.value, dialect), rows];
  const counts =
    type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'money' || type.kind === 'date and time';
  return [counts ? ofNumbers(plan, field.value, dialect) : NULL, rows];
}

function ofNumbers({ aggregate }: Pick<AggregatePlan, 'aggregate'>, value: Fragment, dialect: Dialect): Fragment {
  if (aggregate === 'sum') return dialect.exactSum(value);
  if (aggregate === 'average') return dialect.average(value);
  return aggregate === 'min' ? sql`min(${value})` : sql`max(${value})`;
}

const hasOwnCurrency = ({ type }: Column): boolean => type.kind === 'money' && type.currency === null;

/** Returns NULL for amounts in several currencies, which can't be aggregated. */
function ofOneCurrency(plan: Pick<AggregatePlan, 'aggregate'>, value: Fragment, dialect: Dialect): Fragment {
  const result = ofNumbers(plan, { ...value, text: dialect.words.amountIn(value.text) }, dialect);
  return sql`CASE WHEN count(DISTINCT ${currencyIn(value, dialect)}) <= 1 THEN ${result} END`;
}

function oneCurrency(value: Fragment, dialect: Dialect): Fragment {
  const currency = currencyIn(value, dialect);
  return sql`CASE WHEN count(DISTINCT ${currency}) = 1 THEN min(${currency}) END`;
}

const currencyIn = (value: Fragment, { words }: Dialect): Fragment => ({
  ...value,
  text: words.currencyIn(value.text),
});
