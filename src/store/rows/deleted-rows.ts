import type { DeletedRow, RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Row, Value, Values } from '../../fields/text/value.ts';
import { filesIn } from '../../fields/types/file.ts';
import { all, type DbProgram, get, send } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import { StoreError } from '../core/store-error.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { personOf, type Stamp } from './history-log.ts';
import { updateLinks } from './link-rows.ts';
import type { RowReader, VersionedRow } from './read-rows.ts';
import { columnEntries } from './row-statements.ts';

interface On {
  readonly layout: Layout;
  readonly reader: Pick<RowReader, 'returned'>;
}

/** Returns a deleted record as it was when it was deleted; null if there is none. Applies no permissions. */
export function* readDeleted({ layout, reader }: On, { entity, id }: RecordKey): DbProgram<DeletedRow | null> {
  const table = layout.tables.get(entity);
  if (table === undefined || table.lines) return null;
  const { columns, row } = reader.returned(entity);
  const sql = `SELECT ${columns}, deleted_at, deleted_by FROM ${table.physical} WHERE id = ? AND deleted_at IS NOT NULL`;
  const deletedRow = yield* get(sql, [id]);
  if (deletedRow === undefined) return null;
  const [at, by] = deletedRow.slice(-2);
  const read = row(deletedRow);
  yield* addLines({ layout, reader }, table, read, Number(at));
  return {
    row: read,
    at: Number(at),
    by: typeof by === 'string' ? by : null,
    with:
      (yield* rowsDeletedWith(layout, 'record = ? AND entity = ?', 'of_entity, of_record', [id, table.physical]))[0] ??
      null,
    along: yield* rowsDeletedWith(layout, 'of_record = ? AND of_entity = ?', 'entity, record', [id, table.physical]),
  };
}

function* rowsDeletedWith(
  layout: Layout,
  where: string,
  names: string,
  of: readonly [id: string, physical: string],
): DbProgram<readonly RecordKey[]> {
  const found = yield* all(`SELECT ${names} FROM along WHERE ${where} ORDER BY 1, 2`, of);
  return found.flatMap(([physical, id]) => {
    const table = layout.byPhysical.get(String(physical));
    return table === undefined ? [] : [{ entity: table.entity, id: String(id) }];
  });
}

/**
 * Adds the lines deleted together with the owner: at the same moment, and not removed from the list individually (such
 * a line has no position).
 */
function* addLines(on: On, table: Table, owner: VersionedRow, at: number): DbProgram<void> {
  for (const list of table.lists) {
    const lines = on.layout.tables.get(list.entity);
    if (lines === undefined) continue;
    const { columns, row } = on.reader.returned(list.entity);
    const sql = `SELECT ${columns} FROM ${lines.physical}
      WHERE parent = ? AND deleted_at = ? AND list = ? AND position IS NOT NULL ORDER BY position, id`;
    const found = (yield* all(sql, [owner.id, at, list.physical])).map(row);
    for (const line of found) yield* addLines(on, lines, line, at);
    owner.values[list.name] = found;
  }
}

/** Records that a record is deleted because another one is. */
export function* linkDeleted(layout: Layout, key: RecordKey, of: RecordKey): DbProgram<void> {
  const [table, other] = [layout.tables.get(key.entity), layout.tables.get(of.entity)];
  if (table === undefined || other === undefined) return;
  yield* send(
    `INSERT INTO along (entity, record, of_entity, of_record) VALUES (?, ?, ?, ?)
      ON CONFLICT (entity, record) DO UPDATE SET of_entity = excluded.of_entity, of_record = excluded.of_record`,
    [table.physical, key.id, other.physical, of.id],
  );
}

/** Removes purged records from the links between records deleted together. */
export function* unlinkDeleted(table: Table, ids: string, words: DialectTexts): DbProgram<void> {
  const among = words.inList('?');
  yield* send(`DELETE FROM along WHERE entity = ? AND record ${among}`, [table.physical, ids]);
  yield* send(`DELETE FROM along WHERE of_entity = ? AND of_record ${among}`, [table.physical, ids]);
}

/**
 * Restores a deleted record and everything deleted with it, with the fields in `values` replaced. Returns the restored
 * record.
 */
export function* restoreRecord(
  on: On & { readonly words: DialectTexts },
  table: Table,
  id: string,
  values: Values,
): DbProgram<Row> {
  const found = yield* readDeleted(on, { entity: table.entity, id });
  if (found === null)
    throw new StoreError('failed', `The record ${id} is not among those that are deleted, so nothing was written.`);
  const row = { ...found.row, values: { ...found.row.values, ...values } };
  const restored: RestoredRows = { tokens: [], ids: [] };
  yield* restoreRow(on, table, row, found.row, restored);
  if (restored.tokens.length > 0)
    yield* send(
      `UPDATE files SET deleted_at = NULL WHERE token ${on.words.inList('?')} AND record ${on.words.inList('?')}`,
      [JSON.stringify(restored.tokens), JSON.stringify(restored.ids)],
    );
  yield* send('DELETE FROM along WHERE entity = ? AND record = ?', [table.physical, id]);
  return row;
}

interface RestoredRows {
  readonly tokens: string[];
  readonly ids: string[];
}

/** Restores a row and its lines, and writes the values that differ from the deleted row. */
function* restoreRow(
  on: On & { readonly words: DialectTexts },
  table: Table,
  row: Row,
  before: Row,
  back: RestoredRows,
): DbProgram<void> {
  const changed = table.columns.flatMap((column) => {
    const [from, to] = [before.values[column.name] ?? null, row.values[column.name] ?? null];
    return from === to ? [] : columnEntries(column, to);
  });
  const sets = ['deleted_at = NULL', 'deleted_by = NULL', 'version = version + 1'];
  yield* send(
    `UPDATE ${table.physical} SET ${[...sets, ...changed.map(([name]) => `${name} = ?`)].join(', ')} WHERE id = ?`,
    [...changed.map(([, value]) => value), row.id],
  );
  yield* updateLinks(on.words, table, row.id, { before: null, after: row.values });
  back.ids.push(row.id);
  for (const { name, type } of table.columns)
    if (type.kind === 'file') back.tokens.push(...filesIn(row.values[name] ?? null).map(({ file }) => file));
  for (const list of table.lists) {
    const lines = on.layout.tables.get(list.entity);
    if (lines === undefined) continue;
    const old = new Map(linesIn(before.values[list.name] ?? null).map((line) => [line.id, line] as const));
    for (const line of linesIn(row.values[list.name] ?? null))
      yield* restoreRow(on, lines, line, old.get(line.id) ?? line, back);
  }
}

export const linesIn = (value: Value): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);

/**
 * Returns the assignments that mark a row as deleted. `alone`: a line removed from its list, which loses its position.
 */
export function deletionAssignments(
  { actor, now }: Stamp,
  alone: boolean,
): { readonly sql: string; readonly values: readonly (string | number | null)[] } {
  const place = alone ? ', position = NULL' : '';
  return { sql: `deleted_at = ?, deleted_by = ?, version = version + 1${place}`, values: [now, personOf(actor)] };
}
