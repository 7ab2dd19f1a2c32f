import type { AggregatePlan, DeletedPlan, ListPlan, PlanPrincipal } from '../../engine/query/list-plan.ts';
import type { Row } from '../../fields/text/value.ts';
import { type DbProgram, type PendingResult, resultOf, type SqlRow, send } from '../core/db-program.ts';
import type { Layout, ListOfLines } from '../core/layout.ts';
import { decode, type SqlValue } from '../core/storage.ts';
import type { AggregateRow, DeletedResult, ListResult } from '../core/store.ts';
import { type RowReader, valuesOf } from '../rows/read-rows.ts';
import { rarestWord } from '../rows/search-index.ts';
import { type AggregateStatement, aggregateStatement } from '../sql/aggregate.ts';
import { slotParameters, slotsOf } from '../sql/bucket-slots.ts';
import { bucketsOfDays, daySpanOf, isAdditive } from '../sql/day-buckets.ts';
import type { Dialect } from '../sql/dialect.ts';
import { type ListStatements, listStatements, type Segment, type Statement, segmentsAfter } from '../sql/list.ts';
import { asList, type DeletedStatements, deletedStatements } from '../sql/list-deleted.ts';
import { boundValues, parametersIn, relationsOf } from '../sql/parameters.ts';
import { withRecords } from './recompute.ts';

/** Runs list plans compiled for one layout. Compiled plans are cached; beyond the limit the oldest is evicted. */
export interface ListRunner {
  readonly list: (plan: ListPlan, asker: PlanPrincipal) => DbProgram<ListResult>;
  /** Like `list` without a total, in one statement and so without a transaction; null if one is not enough. */
  readonly listInOneStatement: (plan: ListPlan, asker: PlanPrincipal) => DbProgram<ListResult | null>;
  /**
   * Returns the statement that counts a list, without running it; null if the list is not counted, or if its search
   * first looks for the rarest word.
   */
  readonly boundCount: (plan: ListPlan, asker: PlanPrincipal) => DbProgram<BoundCount | null>;
  /** Returns the statement of an aggregation without running it; null if the data has no such entity or field. */
  readonly boundAggregate: (plan: AggregatePlan, asker: PlanPrincipal) => DbProgram<BoundAggregate | null>;
  readonly deleted: (plan: DeletedPlan, asker: PlanPrincipal) => DbProgram<DeletedResult>;
}

/** The statement of a count with its values, and the conversion of its result. */
export interface BoundCount {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly totalOf: (found: readonly SqlRow[]) => ListResult['total'];
}

/** The statement of an aggregation with its values, and the conversion of its result. */
export interface BoundAggregate {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly rowsOf: (found: readonly SqlRow[]) => readonly AggregateRow[];
}

/** What list queries depend on. */
export interface ListContext {
  readonly layout: Layout;
  readonly reader: RowReader;
  readonly dialect: Dialect;
}

const MOST_CACHED_PLANS = 500;

interface Segments extends ListStatements {
  readonly compiled: Map<string, Statement>;
  /** Whether one statement was not enough the last time. */
  takesSeveral: boolean;
}

export function createListRunner({ layout, reader, dialect }: ListContext): ListRunner {
  const lists = new Map<string, Segments | null>();
  const aggregates = new Map<string, AggregateStatement | null>();
  const deletions = new Map<string, DeletedStatements | null>();

  const statementsOf = (plan: ListPlan, few: boolean): Segments | null =>
    memoized(lists, few ? `${plan.key} few` : plan.key, () => {
      const compiled = listStatements(plan, layout, dialect, few);
      return compiled === null ? null : { ...compiled, compiled: new Map(), takesSeveral: false };
    });

  function* boundCount(plan: ListPlan, asker: PlanPrincipal): DbProgram<BoundCount | null> {
    const statements = plan.search !== null || plan.maxCount <= 0 ? null : statementsOf(plan, false);
    if (statements === null) return null;
    const { count } = statements;
    const given = pageOf(plan, statements, mostCounted(plan, dialect), null);
    const values = yield* bind(count, parametersIn(relationsOf(plan)), asker, given, reader, dialect);
    return { sql: count.sql, values, totalOf: ([found]) => boundedTotal(plan, Number(found?.[0] ?? 0)) };
  }

  function* list(plan: ListPlan, asker: PlanPrincipal): DbProgram<ListResult> {
    const few =
      plan.search === null
        ? null
        : yield* rarestWord({ layout, words: dialect.words }, { ...plan.search, entity: plan.entity });
    const statements = statementsOf(plan, few !== null);
    if (statements === null) return { rows: [], more: false, total: null };
    const parameters = parametersIn(relationsOf(plan));
    const keys = keysAfter(plan, statements);
    const put = (statement: Statement, values: readonly SqlValue[]) =>
      sendBound(statement, parameters, asker, values, reader, dialect);
    const page = (limit: SqlValue) => pageOf(plan, statements, limit, few);
    const counted = yield* sendTotal(plan, (limit) => put(statements.count, page(limit)), dialect);
    const skipped = plan.offset ?? 0;
    const fetched: SqlRow[] = [];
    for (const segment of segmentsAfter(keys, statements.sortKeys)) {
      const left = skipped + plan.limit + 1 - fetched.length;
      if (left <= 0) break;
      fetched.push(...(yield* resultOf(yield* put(segmentStatement(statements, segment), page(left)))).rows);
    }
    statements.takesSeveral =
      fetched.length <= skipped + plan.limit && segmentsAfter(keys, statements.sortKeys).length > 1;
    const first = fetched.slice(skipped, skipped + plan.limit);
    const rows = yield* rowsOf(statements, first, reader);
    return {
      rows,
      ...weightsOf(statements, first),
      more: fetched.length > skipped + plan.limit,
      total: yield* totalIn(plan, counted),
    };
  }

  function* listInOneStatement(plan: ListPlan, asker: PlanPrincipal): DbProgram<ListResult | null> {
    const statements = lists.get(plan.key);
    // A plan used for the first time is compiled by `list`.
    if (statements === undefined || statements === null || plan.search !== null || plan.offset !== undefined)
      return null;
    if (statements.takesSeveral || statements.lists.length > 0) return null;
    const [segment, ...others] = segmentsAfter(keysAfter(plan, statements), statements.sortKeys);
    if (segment === undefined) return null;
    const statement = segmentStatement(statements, segment);
    const values = pageOf(plan, statements, plan.limit + 1, null);
    const asking = sendBound(statement, parametersIn(relationsOf(plan)), asker, values, reader, dialect);
    const step = asking.next();
    // Records that the parameters refer to would be read at another moment than the list.
    if (step.done === true || !('sql' in step.value) || step.value.sql !== statement.sql) return null;
    const { sql, parameters: placed } = step.value;
    const found = (yield { sql, parameters: placed, wants: 'rows' }).rows;
    if (found.length <= plan.limit && others.length > 0) {
      statements.takesSeveral = true;
      return null;
    }
    const first = found.slice(0, plan.limit);
    return {
      rows: yield* rowsOf(statements, first, reader),
      ...weightsOf(statements, first),
      more: found.length > plan.limit,
      total: null,
    };
  }

  function* boundAggregate(plan: AggregatePlan, asker: PlanPrincipal): DbProgram<BoundAggregate | null> {
    const compiled = memoized(aggregates, plan.key, () => aggregateStatement(plan, layout, dialect));
    if (compiled === null) return null;
    const { statement, given, isDaily } = overBuckets(compiled, plan);
    const values = yield* bind(statement, parametersIn(relationsOf(plan)), asker, given, reader, dialect);
    return { sql: statement.sql, values, rowsOf: (found) => aggregateRows(plan, compiled, found, isDaily) };
  }

  function* deleted(plan: DeletedPlan, asker: PlanPrincipal): DbProgram<DeletedResult> {
    const statements = memoized(deletions, plan.key, () => deletedStatements(plan, layout, dialect));
    if (statements === null) return { found: [], more: false, total: null };
    const { since, after, limit } = plan;
    const parameters = parametersIn(relationsOf(asList(plan)));
    const put = (statement: Statement, most: SqlValue) =>
      sendBound(statement, parameters, asker, [most, since, after?.at ?? null, after?.id ?? null], reader, dialect);
    const counted = yield* sendTotal(plan, (most) => put(statements.count, most), dialect);
    const { rows } = yield* resultOf(yield* put(after === null ? statements.first : statements.next, limit + 1));
    return {
      found: rows.slice(0, limit).map(([id, at]) => ({ id: String(id), at: Number(at) })),
      more: rows.length > limit,
      total: yield* totalIn(plan, counted),
    };
  }

  return { list, listInOneStatement, boundCount, boundAggregate, deleted };
}

const keyOf = ({ prefix, next, empties }: Segment) => `${prefix} ${next} ${empties}`;

function segmentStatement(statements: Segments, segment: Segment): Statement {
  return memoized(statements.compiled, keyOf(segment), () => statements.segment(segment));
}

/** Returns the sort keys of the last row of the previous page, encoded for comparison. */
function keysAfter({ after }: ListPlan, statements: Segments): readonly SqlValue[] | null {
  return after === null ? null : after.keys.map((value, index) => statements.key(index, value));
}

/** Returns the parameters of a segment statement. */
function pageOf(plan: ListPlan, statements: Segments, limit: SqlValue, few: SqlValue): SqlValue[] {
  const keys = keysAfter(plan, statements);
  return [limit, ...statements.sortKeys.map((_, index) => keys?.[index] ?? null), plan.after?.id ?? null, few];
}

function weightsOf({ weight }: ListStatements, found: readonly SqlRow[]): Pick<ListResult, 'weights'> {
  return weight === null ? {} : { weights: found.map((each) => Number(each[weight])) };
}

function* rowsOf(statements: ListStatements, found: readonly SqlRow[], reader: RowReader): DbProgram<Row[]> {
  const { table, columns, lists } = statements;
  const ids = found.map((each) => String(each[0]));
  const lines: { list: ListOfLines; flag: number | null; byParent: ReadonlyMap<string, readonly Row[]> }[] = [];
  for (const { list, flag } of lists) lines.push({ list, flag, byParent: yield* reader.lines(list, ids) });
  return found.map((each, index) => {
    const values = valuesOf(columns, each, 2);
    const id = ids[index] ?? '';
    for (const { list, flag, byParent } of lines) {
      values[list.name] = flag === null || each[flag] === 1 ? (byParent.get(id) ?? []) : null;
    }
    return { entity: table.entity, id, version: Number(each[1]), values };
  });
}

/** The statement of an aggregation, its values, and whether it returns single days instead of buckets. */
interface BucketStatement {
  readonly statement: Statement;
  readonly given: readonly SqlValue[];
  readonly isDaily: boolean;
}

function overBuckets({ statement, slotted, daily }: AggregateStatement, plan: AggregatePlan): BucketStatement {
  const buckets = plan.by?.buckets ?? null;
  if (buckets === null) return { statement, given: [], isDaily: false };
  const span = daily === null || plan.by?.others === true || !isAdditive(plan) ? null : daySpanOf(buckets);
  if (span !== null && daily !== null) return { statement: daily, given: [span.from, span.to], isDaily: true };
  const slots = slotted === null ? null : slotsOf(buckets);
  if (slots !== null && slotted !== null) return { statement: slotted, given: slotParameters(slots), isDaily: false };
  const given = [JSON.stringify(buckets.map(({ key, from, to }) => [key, from, to]))];
  return { statement, given, isDaily: false };
}

type Counting = Pick<ListPlan, 'maxCount'>;

/** Sends the count query without waiting for its result; null if the plan asks for no count. */
function* sendTotal(
  plan: Counting,
  count: (limit: SqlValue) => DbProgram<PendingResult>,
  dialect: Dialect,
): DbProgram<PendingResult | null> {
  return plan.maxCount <= 0 ? null : yield* count(mostCounted(plan, dialect));
}

/** One more than is shown, so that it is known whether there are more. */
const mostCounted = ({ maxCount }: Counting, { unlimited }: Dialect): SqlValue =>
  Number.isFinite(maxCount) ? maxCount + 1 : unlimited;

function* totalIn(plan: Counting, counted: PendingResult | null): DbProgram<ListResult['total']> {
  if (counted === null) return null;
  return boundedTotal(plan, Number((yield* resultOf(counted)).rows[0]?.[0] ?? 0));
}

const boundedTotal = ({ maxCount }: Counting, count: number): ListResult['total'] =>
  count > maxCount ? { count: maxCount, atLeast: true } : { count, atLeast: false };

/** Sends a statement with its parameters. */
function* sendBound(...[statement, ...given]: Parameters<typeof bind>): DbProgram<PendingResult> {
  return yield* send(statement.sql, yield* bind(statement, ...given), 'rows');
}

/**
 * Returns the values of a statement's placeholders. Parameters may refer to the person, to the clock and to other
 * records as they are now.
 */
function bind(
  { slots }: Statement,
  parameters: Parameters<typeof boundValues>[1],
  { principal, now }: PlanPrincipal,
  values: readonly SqlValue[],
  reader: RowReader,
  dialect: Dialect,
): DbProgram<readonly SqlValue[]> {
  return withRecords({ reader }, (find) =>
    boundValues(
      slots,
      parameters,
      { row: null, old: null, me: principal.row, link: principal.link, now, find },
      values,
      dialect,
    ),
  );
}

function aggregateRows(
  plan: AggregatePlan,
  { by, hasCurrency }: AggregateStatement,
  found: readonly SqlRow[],
  isDaily: boolean,
): readonly AggregateRow[] {
  const measured = (value: SqlValue) => (typeof value === 'number' ? value : null);
  const rows = found.map(([key = null, value = null, count = 0, ...more]) => ({
    key: by === null ? (key as string | null) : decode(key, by.type),
    value: measured(value),
    rows: Number(count),
    ...(hasCurrency ? { currency: (more[0] ?? null) as string | null } : {}),
    ...(plan.furtherMeasures === undefined ? {} : { furtherValues: more.slice(hasCurrency ? 1 : 0).map(measured) }),
  }));
  const buckets = plan.by?.buckets ?? null;
  if (buckets === null) return rows;
  const others = plan.by?.others === true ? rows.filter(({ key }) => key === null) : [];
  const inBuckets = isDaily ? bucketsOfDays(plan, buckets, rows) : rows;
  const byKey = new Map(inBuckets.map((row) => [row.key, row] as const));
  return [...buckets.map(({ key }) => byKey.get(key) ?? emptyBucket(plan, key)), ...others];
}

const nothing = ({ aggregate }: Pick<AggregatePlan, 'aggregate'>): number | null =>
  aggregate === 'sum' || aggregate === 'count' ? 0 : null;

function emptyBucket(plan: AggregatePlan, key: string): AggregateRow {
  return {
    key,
    value: nothing(plan),
    rows: 0,
    ...(plan.furtherMeasures === undefined ? {} : { furtherValues: plan.furtherMeasures.map(nothing) }),
  };
}

/** Returns the cached value, or creates and caches it. Beyond the limit the oldest entry is evicted. */
function memoized<T>(memory: Map<string, T>, key: string, make: () => T): T {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = make();
  memory.set(key, value);
  if (memory.size > MOST_CACHED_PLANS) {
    const oldest = memory.keys().next();
    if (oldest.done !== true) memory.delete(oldest.value);
  }
  return value;
}
