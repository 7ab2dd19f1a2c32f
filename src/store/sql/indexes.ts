import type { Tree } from '../../model/formula.ts';
import type { SortKey } from '../../model/model.ts';
import { shadows } from '../catalog.ts';
import type { Column, Layout, Table } from '../layout.ts';

/** An index by its whole statement: the same columns always give the same name. */
export interface Index {
  readonly name: string;
  readonly sql: string;
}

const MOST_INDEXES = 24;

/**
 * The indexes that the document's own questions need: uniqueness, references both ways, newest first, states, and
 * what screens filter and sort by. All are over live rows only.
 */
export function indexesOf(layout: Layout): Index[] {
  return [...layout.tables.values()].flatMap((table) => {
    const found = new Map<string, Index>();
    for (const index of [...uniques(table), ...lineIndexes(table), ...lookUps(table), ...ofScreens(layout, table)]) {
      if (found.size < MOST_INDEXES || index.name.startsWith('u_')) found.set(index.name, index);
    }
    return [...found.values()];
  });
}

/** The column that says whether two values are the same: without case where the field says so. */
export function identityColumn(column: Column): string {
  return column.folded ? shadows.fold(column.physical) : column.physical;
}

/** The column that rows are ordered by. */
export function orderColumn(column: Column): string {
  return column.text ? shadows.order(column.physical) : column.physical;
}

function uniques(table: Table): Index[] {
  return table.columns
    .filter((column) => column.unique)
    .map((column) => ({
      name: `u_${table.physical}_${column.physical}`,
      sql: `CREATE UNIQUE INDEX u_${table.physical}_${column.physical} ON ${table.physical} (${identityColumn(column)}) WHERE deleted_at IS NULL`,
    }));
}

function lineIndexes(table: Table): Index[] {
  return table.lines ? [index(table, ['parent', 'list', 'position'])] : [];
}

function lookUps(table: Table): Index[] {
  const references = table.columns.filter(({ type }) => type.kind === 'reference');
  const states = [...(table.lines ? [] : table.columns)].filter(({ element }) => element.startsWith('machine/'));
  const newest = ['created_at DESC', 'id'];
  const byOwner = table.lines ? [] : newest;
  return [
    ...(table.lines ? [] : [index(table, newest)]),
    ...[...references, ...states].map((column) => index(table, [column.physical, ...byOwner])),
  ];
}

function ofScreens(layout: Layout, table: Table): Index[] {
  const screens = layout.schema.model.screens.filter((screen) => screen.entity === table.entity);
  return screens.flatMap((screen) => {
    const equal = equalIn(screen.filter?.tree ?? null).flatMap((name) => columnsNamed(table, name));
    const sort = sortColumns(table, screen.sort);
    const columns = [...new Set([...equal, ...sort])];
    return columns.length === 0
      ? []
      : [index(table, [...columns, ...(sort.length === 0 ? ['created_at DESC'] : []), 'id'])];
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

/** The names that a filter compares for equality in every row that it admits. */
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
