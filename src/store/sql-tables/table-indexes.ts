import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Screen, SortKey } from '../../model/types/model.ts';
import { SCREEN_KINDS } from '../../model/types/screen-kinds.ts';
import { SHADOW_COLUMNS } from '../core/catalog.ts';
import type { Column, Layout, Table } from '../core/layout.ts';
import { canIndexPositions, choicePosition, hasPositions, isMerged } from './choice-position.ts';
import { type EmptiesLast, isAlwaysFilled } from './empties-last.ts';

/** An index with its complete statement. The same columns always have the same name. */
export interface Index {
  readonly name: string;
  readonly sql: string;
}

/** The columns of an index of a table, each possibly with ` DESC`, and then ` LAST` if empty values come last. */
interface TableIndex {
  readonly name: string;
  readonly table: Table;
  readonly columns: readonly string[];
  readonly isUnique?: true;
  readonly isOfDeleted?: true;
}

/** What an index can contain besides columns, as SQL. */
interface IndexTexts {
  /** Returns a text as a constant. */
  readonly literal: (text: string) => string;
  readonly emptiesLast: EmptiesLast;
}

type Sorting = Pick<SortKey, 'field' | 'descending'>;

const MOST_INDEXES = 24;

/**
 * Newest first, read from the end of the index: new entries are appended, so that each page is filled before the next
 * begins. In the opposite order, every page would be split as it fills.
 */
const NEWEST = ['created_at', 'id DESC'];

/**
 * The indexes that the document's own queries need: uniqueness, references in both directions, newest first, states,
 * and the filters and sort orders of screens. An index that is scanned in order also contains the references that read
 * permissions check, so that only visible rows are fetched. All of these cover live rows only; deleted rows have a
 * separate index.
 */
export function indexesOf(layout: Layout, texts: IndexTexts): Index[] {
  return [...layout.tables.values()].flatMap((table) =>
    tableIndexes(layout, table).map((each) => statement(each, texts)),
  );
}

/**
 * Returns whether an index begins with the columns `equal`, in any sequence, and continues with an order or its reverse.
 */
export function givesOrder(
  layout: Layout,
  table: Table,
  equal: ReadonlySet<string>,
  sort: readonly Sorting[],
): boolean {
  const { columns, isComplete } = sortColumns(table, sort);
  const order = [...columns, 'id'];
  const reverse = order.map((column) => (column.endsWith(' DESC') ? column.slice(0, -5) : `${column} DESC`));
  // The position of a choice is another expression in the opposite direction, and empty values would be first.
  const isReversible = !sort.some(({ field }) => hasPositionsIn(table, field)) && !columns.some(isEmptyLast);
  const orders = (isReversible ? [order, reverse] : [order]).map((each) => each.join(', '));
  return (
    isComplete &&
    tableIndexes(layout, table).some((each) => {
      const continued = each.columns.slice(equal.size, equal.size + order.length).join(', ');
      return each.columns.slice(0, equal.size).every((column) => equal.has(column)) && orders.includes(continued);
    })
  );
}

const isEmptyLast = (indexed: string): boolean => indexed.endsWith(' LAST');

function hasPositionsIn(table: Table, field: string): boolean {
  const column = table.byName.get(field);
  return column !== undefined && hasPositions(column);
}

function tableIndexes(layout: Layout, table: Table): TableIndex[] {
  const found = new Map<string, TableIndex>();
  const judged = referencesJudged(layout, table);
  for (const each of [
    ...uniques(layout, table),
    ofDeleted(table),
    ...lineIndexes(table),
    ...lookUps(table, judged),
    ...ofScreens(layout, table, judged),
    ...ofFigures(layout, table),
  ]) {
    if (found.size < MOST_INDEXES || each.isUnique === true) found.set(each.name, each);
  }
  return withoutBeginnings([...found.values()]);
}

/** Removes indexes whose columns begin another index. */
function withoutBeginnings(indexes: readonly TableIndex[]): TableIndex[] {
  const others = indexes.map(({ columns }) => columns.join(', '));
  return indexes.filter(({ columns, isUnique }) => {
    const beginning = `${columns.join(', ')}, `;
    return isUnique === true || !others.some((other) => other.startsWith(beginning));
  });
}

function statement({ name, table, columns, isUnique, isOfDeleted }: TableIndex, texts: IndexTexts): Index {
  const [kind, rows] = [isUnique === true ? 'UNIQUE INDEX' : 'INDEX', isOfDeleted === true ? 'IS NOT NULL' : 'IS NULL'];
  const indexed = columns.map((column) => expressionOf(table, column, texts)).join(', ');
  return { name, sql: `CREATE ${kind} ${name} ON ${table.physical} (${indexed}) WHERE deleted_at ${rows}` };
}

/** Returns the SQL of a column: of a choice, which has no column for its order, the expression that stands for it. */
function expressionOf(table: Table, indexed: string, { literal, emptiesLast }: IndexTexts): string {
  const [name = '', direction] = indexed.split(' ');
  const { greatest, descending } = emptiesLast;
  if (direction === 'LAST') return greatest === null ? name : `coalesce(${name}, ${greatest.text})`;
  if (isEmptyLast(indexed)) return `${name}${descending}`;
  const choice = table.columns.find((column) => hasPositions(column) && orderColumn(column) === name);
  if (choice === undefined) return indexed;
  const position = choicePosition(choice, { descending: direction === 'DESC', literal });
  return `(CASE ${choice.physical}${position.text} END)${direction === undefined ? '' : ` ${direction}`}`;
}

/** Returns the column that decides whether two values are equal: without case if the field ignores case. */
export function identityColumn(column: Column): string {
  return column.folded ? SHADOW_COLUMNS.fold(column.physical) : column.physical;
}

/** Returns the column by which rows are sorted; for a choice, the name that stands for its position in an index. */
function orderColumn(column: Column): string {
  return column.text || hasPositions(column) ? SHADOW_COLUMNS.order(column.physical) : column.physical;
}

/**
 * A computed field has no unique index, because values may be equal for a moment while many records are recomputed. Its
 * uniqueness is checked in the transaction of the write, like keys of several fields.
 */
function uniques(layout: Layout, table: Table): TableIndex[] {
  const attributes = layout.schema.entities.get(table.entity)?.attributes;
  return table.columns
    .filter((column) => column.unique)
    .map((column) => {
      const attribute = attributes?.get(column.name);
      const isComputed = attribute?.kind === 'field' && attribute.field.computed !== null;
      if (isComputed && !table.lines) return index(table, [identityColumn(column)]);
      const name = `u_${table.physical}_${column.physical}`;
      return { name, table, columns: [identityColumn(column)], isUnique: true };
    });
}

/** Finds deleted rows by their deletion time, and lines by the record they were deleted with. */
function ofDeleted(table: Table): TableIndex {
  const columns = table.lines ? ['parent', 'deleted_at'] : ['deleted_at', 'id DESC'];
  return { name: `d_${table.physical}`, table, columns, isOfDeleted: true };
}

function lineIndexes(table: Table): TableIndex[] {
  return table.lines ? [index(table, ['parent', 'list', 'position'])] : [];
}

function lookUps(table: Table, judged: readonly string[]): TableIndex[] {
  const references = table.columns.filter(({ type }) => type.kind === 'reference');
  const states = [...(table.lines ? [] : table.columns)].filter(({ element }) => element.startsWith('machine/'));
  const byOwner = table.lines ? [] : NEWEST;
  return [
    ...(table.lines ? [] : [index(table, [...NEWEST, ...judged])]),
    ...[...references, ...states].map((column) => index(table, [column.physical, ...byOwner])),
  ];
}

/** More columns would cost each write more than they save. */
const MOST_JUDGED = 3;

/** The conditions under which roles read records of the entity; null: a role that reads all. */
function readConditions({ schema }: Layout, table: Table, roles: ReadonlySet<string> | null): (Formula | null)[] {
  return schema.model.permissions.flatMap(({ entity, field, operation, grant, role }) =>
    entity === table.entity && field === null && operation === 'read' && grant.kind === 'yes' && isAmong(roles, role)
      ? [grant.where]
      : [],
  );
}

const isAmong = (roles: ReadonlySet<string> | null, role: string): boolean => roles === null || roles.has(role);

/**
 * Returns the references in which the read permissions of the entity begin, except of permissions that an index begins
 * with.
 */
function referencesJudged(layout: Layout, table: Table): string[] {
  const trees = readConditions(layout, table, null).map((formula) => formula?.tree ?? null);
  const names = new Set(trees.filter((tree) => !isAllEqual(table, tree)).flatMap(namesIn));
  const references = [...names].flatMap((name) => {
    const column = table.byName.get(name);
    return column?.type.kind === 'reference' ? [column.physical] : [];
  });
  return references.slice(0, MOST_JUDGED);
}

/** Returns the names in a condition joined by `and`, `or`, `not` and comparisons. */
function namesIn(tree: Tree | null): string[] {
  switch (tree?.op) {
    case 'name':
      return [tree.name];
    case 'member':
      return tree.of.op === 'name' && tree.of.name === 'this' ? [tree.name] : namesIn(tree.of);
    case 'unary':
      return namesIn(tree.of);
    case 'binary':
      return [...namesIn(tree.left), ...namesIn(tree.right)];
    default:
      return [];
  }
}

/**
 * The indexes of lists, boards and calendars: one for each way in which roles of the screen read its records. An index
 * begins with the columns that the permission and the filter compare for equality, and continues with the sort order.
 */
function ofScreens(layout: Layout, table: Table, judged: readonly string[]): TableIndex[] {
  const screens = layout.schema.model.screens.filter(
    ({ entity, kind }) => entity === table.entity && SCREEN_KINDS[kind].shows === 'records',
  );
  const stated = screens.flatMap((screen) => {
    const roles = new Set(screen.roles?.map(({ name }) => name));
    const readers = readConditions(layout, table, roles).map((formula) => formula?.tree ?? null);
    const filter = comparedIn(table, screen.filter);
    const wide = screen.kind === 'board' ? [...filter, ...columnsNamed(table, screen.by)] : filter;
    const isMerging = optionsIn(table, screen.filter?.tree ?? null).length > 0;
    const narrow = screen.filters
      .map((each) => (isMerging ? equalIn(table, each.filter?.tree ?? null) : comparedIn(table, each.filter)))
      .filter(isFilled);
    return [wide, ...narrow.map((more) => [...wide, ...more])].flatMap((equal, rank) =>
      readers.map((reader) => ({ rank, index: listIndex(table, screen, { equal, reader, judged }) })),
    );
  });
  return stated.sort((one, other) => one.rank - other.rank).flatMap(({ index: found }) => found ?? []);
}

const isFilled = (columns: readonly string[]): boolean => columns.length > 0;

/** More columns would make the index as large as the table. */
const MOST_IN_FIGURES = 8;

/**
 * One index for each way in which roles of dashboards read the records, with every column that the figures read, so that
 * they need no rows of the table.
 */
function ofFigures(layout: Layout, table: Table): TableIndex[] {
  const screens = layout.schema.model.screens.filter(
    ({ entity, kind }) => entity === table.entity && SCREEN_KINDS[kind].shows === 'figures',
  );
  return screens.flatMap((screen) => {
    const tiles = [...screen.numbers, ...screen.charts];
    const filters = [screen.filter, ...tiles.map(({ filter }) => filter)].flatMap(namesOf);
    const named = [...screen.charts.map(({ by }) => by), ...filters, ...tiles.map(({ field }) => field)];
    const read = named.flatMap((name) => columnsNamed(table, name));
    const roles = new Set(screen.roles?.map(({ name }) => name));
    return readConditions(layout, table, roles).flatMap((reader) => {
      const columns = [...new Set([...equalIn(table, reader?.tree ?? null), ...read])];
      return columns.length === 0 || columns.length > MOST_IN_FIGURES ? [] : [index(table, columns)];
    });
  });
}

const namesOf = (formula: Formula | null): string[] => namesIn(formula?.tree ?? null);

/** Returns null if the indexes that every table has are enough. */
function listIndex(
  table: Table,
  { kind, by, sort: stated }: Screen,
  {
    equal,
    reader,
    judged,
  }: { readonly equal: readonly string[]; readonly reader: Tree | null; readonly judged: readonly string[] },
): TableIndex | null {
  const own = equalIn(table, reader);
  const isJudged = reader !== null && !isAllEqual(table, reader);
  const calendar = kind === 'calendar' ? columnsNamed(table, by) : [];
  const sort = calendar.length > 0 ? { columns: calendar, isComplete: true } : sortColumns(table, stated);
  if (own.length + equal.length + sort.columns.length === 0) return null;
  const order = stated.length + calendar.length === 0 ? NEWEST : [...sort.columns, ...(sort.isComplete ? ['id'] : [])];
  return index(table, [...new Set([...own, ...equal, ...order, ...(isJudged ? judged : [])])]);
}

/** Returns the columns of the order up to the first that is not stored or has too many options for an index. */
function sortColumns(
  table: Table,
  sort: readonly Sorting[],
): { readonly columns: readonly string[]; readonly isComplete: boolean } {
  const columns: string[] = [];
  const sorted: Column[] = [];
  for (const [rank, { field, descending }] of sort.entries()) {
    const column = table.byName.get(field);
    if (column === undefined || column.computedBy !== null) return { columns, isComplete: false };
    sorted.push(column);
    if (!canIndexPositions(sorted)) return { columns, isComplete: false };
    const isLast = rank > 0 && !hasPositions(column) && !isAlwaysFilled(column);
    columns.push(`${orderColumn(column)}${descending ? ' DESC' : ''}${isLast ? ' LAST' : ''}`);
  }
  return { columns, isComplete: true };
}

function columnsNamed(table: Table, name: string | null): string[] {
  const column = name === null ? undefined : table.byName.get(name);
  return column === undefined || column.computedBy !== null ? [] : [identityColumn(column)];
}

/** Returns the columns that a condition compares for equality in every matching row. */
function equalIn(table: Table, tree: Tree | null): string[] {
  if (tree?.op !== 'binary') return [];
  if (tree.operator === 'and') return [...equalIn(table, tree.left), ...equalIn(table, tree.right)];
  if (tree.operator !== '==') return [];
  return [tree.left, tree.right].flatMap((side) => columnsNamed(table, ownField(side))).slice(0, 1);
}

/** Returns the columns that a filter compares for equality, and the first choice of which it admits several options. */
function comparedIn(table: Table, filter: Formula | null): string[] {
  const tree = filter?.tree ?? null;
  return [...equalIn(table, tree), ...optionsIn(table, tree).slice(0, 1)];
}

/** Returns the choices of which a condition admits several options: those that it names, or the others. */
function optionsIn(table: Table, tree: Tree | null): string[] {
  if (tree?.op === 'unary' && tree.of.op === 'binary' && tree.of.operator === 'in') return optionsIn(table, tree.of);
  if (tree?.op !== 'binary') return [];
  if (tree.operator === 'and') return [...optionsIn(table, tree.left), ...optionsIn(table, tree.right)];
  const column = tree.operator === 'in' ? table.byName.get(ownField(tree.left) ?? '') : undefined;
  return column !== undefined && isMerged(column) ? [column.physical] : [];
}

/** Returns whether a condition consists of equalities of columns. */
function isAllEqual(table: Table, tree: Tree | null): boolean {
  if (tree?.op !== 'binary') return false;
  if (tree.operator === 'and') return isAllEqual(table, tree.left) && isAllEqual(table, tree.right);
  return equalIn(table, tree).length > 0;
}

/** Returns the field in `owner` or `this.owner`. */
function ownField(tree: Tree): string | null {
  if (tree.op === 'name') return tree.name;
  return tree.op === 'member' && tree.of.op === 'name' && tree.of.name === 'this' ? tree.name : null;
}

function index(table: Table, columns: readonly string[]): TableIndex {
  const tail = columns.map((column) => column.replace(' DESC', '_d').replace(' LAST', '_l')).join('_');
  return { name: `i_${table.physical}_${tail}`, table, columns };
}
