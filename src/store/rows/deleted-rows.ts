import type { Deleted, RecordKey } from '../../engine/core/facts.ts';
import type { Row, Value, Values } from '../../fields/text/value.ts';
import { filesIn } from '../../fields/types/file.ts';
import { all, get, type Steps, send } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import { StoreError } from '../core/store-error.ts';
import type { Words } from '../sql/dialect.ts';
import { type Mark, personOf } from './history-log.ts';
import { keepLinks } from './link-rows.ts';
import type { FreshRow, RowReader } from './read-rows.ts';
import { stored } from './row-statements.ts';

interface On {
  readonly layout: Layout;
  readonly reader: Pick<RowReader, 'returned'>;
}

/** A deleted record as it was when it went; null where there is none, or it is not deleted. No permission is applied. */
export function* readDeleted({ layout, reader }: On, { entity, id }: RecordKey): Steps<Deleted | null> {
  const table = layout.tables.get(entity);
  if (table === undefined || table.lines) return null;
  const { columns, row } = reader.returned(entity);
  const sql = `SELECT ${columns}, deleted_at, deleted_by FROM ${table.physical} WHERE id = ? AND deleted_at IS NOT NULL`;
  const found = yield* get(sql, [id]);
  if (found === undefined) return null;
  const [at, by] = found.slice(-2);
  const read = row(found);
  yield* addLines({ layout, reader }, table, read, Number(at));
  return {
    row: read,
    at: Number(at),
    by: typeof by === 'string' ? by : null,
    with: (yield* along(layout, 'record = ? AND entity = ?', 'of_entity, of_record', [id, table.physical]))[0] ?? null,
    along: yield* along(layout, 'of_record = ? AND of_entity = ?', 'entity, record', [id, table.physical]),
  };
}

function* along(
  layout: Layout,
  where: string,
  names: string,
  of: readonly [id: string, physical: string],
): Steps<readonly RecordKey[]> {
  const found = yield* all(`SELECT ${names} FROM along WHERE ${where} ORDER BY 1, 2`, of);
  return found.flatMap(([physical, id]) => {
    const table = layout.byPhysical.get(String(physical));
    return table === undefined ? [] : [{ entity: table.entity, id: String(id) }];
  });
}

/** The lines that went with it: at the same moment, and not taken out alone, which leaves a line without its place. */
function* addLines(on: On, table: Table, owner: FreshRow, at: number): Steps<void> {
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

/** That a record goes because another does. */
export function* keepAlong(layout: Layout, key: RecordKey, of: RecordKey): Steps<void> {
  const [table, other] = [layout.tables.get(key.entity), layout.tables.get(of.entity)];
  if (table === undefined || other === undefined) return;
  yield* send(
    `INSERT INTO along (entity, record, of_entity, of_record) VALUES (?, ?, ?, ?)
      ON CONFLICT (entity, record) DO UPDATE SET of_entity = excluded.of_entity, of_record = excluded.of_record`,
    [table.physical, key.id, other.physical, of.id],
  );
}

/** What was purged went along with nothing any more, and nothing with it. */
export function* forgetAlong(table: Table, ids: string, words: Words): Steps<void> {
  const among = words.among('?');
  yield* send(`DELETE FROM along WHERE entity = ? AND record ${among}`, [table.physical, ids]);
  yield* send(`DELETE FROM along WHERE of_entity = ? AND of_record ${among}`, [table.physical, ids]);
}

/** Brings a deleted record back with what went with it, but for fields that `values` says otherwise; as it stands then. */
export function* bringBack(on: On & { readonly words: Words }, table: Table, id: string, values: Values): Steps<Row> {
  const found = yield* readDeleted(on, { entity: table.entity, id });
  if (found === null)
    throw new StoreError('failed', `The record ${id} is not among those that are deleted, so nothing was written.`);
  const row = { ...found.row, values: { ...found.row.values, ...values } };
  const back: Back = { tokens: [], ids: [] };
  yield* backAgain(on, table, row, found.row, back);
  if (back.tokens.length > 0)
    yield* send(
      `UPDATE files SET deleted_at = NULL WHERE token ${on.words.among('?')} AND record ${on.words.among('?')}`,
      [JSON.stringify(back.tokens), JSON.stringify(back.ids)],
    );
  yield* send('DELETE FROM along WHERE entity = ? AND record = ?', [table.physical, id]);
  return row;
}

interface Back {
  readonly tokens: string[];
  readonly ids: string[];
}

/** The row is live again, and its lines; a value that differs from what it had is written with it. */
function* backAgain(on: On & { readonly words: Words }, table: Table, row: Row, before: Row, back: Back): Steps<void> {
  const changed = table.columns.flatMap((column) => {
    const [from, to] = [before.values[column.name] ?? null, row.values[column.name] ?? null];
    return from === to ? [] : stored(column, to);
  });
  const sets = ['deleted_at = NULL', 'deleted_by = NULL', 'version = version + 1'];
  yield* send(
    `UPDATE ${table.physical} SET ${[...sets, ...changed.map(([name]) => `${name} = ?`)].join(', ')} WHERE id = ?`,
    [...changed.map(([, value]) => value), row.id],
  );
  yield* keepLinks(on.words, table, row.id, { before: null, after: row.values });
  back.ids.push(row.id);
  for (const { name, type } of table.columns)
    if (type.kind === 'file') back.tokens.push(...filesIn(row.values[name] ?? null).map(({ file }) => file));
  for (const list of table.lists) {
    const lines = on.layout.tables.get(list.entity);
    if (lines === undefined) continue;
    const old = new Map(linesIn(before.values[list.name] ?? null).map((line) => [line.id, line] as const));
    for (const line of linesIn(row.values[list.name] ?? null))
      yield* backAgain(on, lines, line, old.get(line.id) ?? line, back);
  }
}

const linesIn = (value: Value): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);

/** Marks a row as deleted. `alone`: a line that is taken out of its list, and has no place there any more. */
export function deletedSet(
  { actor, now }: Mark,
  alone: boolean,
): { readonly sql: string; readonly values: readonly (string | number | null)[] } {
  const place = alone ? ', position = NULL' : '';
  return { sql: `deleted_at = ?, deleted_by = ?, version = version + 1${place}`, values: [now, personOf(actor)] };
}
