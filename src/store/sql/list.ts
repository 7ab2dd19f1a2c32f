import type { ListPlan } from '../../engine/query/list-plan.ts';
import { relationParts } from '../../expressions/relation/relation-parts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import { ORDERED_LENGTH, orderKey } from '../../fields/text/fold.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Column, Layout, ListOfLines, Table } from '../core/layout.ts';
import { affinityOf, encode, type SqlValue } from '../core/storage.ts';
import { choicePosition, hasPositions } from '../sql-tables/choice-position.ts';
import { isAlwaysFilled } from '../sql-tables/empties-last.ts';
import type { Dialect } from './dialect.ts';
import { executorValue, type Fragment, joinFragments, NULL, type Slot, sql } from './fragment.ts';
import { optionBranches } from './option-branches.ts';
import { parametersIn, relationsOf } from './parameters.ts';
import { columnAs, render, renderCondition } from './relation.ts';
import type { Rendering } from './rendering.ts';
import { searchedIn } from './searched-table.ts';

/** A statement and the values to bind to its placeholders. */
export interface Statement {
  readonly sql: string;
  readonly slots: readonly Slot[];
}

/** The statements of a list plan, compiled once for all plans with the same key. */
export interface ListStatements {
  readonly table: Table;
  /** The columns of a result row after id and version, in order. */
  readonly columns: readonly Column[];
  /**
   * Requested lists of lines; `flag` is the index of the result column that says whether they are readable, null if
   * always.
   */
  readonly lists: readonly { readonly list: ListOfLines; readonly flag: number | null }[];
  /** Index of the result column with the row's weight; null if not requested. */
  readonly weight: number | null;
  /** Whether each sort key may be empty. */
  readonly sortKeys: readonly boolean[];
  /**
   * Selects the rows of a segment, in order. Given values: the limit, then the sort keys of the previous page and its
   * last id.
   */
  readonly segment: (segment: Segment) => Statement;
  /** Given value: the number to count to, or the dialect's `unlimited`. */
  readonly count: Statement;
  /** Encodes the value of a sort key for comparison. */
  readonly key: (index: number, value: Value) => SqlValue;
}

/**
 * A stretch of the order: rows that agree with the page before in `prefix` keys and then come after it in the next
 * key (`after`), have any value there (`any`) or none (`empty`). In the last stretch of all, the id decides.
 */
export interface Segment {
  readonly prefix: number;
  readonly next: 'after' | 'any' | 'empty';
  /** Which of the equal sort keys are empty. */
  readonly empties: readonly boolean[];
}

/**
 * The stretches that follow a page; of a first page, all. Later ones are read only while the page is not full.
 * `mayBeEmpty` says it of each sort key: one that never is has no stretch of empties.
 */
export function segmentsAfter(keys: readonly SqlValue[] | null, mayBeEmpty: readonly boolean[]): Segment[] {
  const empties = (prefix: number): Segment[] => (mayBeEmpty[prefix] === true ? [segment(prefix, 'empty')] : []);
  const segment = (prefix: number, next: Segment['next']): Segment => {
    return { prefix, next, empties: (keys ?? []).slice(0, prefix).map((key) => key === null) };
  };
  if (keys === null) return [segment(0, 'any'), ...empties(0)];
  const segments: Segment[] = [segment(mayBeEmpty.length, 'after')];
  for (let prefix = mayBeEmpty.length - 1; prefix >= 0; prefix--) {
    if (keys[prefix] !== null) segments.push(segment(prefix, 'after'), ...empties(prefix));
  }
  return segments;
}

const ROW = 'r';

/**
 * `few`: selects only records with a word that is given after all other values. Returns null if the entity is not in
 * the data.
 */
export function listStatements(plan: ListPlan, layout: Layout, dialect: Dialect, few = false): ListStatements | null {
  const table = layout.tables.get(plan.entity);
  if (table === undefined) return null;
  const within = renderingOf(plan, layout, dialect);
  const columns: Column[] = [];
  const selected: Fragment[] = [];
  const lists: { list: ListOfLines; flag: number | null }[] = [];
  const flags: Fragment[] = [];
  for (const { field, gate, isPart = false } of plan.select) {
    const column = table.byName.get(field);
    const list = table.lists.find((each) => each.name === field);
    if (column !== undefined) {
      columns.push(column);
      const value = ifReadable(columnAs(column, ROW, 'plain', within), gate, within);
      selected.push(isPart && column.text ? sql`substr(${value}, 1, ${String(ORDERED_LENGTH)})` : value);
    } else if (list !== undefined) {
      lists.push({ list, flag: gate === null ? null : flags.length });
      if (gate !== null) flags.push(render(gate, within));
    }
  }
  const offset = 2 + columns.length;
  const weight = plan.withWeights === true ? offset + flags.length : null;
  const weighed = weight === null ? [] : [weightIn(table, ROW, within)];
  const what = joinFragments([sql`r.id`, sql`r.version`, ...selected, ...flags, ...weighed], ', ');
  const { from, where } = conditions(plan, table, within);
  const base = sql`${from} ${where}${few ? narrowed(plan, table, dialect) : ''}`;
  const keys = plan.sort.map((key, index) => ({ ...key, ...sortKey(table, key, index > 0, within) }));
  const count = sql`SELECT count(*) FROM (SELECT 1 ${base} LIMIT ${executorValue(0)}) AS q`;
  const page = { what, branches: (few ? null : branchesOf(plan, table, within)) ?? [base], keys, dialect };
  return {
    table,
    columns,
    lists: lists.map(({ list, flag }) => ({ list, flag: flag === null ? null : flag + offset })),
    weight,
    sortKeys: keys.map((key) => key.mayBeEmpty),
    segment: (segment) => toStatement(segmentSql(segment, page), dialect),
    count: toStatement(count, dialect),
    key: (index, value) => keys[index]?.read(value) ?? null,
  };
}

/** Returns the clauses of each branch of a list that is split by the options of a choice; null if it is not. */
function branchesOf(plan: ListPlan, table: Table, within: Rendering): readonly Fragment[] | null {
  const split = optionBranches(plan, table, within);
  if (split === null) return null;
  const { from, where } = conditions({ ...plan, where: split.where }, table, within);
  return split.branches.map((branch) => sql`${from} ${where}${branch}`);
}

/** Maximum nesting depth of lines that count. */
const MOST_DEEP = 4;

/** Computes the bytes of the texts of a row and its lines, which databases know without reading the texts. */
function weightIn({ columns, lists }: Table, row: string, within: Rendering, depth = 0): Fragment {
  const own = columns.flatMap(({ physical, type, computedBy }) =>
    computedBy === null && affinityOf(type) === 'TEXT' ? sql`coalesce(octet_length(${row}.${physical}), 0)` : [],
  );
  const below = lists.flatMap(({ entity, physical }) => {
    const lines = depth < MOST_DEEP ? within.layout.tables.get(entity) : undefined;
    if (lines === undefined) return [];
    const line = within.newAlias();
    const inside = weightIn(lines, line, within, depth + 1);
    return sql`coalesce((SELECT sum(${inside}) FROM ${lines.physical} AS ${line} WHERE ${line}.parent = ${row}.id AND ${line}.list = '${physical}' AND ${line}.deleted_at IS NULL), 0)`;
  });
  return sql`(${joinFragments([...own, ...below, sql`${String(OF_A_ROW)}`], ' + ')})`;
}

/** Bytes of a row or line besides its texts. */
const OF_A_ROW = 100;

function narrowed({ search, sort }: ListPlan, table: Table, { words }: Dialect): Fragment {
  return sql` AND ${words.search.narrow(searchedIn(table, search?.fields), ROW, executorValue(sort.length + 2))}`;
}

/** The clauses that every query over an entity's rows contains. */
export interface Conditions {
  /** The rows, with the alias `r`. */
  readonly from: Fragment;
  /** Selects live rows that meet every condition of the plan. */
  readonly where: Fragment;
}

export function conditions(
  plan: { readonly where: readonly Relation[]; readonly hasOwnConditions?: true },
  table: Table,
  within: Rendering,
): Conditions {
  const isLimited = plan.hasOwnConditions === true && plan.where.some(isCostly);
  const stated = plan.where.map((relation) => sql` AND ${renderCondition(relation, within)}`);
  return {
    from: sql`FROM ${table.physical} AS ${ROW}`,
    where: sql`WHERE ${ROW}.deleted_at IS NULL${isLimited ? within.dialect.scanCounter : ''}${joinFragments(stated, '')}`,
  };
}

/** Returns whether a condition does more for each row than comparing its columns. */
function isCostly(relation: Relation): boolean {
  if (['lines', 'several', 'those', 'query', 'text', 'word'].includes(relation.r)) return true;
  if (relation.r === 'field' && relation.path.length > 0) return true;
  return relationParts(relation).some(isCostly);
}

export function renderingOf(plan: Parameters<typeof relationsOf>[0], layout: Layout, dialect: Dialect): Rendering {
  const positions = new Map<Relation, number>();
  parametersIn(relationsOf(plan)).forEach((parameter, index) => {
    if (!positions.has(parameter)) positions.set(parameter, index);
  });
  let aliases = 0;
  return { layout, dialect, row: ROW, locals: new Map(), positions, newAlias: () => `a${++aliases}` };
}

/** Empty if the read condition is false or unknown. */
export function ifReadable(value: Fragment, gate: Relation | null, within: Rendering): Fragment {
  return gate === null ? value : sql`CASE WHEN ${render(gate, within)} THEN ${value} END`;
}

export function toStatement({ text, slots }: Fragment, dialect: Dialect): Statement {
  return { sql: dialect.withPlaceholders(text), slots };
}

interface Key {
  readonly key: Fragment;
  readonly descending: boolean;
  readonly mayBeEmpty: boolean;
  readonly read: (value: Value) => SqlValue;
}

/** What the pages of a list have in common. */
interface Page {
  readonly what: Fragment;
  /** The clauses FROM and WHERE; several are merged. */
  readonly branches: readonly Fragment[];
  readonly keys: readonly Key[];
  readonly dialect: Dialect;
}

function segmentSql({ prefix, next, empties }: Segment, { what, branches, keys, dialect }: Page): Fragment {
  const fixed = keys
    .slice(0, prefix)
    .map(({ key }, index) =>
      empties[index] === true ? sql` AND ${key} IS NULL` : sql` AND ${key} = ${executorValue(1 + index)}`,
    );
  const within = sql`${joinFragments(fixed, '')}${bound(keys[prefix], prefix, next, keys.length)}`;
  // PostgreSQL does not conclude from IS NULL that a key is the same in each row, so empty keys are part of the order.
  const orderBy = (key: (at: number) => Fragment, id: string) => {
    const rest = keys.flatMap((each, index) =>
      index >= prefix || empties[index] === true ? [ordered({ ...each, key: key(index) }, dialect, index > 0)] : [],
    );
    return sql`ORDER BY ${joinFragments([...rest, sql`${id}`], ', ')} LIMIT ${executorValue(0)}`;
  };
  const [only, ...others] = branches;
  if (only !== undefined && others.length === 0)
    return sql`SELECT ${what} ${only}${within} ${orderBy((at) => keys[at]?.key ?? NULL, `${ROW}.id`)}`;
  // Branches are read as they are merged, in the order of their indexes, if it is an order of result columns.
  const named = keys.map(({ key }, index) => sql`, ${key} AS k${String(index)}`);
  const order = orderBy((at) => sql`k${String(at)}`, '1');
  const each = branches.map((branch) =>
    dialect.branch(sql`SELECT ${what}${joinFragments(named, '')} ${branch}${within}`, order),
  );
  return sql`${joinFragments(each, ' UNION ALL ')} ${order}`;
}

function bound(at: Key | undefined, prefix: number, next: Segment['next'], keys: number): Fragment {
  if (at === undefined) return next === 'after' ? sql` AND r.id > ${executorValue(1 + keys)}` : sql``;
  if (next === 'empty') return sql` AND ${at.key} IS NULL`;
  if (next === 'any') return at.mayBeEmpty ? sql` AND ${at.key} IS NOT NULL` : sql``;
  return sql` AND ${at.key} ${at.descending ? '<' : '>'} ${executorValue(1 + prefix)}`;
}

/** Orders by a key as an index does, so that the texts are equal. */
function ordered({ key, descending, mayBeEmpty }: Key, { words }: Dialect, isLater: boolean): Fragment {
  if (!descending) return key;
  return sql`${key}${isLater && mayBeEmpty ? words.emptiesLast.descending : ' DESC'}`;
}

/** Sorts text by its shadow key, a choice by its position among the options, everything else by the stored value. */
function sortKey(
  table: Table,
  { field, descending, gate }: ListPlan['sort'][number],
  isLater: boolean,
  within: Rendering,
): Omit<Key, 'descending'> {
  const column = table.byName.get(field);
  if (column === undefined) return { key: NULL, mayBeEmpty: true, read: () => null };
  const { type } = column;
  if (hasPositions(column)) {
    const position = choicePosition(column, { descending, literal: within.dialect.words.literal });
    const value = ifReadable(columnAs(column, ROW, 'plain', within), gate, within);
    return { key: sql`CASE ${value}${position.text} END`, mayBeEmpty: false, read: position.numberOf };
  }
  const read = (value: Value) => (column.text && typeof value === 'string' ? orderKey(value) : encode(value, type));
  const key = ifReadable(columnAs(column, ROW, 'order', within), gate, within);
  const mayBeEmpty = gate !== null || !isAlwaysFilled(column);
  const { greatest } = within.dialect.words.emptiesLast;
  if (!isLater || !mayBeEmpty || descending || greatest === null) return { key, mayBeEmpty, read };
  const filled = sql`coalesce(${key}, ${greatest.text})`;
  return { key: filled, mayBeEmpty: false, read: (value) => read(value) ?? greatest.value };
}
