import type { HistoryEntry } from '../../engine/context/verdict.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { CatalogColumn } from '../core/catalog.ts';
import { all, type DbProgram, run, type SqlRow } from '../core/db-program.ts';
import type { Column, Layout, Table } from '../core/layout.ts';
import { decode, isStorable, type SqlValue, storedKind } from '../core/storage.ts';
import {
  type Change,
  changesText,
  decodeValue,
  isFromRow,
  type StoredChange,
  type StoredValue,
  storedChanges,
  textFromRow,
} from './history-text.ts';

/** Returns the columns of whose values at creation history may be silent, because row and later changes tell them. */
export function derivedColumns(table: Table): readonly Column[] {
  return table.columns.filter(({ statedUntil, computedBy }) => statedUntil !== null && computedBy === null);
}

/**
 * Returns the changes of a history entry as they are stored. Of the entry about the creation of `created`, only what its
 * row does not tell: computed fields, lists, and values that the history conceals.
 */
export function entryText({ changes }: HistoryEntry, created: Row | null, layout: Layout, table: Table): string {
  if (created === null || changes.some(({ from }) => from !== null)) return changesText(changes, layout, table);
  const byField = new Map(changes.map((change) => [change.field, change]));
  const told = new Set<string>();
  for (const { name } of derivedColumns(table)) {
    const value = created.values[name] ?? null;
    if (value === null) continue;
    const change = byField.get(name);
    if (change === undefined) return changesText(changes, layout, table);
    if (change.to === value && comesBack(value)) told.add(name);
  }
  const others = changes.filter(({ field }) => !told.has(field));
  return textFromRow(changesText(others, layout, table));
}

/** Returns whether reading a stored value returns it unchanged. */
function comesBack(value: Value): boolean {
  if (typeof value === 'string') return isStorable(value);
  return typeof value === 'number' || typeof value === 'boolean';
}

/** A history entry as it is stored, with the values of `derivedColumns` in the row if the entry is silent about them. */
export interface EntryWithRow {
  readonly id: number;
  readonly changes: string;
  readonly row: SqlRow;
}

/**
 * Returns a function that decodes the changes of the entries of one record, which must be given newest first. The value
 * that a field had at creation is the one before its first change, and without a change the one in the row.
 */
export function entryDecoder(layout: Layout, table: Table): (entry: EntryWithRow) => Change[] {
  const firstValues = new Map<string, StoredValue>();
  const columns = derivedColumns(table);
  const names = [...(layout.schema.entities.get(table.entity)?.attributes.keys() ?? [])];
  const decoded = (changes: readonly StoredChange[]): Change[] =>
    changes.flatMap(([mark, from, to]) => {
      const part = table.byMark.get(mark);
      if (part === undefined) return [];
      return [{ field: part.name, from: decodeValue(from, part, layout), to: decodeValue(to, part, layout) }];
    });
  return ({ id, changes: text, row }) => {
    const stored = storedChanges(text);
    const changes = decoded(stored);
    if (!isFromRow(text)) {
      for (const [mark, from] of stored) firstValues.set(mark, from);
      return changes;
    }
    const stated = new Set(stored.map(([mark]) => mark));
    columns.forEach((column, index) => {
      const { name, physical, type, statedUntil } = column;
      if (stated.has(physical) || id <= (statedUntil ?? id)) return;
      const first = firstValues.get(physical);
      const to = first === undefined ? decode(row[index] ?? null, type) : decodeValue(first, column, layout);
      if (to !== null) changes.push({ field: name, from: null, to });
    });
    return changes.sort((one, other) => names.indexOf(one.field) - names.indexOf(other.field));
  };
}

/** A column as it is before its values change without a history entry. */
export type ColumnToKeep = Pick<CatalogColumn, 'table' | 'physical'> & {
  readonly type: Parameters<typeof storedKind>[0] & { readonly scale?: number };
};

const BATCH_SIZE = 1000;

/** Before all values of a column change without history: stores those at creation in the entries that lack them. */
export function* keepCreatedValues(column: ColumnToKeep): DbProgram<void> {
  const { table, physical } = column;
  const sql = `SELECT h.id, h.record, h.changes, t.${physical} FROM history AS h JOIN ${table} AS t ON t.id = h.record
    WHERE h.entity = ? AND h.id > ? AND h.changes LIKE '+%' ORDER BY h.id LIMIT ${BATCH_SIZE}`;
  let last = 0;
  for (;;) {
    const entries = yield* all(sql, [table, last]);
    for (const entry of entries) yield* keepCreatedValue(column, entry);
    if (entries.length < BATCH_SIZE) return;
    last = Number(entries.at(-1)?.[0]);
  }
}

/** Before a reference to a record is cleared without history: the same for the live rows that contain it. */
export function* keepCreatedReferences(table: Table, column: Column, target: string): DbProgram<void> {
  if (column.statedUntil === null || table.lines) return;
  const { physical } = column;
  const sql = `SELECT h.id, h.record, h.changes, t.${physical} FROM ${table.physical} AS t JOIN history AS h ON h.record = t.id
    WHERE t.${physical} = ? AND t.deleted_at IS NULL AND h.entity = ? AND h.changes LIKE '+%'`;
  for (const entry of yield* all(sql, [target, table.physical]))
    yield* keepCreatedValue({ ...column, table: table.physical }, entry);
}

function* keepCreatedValue({ table, physical, type }: ColumnToKeep, entry: SqlRow): DbProgram<void> {
  const [id, record, text, current] = entry;
  const stored = storedChanges(String(text));
  if (stored.some(([mark]) => mark === physical)) return;
  const later = yield* all('SELECT changes FROM history WHERE record = ? AND entity = ? AND id > ? ORDER BY id', [
    String(record),
    table,
    Number(id),
  ]);
  const first = later.flatMap(([changes]) => storedChanges(String(changes))).find(([mark]) => mark === physical);
  const value = first === undefined ? storedValue(current ?? null, type) : first[1];
  if (value === null) return;
  const kept = textFromRow(JSON.stringify([...stored, [physical, null, value]]));
  yield* run('UPDATE history SET changes = ? WHERE id = ?', [kept, Number(id)]);
}

function storedValue(current: SqlValue, type: ColumnToKeep['type']): StoredValue {
  if (current === null || current instanceof Uint8Array) return null;
  if (storedKind(type) === 'boolean') return current === 1;
  return typeof current === 'number' && type.scale !== undefined && type.scale > 0
    ? { n: current, s: type.scale }
    : current;
}
