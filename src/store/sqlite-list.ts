import type { AggregatePlan, Asker, ListPlan } from '../engine/plan.ts';
import type { Scope } from '../expressions/scope.ts';
import type { Row } from '../fields/value.ts';
import type { Layout } from './layout.ts';
import { type AggregateStatement, aggregateStatement } from './sql/aggregate.ts';
import { type ListStatements, listStatements, type Segment, type Statement, segmentsAfter } from './sql/list.ts';
import { bound, parametersIn, relationsOf } from './sql/parameters.ts';
import { sqlite } from './sql/sqlite-dialect.ts';
import type { Database, SqlRow } from './sqlite-database.ts';
import type { Gathering } from './sqlite-facts.ts';
import { type RowReader, valuesOf } from './sqlite-rows.ts';
import { decode, type SqlValue } from './storage.ts';
import type { AggregateRow, ListResult } from './store.ts';

/** Plans compiled for one layout, the least recently used dropped beyond a bound. */
export interface Lister {
  readonly list: (plan: ListPlan, asker: Asker) => ListResult;
  readonly aggregate: (plan: AggregatePlan, asker: Asker) => readonly AggregateRow[];
}

const KEPT_PLANS = 500;

type Segments = ListStatements & { readonly compiled: Map<string, Statement> };

export function lister(database: Database, layout: Layout, reader: RowReader, gathering: () => Gathering): Lister {
  const lists = new Map<string, Segments | null>();
  const aggregates = new Map<string, AggregateStatement | null>();

  const list = (plan: ListPlan, asker: Asker): ListResult => {
    const statements = remembered(lists, plan.key, () => {
      const compiled = listStatements(plan, layout, sqlite);
      return compiled === null ? null : { ...compiled, compiled: new Map() };
    });
    if (statements === null) return { rows: [], more: false, total: null, facts: gathering().facts };
    const parameters = parametersIn(relationsOf(plan));
    const scope = scopeOf(asker, reader);
    const keys = plan.after === null ? null : plan.after.keys.map((value, index) => statements.key(index, value));
    const ask = (statement: Statement, values: readonly SqlValue[]) =>
      database.all(statement.sql, bound(statement.slots, parameters, scope, values));
    const found: SqlRow[] = [];
    for (const segment of segmentsAfter(keys, statements.sortKeys)) {
      const left = plan.limit + 1 - found.length;
      if (left <= 0) break;
      found.push(...ask(segmentStatement(statements, segment), [left, ...(keys ?? []), plan.after?.id ?? null]));
    }
    const rows = rowsOf(statements, found.slice(0, plan.limit), reader);
    return {
      rows,
      more: found.length > plan.limit,
      total: total(plan, statements, ask),
      facts: referred(rows, gathering),
    };
  };

  const aggregate = (plan: AggregatePlan, asker: Asker): readonly AggregateRow[] => {
    const compiled = remembered(aggregates, plan.key, () => aggregateStatement(plan, layout, sqlite));
    if (compiled === null) return [];
    const { statement, by } = compiled;
    const buckets = plan.by?.buckets ?? null;
    const given = buckets === null ? [] : [JSON.stringify(buckets.map(({ key, from, to }) => [key, from, to]))];
    const parameters = parametersIn(relationsOf(plan));
    const found = database.all(statement.sql, bound(statement.slots, parameters, scopeOf(asker, reader), given));
    const rows = found.map(([key = null, value = null, count = 0]) => ({
      key: by === null ? (key as string | null) : decode(key, by.type),
      value: typeof value === 'number' ? value : null,
      rows: Number(count),
    }));
    return buckets === null
      ? rows
      : buckets.map(({ key }) => rows.find((row) => row.key === key) ?? emptyBucket(plan, key));
  };

  return { list, aggregate };
}

function segmentStatement(statements: Segments, segment: Segment): Statement {
  return remembered(statements.compiled, `${segment.prefix} ${segment.next}`, () => statements.segment(segment));
}

function rowsOf(statements: ListStatements, found: readonly SqlRow[], reader: RowReader): Row[] {
  const { table, columns, lists } = statements;
  const ids = found.map((each) => String(each[0]));
  const lines = lists.map(({ list, flag }) => ({ list, flag, byParent: reader.lines(list, ids) }));
  return found.map((each, index) => {
    const values = valuesOf(columns, each, 2);
    const id = ids[index] ?? '';
    for (const { list, flag, byParent } of lines) {
      values[list.name] = flag === null || each[flag] === 1 ? (byParent.get(id) ?? []) : null;
    }
    return { entity: table.entity, id, version: Number(each[1]), values };
  });
}

function total(
  plan: ListPlan,
  statements: ListStatements,
  ask: (statement: Statement, values: readonly SqlValue[]) => readonly SqlRow[],
): ListResult['total'] {
  if (plan.countTo <= 0) return null;
  const isBounded = Number.isFinite(plan.countTo);
  const count = Number(ask(statements.count, [isBounded ? plan.countTo + 1 : -1])[0]?.[0] ?? 0);
  return isBounded && count > plan.countTo ? { count: plan.countTo, atLeast: true } : { count, atLeast: false };
}

/** Gathered when first asked for: many callers load what they need by themselves. */
function referred(rows: readonly Row[], gathering: () => Gathering): ListResult['facts'] {
  let gathered: Gathering | null = null;
  const facts = () => {
    if (gathered === null) {
      gathered = gathering();
      gathered.addReferred(rows);
    }
    return gathered.facts;
  };
  return {
    row: (entity, id) => facts().row(entity, id),
    taken: () => undefined,
    upload: () => undefined,
    referrers: () => undefined,
  };
}

function emptyBucket(plan: AggregatePlan, key: string): AggregateRow {
  return { key, value: plan.aggregate === 'sum' || plan.aggregate === 'count' ? 0 : null, rows: 0 };
}

/** Parameters see the person and the clock; of other records whatever is in the data now. */
function scopeOf({ who, now }: Asker, reader: RowReader): Scope {
  return { row: null, old: null, me: who.row, now, find: (entity, id) => reader.one(entity, id) };
}

/** A bounded memory: the least recently used goes first. */
function remembered<T>(memory: Map<string, T>, key: string, make: () => T): T {
  const known = memory.get(key);
  const value = known === undefined ? make() : known;
  memory.delete(key);
  memory.set(key, value);
  if (memory.size > KEPT_PLANS) {
    const oldest = memory.keys().next();
    if (oldest.done !== true) memory.delete(oldest.value);
  }
  return value;
}
