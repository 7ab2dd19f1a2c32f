import type { RecordKey } from '../engine/facts.ts';
import type { Write } from '../engine/verdict.ts';
import type { Row, Value, Values } from '../fields/value.ts';
import { shadows } from './catalog.ts';
import { StoreError } from './error.ts';
import type { Column, Layout, ListOfLines, Table } from './layout.ts';
import type { Database } from './sqlite-database.ts';
import type { FileShelf } from './sqlite-files.ts';
import { type Mark, personOf, writeAuthority, writeHistory, writeInbox, writeOutbox } from './sqlite-logs.ts';
import type { RowReader } from './sqlite-rows.ts';
import { encode, foldShadow, orderShadow, type SqlValue, searchShadow } from './storage.ts';
import type { Changed } from './store.ts';

/** What a write needs at hand. */
export interface Tools {
  readonly database: Database;
  readonly layout: Layout;
  readonly reader: RowReader;
  readonly shelf: FileShelf;
}

/** Which record a write changed, with the record before it. */
export type Touched = RecordKey & Pick<Changed, 'kind' | 'before'>;

/** Applies the writes of one verdict, in order, inside the transaction of the caller. */
export function applyWrites(tools: Tools, writes: readonly Write[], mark: Mark): Touched[] {
  return writes.flatMap((write) => applyWrite(tools, write, mark));
}

function applyWrite(tools: Tools, write: Write, mark: Mark): Touched[] {
  const { database, layout, shelf } = tools;
  switch (write.kind) {
    case 'insert':
      return insert(tools, write.row, mark);
    case 'update':
      return update(tools, write, write.values, mark);
    case 'delete':
      return remove(tools, write, mark);
    case 'clear':
      return clear(tools, write, mark);
    case 'history':
      writeHistory(database, layout, write, mark);
      return [];
    case 'authority':
      writeAuthority(database, write, mark);
      return [];
    case 'notify':
      writeInbox(database, tableOf(layout, write.entity), write, mark);
      return [];
    case 'outbox':
      writeOutbox(database, tableOf(layout, write.entity), write, mark);
      return [];
    case 'attach': {
      const table = tableOf(layout, write.entity);
      const field = table.byName.get(write.field);
      const free =
        field !== undefined && shelf.attach(write.token, { table: table.physical, id: write.id, mark: field.physical });
      if (!free)
        throw new StoreError('failed', `The upload ${write.token} is not there any more, so nothing was written.`);
      return [];
    }
  }
}

function tableOf(layout: Layout, entity: string): Table {
  const table = layout.tables.get(entity);
  if (table === undefined)
    throw new StoreError('failed', `The applied document has no ${entity}, so nothing was written.`);
  return table;
}

function insert(tools: Tools, row: Row, mark: Mark): Touched[] {
  const table = tableOf(tools.layout, row.entity);
  const columns = table.columns.flatMap((column) => stored(column, row.values[column.name] ?? null));
  const person = personOf(mark.actor);
  const created = row.values.createdAt;
  // Rows of sample data were created one after the other, though they are written at once.
  const at = typeof created === 'number' ? created : mark.now;
  const names = [
    'id',
    'version',
    'created_at',
    'created_by',
    'changed_at',
    'changed_by',
    ...columns.map(([name]) => name),
  ];
  tools.database.run(`INSERT INTO ${table.physical} (${names.join(', ')}) VALUES (${places(names.length)})`, [
    row.id,
    1,
    at,
    person,
    at,
    person,
    ...columns.map(([, value]) => value),
  ]);
  for (const list of table.lists) saveLines(tools, list, row.id, row.values[list.name] ?? null, mark);
  return [{ entity: row.entity, id: row.id, kind: 'insert', before: null }];
}

function update(tools: Tools, { entity, id }: RecordKey, values: Values, mark: Mark): Touched[] {
  const table = tableOf(tools.layout, entity);
  const before = tools.reader.one(entity, id);
  const columns = table.columns.flatMap((column) =>
    Object.hasOwn(values, column.name) ? stored(column, values[column.name] ?? null) : [],
  );
  const sets = ['version = version + 1', 'changed_at = ?', 'changed_by = ?', ...columns.map(([name]) => `${name} = ?`)];
  const changed = tools.database.run(
    `UPDATE ${table.physical} SET ${sets.join(', ')} WHERE id = ? AND deleted_at IS NULL`,
    [mark.now, personOf(mark.actor), ...columns.map(([, value]) => value), id],
  );
  if (changed !== 1) throw new StoreError('failed', `The record ${id} is not there any more, so nothing was written.`);
  for (const list of table.lists) {
    if (Object.hasOwn(values, list.name)) saveLines(tools, list, id, values[list.name] ?? null, mark);
  }
  return [{ entity, id, kind: 'update', before }];
}

/** Stores what follows from other records: no change by anybody, so that version, times and history stay as they are. */
export function derive(tools: Pick<Tools, 'database' | 'layout'>, before: Row, values: Values): Touched[] {
  const { entity, id } = before;
  const table = tableOf(tools.layout, entity);
  const columns = table.columns.flatMap((column) =>
    Object.hasOwn(values, column.name) ? stored(column, values[column.name] ?? null) : [],
  );
  if (columns.length === 0) return [];
  const sets = columns.map(([name]) => `${name} = ?`).join(', ');
  tools.database.run(`UPDATE ${table.physical} SET ${sets} WHERE id = ?`, [...columns.map(([, value]) => value), id]);
  return [{ entity, id, kind: 'update', before }];
}

/** A column and its shadows with what they are to hold. */
function stored(column: Column, value: Value): (readonly [name: string, value: SqlValue])[] {
  const { physical } = column;
  const found: [string, SqlValue][] = [[physical, encode(value, column.type)]];
  if (column.text)
    found.push([shadows.order(physical), orderShadow(value)], [shadows.search(physical), searchShadow(value)]);
  if (column.folded) found.push([shadows.fold(physical), foldShadow(value)]);
  return found;
}

/** Lines as sent are all there are: those of a known id change, others are new, and what is not sent goes. */
function saveLines(tools: Tools, list: ListOfLines, parent: string, value: Value, mark: Mark): void {
  const { database, layout } = tools;
  const table = tableOf(layout, list.entity);
  const lines = Array.isArray(value) ? (value as readonly Row[]) : [];
  const ids = JSON.stringify(lines.map((line) => line.id));
  const gone = database.all(
    `SELECT id FROM ${table.physical} WHERE parent = ? AND list = ? AND deleted_at IS NULL AND id NOT IN (SELECT value FROM json_each(?))`,
    [parent, list.physical, ids],
  );
  for (const [id] of gone) markDeleted(tools, table, String(id), mark);
  for (const [position, line] of lines.entries()) saveLine(tools, table, { line, list, parent, position }, mark);
}

interface Place {
  readonly line: Row;
  readonly list: ListOfLines;
  readonly parent: string;
  readonly position: number;
}

function saveLine(tools: Tools, table: Table, { line, list, parent, position }: Place, mark: Mark): void {
  const columns = table.columns.flatMap((column) => stored(column, line.values[column.name] ?? null));
  const fixed = ['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by', 'parent', 'list', 'position'];
  const names = [...fixed, ...columns.map(([name]) => name)];
  const changing = ['changed_at', 'changed_by', 'position', ...columns.map(([name]) => name)];
  const sets = changing.map((name) => `${name} = excluded.${name}`).join(', ');
  const person = personOf(mark.actor);
  const saved = tools.database.run(
    `INSERT INTO ${table.physical} (${names.join(', ')}) VALUES (${places(names.length)})
      ON CONFLICT (id) DO UPDATE SET version = version + 1, deleted_at = NULL, deleted_by = NULL, ${sets}
      WHERE parent = excluded.parent AND list = excluded.list`,
    [
      line.id,
      1,
      mark.now,
      person,
      mark.now,
      person,
      parent,
      list.physical,
      position,
      ...columns.map(([, value]) => value),
    ],
  );
  if (saved !== 1)
    throw new StoreError('failed', `The line ${line.id} belongs to another record, so nothing was written.`);
  for (const nested of table.lists) {
    if (Object.hasOwn(line.values, nested.name))
      saveLines(tools, nested, line.id, line.values[nested.name] ?? null, mark);
  }
}

function remove(tools: Tools, { entity, id }: RecordKey, mark: Mark): Touched[] {
  const table = tableOf(tools.layout, entity);
  const before = tools.reader.one(entity, id);
  if (before === null)
    throw new StoreError('failed', `The record ${id} is not there any more, so nothing was written.`);
  markDeleted(tools, table, id, mark);
  return [{ entity, id, kind: 'delete', before }];
}

/** Marks the row; its lines and files go along. */
function markDeleted(tools: Tools, table: Table, id: string, mark: Mark): void {
  const { database, layout, shelf } = tools;
  database.run(
    `UPDATE ${table.physical} SET deleted_at = ?, deleted_by = ?, version = version + 1 WHERE id = ? AND deleted_at IS NULL`,
    [mark.now, personOf(mark.actor), id],
  );
  shelf.markDeleted(id, mark.now);
  for (const list of table.lists) {
    const lines = tableOf(layout, list.entity);
    const found = database.all(
      `SELECT id FROM ${lines.physical} WHERE parent = ? AND list = ? AND deleted_at IS NULL`,
      [id, list.physical],
    );
    for (const [line] of found) markDeleted(tools, lines, String(line), mark);
  }
}

/** Empties a field wherever it refers to the target; a changed line changes the record that owns it. */
function clear(tools: Tools, write: Extract<Write, { readonly kind: 'clear' }>, mark: Mark): Touched[] {
  const { database, reader } = tools;
  const table = tableOf(tools.layout, write.entity);
  const column = table.byName.get(write.field);
  if (column === undefined) return [];
  const found = database.all(`SELECT id FROM ${table.physical} WHERE ${column.physical} = ? AND deleted_at IS NULL`, [
    write.target,
  ]);
  return found.flatMap(([id]) => {
    const root = rootOf(tools, table, String(id));
    const before = reader.one(root.entity, root.id);
    const sets = stored(column, null).map(([name]) => `${name} = NULL`);
    database.run(`UPDATE ${table.physical} SET ${sets.join(', ')} WHERE id = ?`, [String(id)]);
    update(tools, root, {}, mark);
    return [{ ...root, kind: 'update' as const, before }];
  });
}

/** The record itself, or of a line the record that owns it. */
function rootOf(tools: Tools, table: Table, id: string): RecordKey {
  const [parent, list] = tools.database.get(`SELECT parent, list FROM ${table.physical} WHERE id = ?`, [id]) ?? [];
  const owner = [...tools.layout.tables.values()].find((each) => each.byMark.has(String(list)));
  return owner === undefined ? { entity: table.entity, id } : rootOf(tools, owner, String(parent));
}

function places(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
