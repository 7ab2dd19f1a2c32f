import type { Tree } from '../../model/types/formula.ts';
import type { SortKey } from '../../model/types/model.ts';
import { shadows } from '../core/catalog.ts';
import type { Column, Layout, Table } from '../core/layout.ts';

/** An index by its whole statement: the same columns always give the same name. */
export interface Index {
  readonly name: string;
  readonly sql: string;
}

const MOST_INDEXES = 24;

/**
 * Newest first, read from its end: what is new is put behind what is there, where a page is filled before the next is begun.
 * The other way round every page would be split in two as it fills.
 */
const NEWEST = ['created_at', 'id DESC'];

/**
 * The indexes that the document's own questions need: uniqueness, references both ways, newest first, states, and
 * what screens filter and sort by. An index that rows are passed in the order of also holds the references by which
 * permission to read them is judged, so that only rows that are shown are fetched. All of these are over live rows
 * only; deleted ones have an index of their own.
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

/** What begins another index is in it already. */
function withoutBeginnings(indexes: readonly Index[]): Index[] {
  const others = indexes.map(columnsIn);
  return indexes.filter((index) => {
    const beginning = `${columnsIn(index)}, `;
    return index.name.startsWith('u_') || !others.some((columns) => columns.startsWith(beginning));
  });
}

const columnsIn = ({ sql }: Index): string => sql.slice(sql.indexOf('(') + 1, sql.indexOf(')'));

/** The column that says whether two values are the same: without case where the field says so. */
export function identityColumn(column: Column): string {
  return column.folded ? shadows.fold(column.physical) : column.physical;
}

/** The column that rows are ordered by. */
export function orderColumn(column: Column): string {
  return column.text ? shadows.order(column.physical) : column.physical;
}

/**
 * What is computed may come to be alike for a moment, while many records are worked out anew; whether it stays so is
 * decided in the transaction of the write, as of keys of several fields.
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

/** What is deleted is found by when it went, and lines by the record that they went with. */
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

/** More than these would make every write dearer than they are worth. */
const MOST_JUDGED = 3;

/** The references that the permissions to read the entity's records start from. */
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

/** The names that a condition stands on, where `and`, `or`, `not` and comparisons join them. */
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
