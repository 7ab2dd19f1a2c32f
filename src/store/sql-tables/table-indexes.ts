import type { Tree } from '../../model/types/formula.ts';
import type { SortKey } from '../../model/types/model.ts';
import { SHADOW_COLUMNS } from '../core/catalog.ts';
import type { Column, Layout, Table } from '../core/layout.ts';

/** An index with its complete statement. The same columns always have the same name. */
export interface Index {
  readonly name: string;
  readonly sql: string;
}

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
export function indexesOf(layout: Layout): Index[] {
  return [...layout.tables.values()].flatMap((table) => {
    const found = new Map<string, Index>();
    const judged = referencesJudged(layout, table);
    for (const index of [
      ...uniques(layout, table),
      ofDeleted(table),
      ...lineIndexes(table),
      ...lookUps(table, judged),
      ...ofScreens(layout, table, judged),
    ]) {
      if (found.size < MOST_INDEXES || index.name.startsWith('u_')) found.set(index.name, index);
    }
    return withoutBeginnings([...found.values()]);
  });
}

/** Removes indexes whose columns begin another index. */
function withoutBeginnings(indexes: readonly Index[]): Index[] {
  const others = indexes.map(columnsIn);
  return indexes.filter((index) => {
    const beginning = `${columnsIn(index)}, `;
    return index.name.startsWith('u_') || !others.some((columns) => columns.startsWith(beginning));
  });
}

const columnsIn = ({ sql }: Index): string => sql.slice(sql.indexOf('(') + 1, sql.indexOf(')'));

/** Returns the column that decides whether two values are equal: without case if the field ignores case. */
export function identityColumn(column: Column): string {
  return column.folded ? SHADOW_COLUMNS.fold(column.physical) : column.physical;
}

/** Returns the column by which rows are sorted. */
export function orderColumn(column: Column): string {
  return column.text ? SHADOW_COLUMNS.order(column.physical) : column.physical;
}

/**
 * A computed field has no unique index, because values may be equal for a moment while many records are recomputed. Its
 * uniqueness is checked in the transaction of the write, like keys of several fields.
 */
function uniques(layout: Layout, table: Table): Index[] {
  const attributes = layout.schema.entities.get(table.entity)?.attributes;
  return table.columns
    .filter((column) => column.unique)
    .map((column) => {
      const attribute = attributes?.get(column.name);
      const isComputed = attribute?.kind === 'field' && attribute.field.computed !== null;
      if (isComputed && !table.lines) return index(table, [identityColumn(column)]);
      const name = `u_${table.physical}_${column.physical}`;
      const sql = `CREATE UNIQUE INDEX ${name} ON ${table.physical} (${identityColumn(column)}) WHERE deleted_at IS NULL`;
      return { name, sql };
    });
}

/** Finds deleted rows by their deletion time, and lines by the record they were deleted with. */
function ofDeleted(table: Table): Index {
  const name = `d_${table.physical}`;
  const columns = table.lines ? 'parent, deleted_at' : 'deleted_at, id DESC';
  return { name, sql: `CREATE INDEX ${name} ON ${table.physical} (${columns}) WHERE deleted_at IS NOT NULL` };
}

function lineIndexes(table: Table): Index[] {
  return table.lines ? [index(table, ['parent', 'list', 'position'])] : [];
}

function lookUps(table: Table, judged: readonly string[]): Index[] {
  const references = table.columns.filter(({ type }) => type.kind === 'reference');
  const states = [...(table.lines ? [] : table.columns)].filter(({ element }) => element.startsWith('machine/'));
  const byOwner = table.lines ? [] : NEWEST;
  return [
    ...(table.lines ? [] : [index(table, [...NEWEST, ...judged])]),
    ...[...references, ...states].map((column) => index(table, [column.physical, ...byOwner])),
  ];
}

/** More indexes would cost each write more than they save. */
const MOST_JUDGED = 3;

/** Returns the references in which the read permissions of the entity begin. */
function referencesJudged({ schema }: Layout, table: Table): string[] {
  const formulas = schema.model.permissions.flatMap(({ entity, field, operation, grant }) =>
    entity === table.entity && field === null && operation === 'read' && grant.kind === 'yes' ? [grant.where] : [],
  );
  const names = new Set(formulas.flatMap((formula) => namesIn(formula?.tree ?? null)));
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

function ofScreens(layout: Layout, table: Table, judged: readonly string[]): Index[] {
  const screens = layout.schema.model.screens.filter((screen) => screen.entity === table.entity);
  return screens.flatMap((screen) => {
    const equal = equalIn(screen.filter?.tree ?? null).flatMap((name) => columnsNamed(table, name));
    const sort = sortColumns(table, screen.sort);
    if (equal.length + sort.length === 0) return [];
    const order = sort.length === 0 ? NEWEST : [...sort, 'id'];
    return [index(table, [...new Set([...equal, ...order, ...judged])])];
  });
}

function sortColumns(table: Table, sort: readonly SortKey[]): string[] {
  return sort.flatMap(({ field, descending }) => {
    const column = table.byName.get(field);
    return column === undefined ? [] : [`${orderColumn(column)}${descending ? ' DESC' : ''}`];
  });
}

function columnsNamed(table: Table, name: string): string[] {
  const column = table.byName.get(name);
  return column === undefined ? [] : [identityColumn(column)];
}

/** Returns the names that a filter compares for equality in every matching row. */
function equalIn(tree: Tree | null): string[] {
  if (tree?.op !== 'binary') return [];
  if (tree.operator === 'and') return [...equalIn(tree.left), ...equalIn(tree.right)];
  if (tree.operator !== '==') return [];
  return [tree.left, tree.right].flatMap((side) => (side.op === 'name' ? [side.name] : [])).slice(0, 1);
}

function index(table: Table, columns: readonly string[]): Index {
  const tail = columns.map((column) => column.replace(/ DESC$/, '_d')).join('_');
  const name = `i_${table.physical}_${tail}`;
  return { name, sql: `CREATE INDEX ${name} ON ${table.physical} (${columns.join(', ')}) WHERE deleted_at IS NULL` };
}
