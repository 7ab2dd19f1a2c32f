import { noValues, type Row, type Value, type Values } from '../../fields/text/value.ts';
import { SHADOW_COLUMNS } from '../core/catalog.ts';
import type { Column, Layout, Table } from '../core/layout.ts';
import { decode, encode, foldShadow, isStorable, orderShadow, type SqlValue, wordsShadow } from '../core/storage.ts';
import type { RowReader, VersionedRow } from './read-rows.ts';

/** The statements that write complete rows of a table, built once. */
export interface RowStatements {
  /** Inserts a row. Parameters: id, version, creation time and person, change time and person, then `rowValues`. */
  readonly insert: string;
  /**
   * Inserts a line, or replaces the line with this id in the same list of the same record. Returns the resulting line,
   * or no row if the line belongs to another record. Parameters: as for `insert`, but with record, list and position
   * before `rowValues`.
   */
  readonly line: string;
  /** Inserts a line of a new record. Same parameters as `line`. */
  readonly firstLine: string;
  /** Updates these columns of a row. Parameters: change time and person, then `columnValues`, then the id. */
  readonly update: (columns: readonly Column[]) => string;
}

/** Beyond this number of different updates, statements are built each time. */
const MOST_UPDATES = 200;

const MARKS = ['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by'];
const PLACE = ['parent', 'list', 'position'];

export function createRowStatements(layout: Layout, reader: RowReader): ReadonlyMap<string, RowStatements> {
  return new Map([...layout.tables].map(([entity, table]) => [entity, textsOf(table, reader)] as const));
}

function textsOf(table: Table, reader: RowReader): RowStatements {
  const { physical } = table;
  const own = table.columns.flatMap(namesOf);
  const returned = reader.returned(table.entity).columns;
  const insert = (names: readonly string[]) =>
    `INSERT INTO ${physical} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const updates = new Map<string, string>();
  const changing = ['changed_at', 'changed_by', 'position', ...own].map((name) => `${name} = excluded.${name}`);
  return {
    insert: insert([...MARKS, ...own]),
    firstLine: insert([...MARKS, ...PLACE, ...own]),
    update: (columns) => {
      const key = columns.map((column) => column.physical).join();
      const cached = updates.get(key);
      if (cached !== undefined) return cached;
      const sets = ['version = version + 1', 'changed_at = ?', 'changed_by = ?'];
      for (const name of columns.flatMap(namesOf)) sets.push(`${name} = ?`);
      const text = `UPDATE ${physical} SET ${sets.join(', ')} WHERE id = ? AND deleted_at IS NULL`;
      if (updates.size < MOST_UPDATES) updates.set(key, text);
      return text;
    },
    line: `${insert([...MARKS, ...PLACE, ...own])}
      ON CONFLICT (id) DO UPDATE SET version = ${physical}.version + 1, deleted_at = NULL, deleted_by = NULL, ${changing.join(', ')}
      WHERE ${physical}.parent = excluded.parent AND ${physical}.list = excluded.list RETURNING ${returned}`,
  };
}

/** Returns the values of all columns of a table and their shadow columns, in order; missing values are null. */
export function rowValues({ columns }: Table, values: Values): SqlValue[] {
  return columnValues(columns, values);
}

/** Returns the values of some columns and their shadow columns. */
export function columnValues(columns: readonly Column[], values: Values): SqlValue[] {
  const found: SqlValue[] = [];
  for (const column of columns) found.push(...valuesOf(column, values[column.name] ?? null));
  return found;
}

/**
 * Returns the row as reading it would give after writing these values; other values are those of `before`. Null if only
 * reading it tells, since some texts do not come back unchanged.
 */
export function writtenRow(table: Table, { before, values, ...marks }: WrittenRow): VersionedRow | null {
  const { id, version, at, person, madeAt, madeBy } = marks;
  const found = noValues();
  const own: { readonly [name: string]: Value } = {
    id,
    createdAt: madeAt,
    createdBy: madeBy,
    changedAt: at,
    changedBy: person,
  };
  for (const { name, type, computedBy, builtIn } of table.byName.values()) {
    if (computedBy !== null) continue;
    if (builtIn) found[name] = own[name] ?? null;
    else if (before !== null && !Object.hasOwn(values, name)) found[name] = before.values[name] ?? null;
    else {
      const kept = encode(values[name] ?? null, type);
      if (typeof kept === 'string' && !isStorable(kept)) return null;
      // SQL has no negative zero.
      found[name] = decode(typeof kept === 'number' ? kept + 0 : kept, type);
    }
  }
  return { entity: table.entity, id, version, values: found };
}

interface WrittenRow {
  readonly id: string;
  readonly version: number;
  readonly at: number;
  readonly person: string | null;
  readonly madeAt: Value;
  readonly madeBy: Value;
  /** Null for a new row. */
  readonly before: Row | null;
  readonly values: Values;
}

/** Returns the names and values of a column and its shadow columns. */
export function columnEntries(column: Column, value: Value): (readonly [name: string, value: SqlValue])[] {
  const values = valuesOf(column, value);
  return namesOf(column).map((name, index) => [name, values[index] ?? null] as const);
}

function namesOf({ physical, computedBy, text, searched, folded }: Column): string[] {
  if (computedBy !== null) return [];
  const found = [physical];
  if (text) found.push(SHADOW_COLUMNS.order(physical));
  if (searched) found.push(SHADOW_COLUMNS.words(physical));
  if (folded) found.push(SHADOW_COLUMNS.fold(physical));
  return found;
}

function valuesOf({ type, computedBy, text, searched, folded }: Column, value: Value): SqlValue[] {
  if (computedBy !== null) return [];
  const found = [encode(value, type)];
  if (text) found.push(orderShadow(value));
  if (searched) found.push(wordsShadow(value));
  if (folded) found.push(foldShadow(value));
  return found;
}
