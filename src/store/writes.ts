import type { RecordKey } from '../engine/facts.ts';
import type { Write } from '../engine/verdict.ts';
import type { Row, Value, Values } from '../fields/value.ts';
import { shadows } from './catalog.ts';
import { StoreError } from './error.ts';
import { attachFile, markFilesDeleted } from './file-rows.ts';
import type { Column, Layout, ListOfLines, Table } from './layout.ts';
import { type Mark, personOf, writeAuthority, writeHistory, writeInbox, writeOutbox } from './logs.ts';
import type { RowReader } from './rows.ts';
import { keepNumber } from './series.ts';
import type { Words } from './sql/dialect.ts';
import { enter, writeTimer } from './stay-rows.ts';
import { all, get, run, type Steps } from './steps.ts';
import { encode, foldShadow, orderShadow, type SqlValue, wordsShadow } from './storage.ts';
import type { Changed } from './store.ts';
import { keepWords } from './word-rows.ts';

/** What a write needs at hand. */
export interface Tools {
  readonly layout: Layout;
  readonly reader: RowReader;
  readonly words: Words;
}

/** Which record a write changed, with the record before it. */
export type Touched = RecordKey & Pick<Changed, 'kind' | 'before'>;

/** Applies the writes of one verdict, in order, inside the transaction of the caller. */
export function* applyWrites(tools: Tools, writes: readonly Write[], mark: Mark): Steps<Touched[]> {
  const touched: Touched[] = [];
  for (const write of writes) touched.push(...(yield* applyWrite(tools, write, mark)));
  return touched;
}

function* applyWrite(tools: Tools, write: Write, mark: Mark): Steps<Touched[]> {
  const { layout } = tools;
  switch (write.kind) {
    case 'insert':
      return yield* insert(tools, write.row, mark);
    case 'update':
      return yield* update(tools, write, write.values, mark);
    case 'delete':
      return yield* remove(tools, write, mark);
    case 'clear':
      return yield* clear(tools, write, mark);
    case 'history':
      yield* writeHistory(layout, write, mark);
      return [];
    case 'authority':
      yield* writeAuthority(write, mark);
      return [];
    case 'notify':
      yield* writeInbox(tableOf(layout, write.entity), write, mark);
      return [];
    case 'outbox':
      yield* writeOutbox(tableOf(layout, write.entity), write, mark);
      return [];
    case 'number':
      yield* keepNumber(layout, write);
      return [];
    case 'entered':
      yield* enter(tableOf(layout, write.entity), write.id, write.machine, mark.now);
      return [];
    case 'timer':
      yield* writeTimer(tableOf(layout, write.entity), write);
      return [];
    case 'attach': {
      const table = tableOf(layout, write.entity);
      const field = table.byName.get(write.field);
      const free =
        field !== undefined &&
        (yield* attachFile(write.token, { table: table.physical, id: write.id, mark: field.physical }));
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

function* insert(tools: Tools, row: Row, mark: Mark): Steps<Touched[]> {
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
  yield* run(`INSERT INTO ${table.physical} (${names.join(', ')}) VALUES (${places(names.length)})`, [
    row.id,
    1,
    at,
    person,
    at,
    person,
    ...columns.map(([, value]) => value),
  ]);
  yield* keepWords(tools, table, row.id, { before: null, after: row.values });
  // A new record has no lines yet that might go.
  for (const list of table.lists) yield* putLines(tools, list, row.id, linesIn(row.values[list.name] ?? null), mark);
  return [{ entity: row.entity, id: row.id, kind: 'insert', before: null }];
}

function* update(tools: Tools, { entity, id }: RecordKey, values: Values, mark: Mark): Steps<Touched[]> {
  const table = tableOf(tools.layout, entity);
  const before = yield* tools.reader.one(entity, id);
  const columns = table.columns.flatMap((column) =>
    Object.hasOwn(values, column.name) ? stored(column, values[column.name] ?? null) : [],
  );
  const sets = ['version = version + 1', 'changed_at = ?', 'changed_by = ?', ...columns.map(([name]) => `${name} = ?`)];
  const changed = yield* run(`UPDATE ${table.physical} SET ${sets.join(', ')} WHERE id = ? AND deleted_at IS NULL`, [
    mark.now,
    personOf(mark.actor),
    ...columns.map(([, value]) => value),
    id,
  ]);
  if (changed !== 1) throw new StoreError('failed', `The record ${id} is not there any more, so nothing was written.`);
  yield* keepWords(tools, table, id, { before: before?.values ?? null, after: values });
  for (const list of table.lists) {
    if (Object.hasOwn(values, list.name)) yield* saveLines(tools, list, id, values[list.name] ?? null, mark);
  }
  return [{ entity, id, kind: 'update', before }];
}

/** Stores what follows from other records: no change by anybody, so that version, times and history stay as they are. */
export function* derive(tools: Tools, before: Row, values: Values): Steps<void> {
  const { entity, id } = before;
  const table = tableOf(tools.layout, entity);
  const columns = table.columns.flatMap((column) =>
    Object.hasOwn(values, column.name) ? stored(column, values[column.name] ?? null) : [],
  );
  if (columns.length === 0) return;
  const sets = columns.map(([name]) => `${name} = ?`).join(', ');
  yield* run(`UPDATE ${table.physical} SET ${sets} WHERE id = ?`, [...columns.map(([, value]) => value), id]);
  yield* keepWords(tools, table, id, { before: before.values, after: values });
}

/** A column and its shadows with what they are to hold. */
function stored(column: Column, value: Value): (readonly [name: string, value: SqlValue])[] {
  const { physical } = column;
  if (column.worked !== null) return [];
  const found: [string, SqlValue][] = [[physical, encode(value, column.type)]];
  if (column.text) found.push([shadows.order(physical), orderShadow(value)]);
  if (column.searched) found.push([shadows.words(physical), wordsShadow(value)]);
  if (column.folded) found.push([shadows.fold(physical), foldShadow(value)]);
  return found;
}

/** Lines as sent are all there are: those of a known id change, others are new, and what is not sent goes. */
function* saveLines(tools: Tools, list: ListOfLines, parent: string, value: Value, mark: Mark): Steps<void> {
  const { layout, words } = tools;
  const table = tableOf(layout, list.entity);
  const lines = linesIn(value);
  const ids = JSON.stringify(lines.map((line) => line.id));
  const gone = yield* all(
    `SELECT id FROM ${table.physical} WHERE parent = ? AND list = ? AND deleted_at IS NULL AND id NOT IN (${words.texts('?')})`,
    [parent, list.physical, ids],
  );
  for (const [id] of gone) yield* markDeleted(tools, table, String(id), mark);
  yield* putLines(tools, list, parent, lines, mark);
}

const linesIn = (value: Value): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);

function* putLines(tools: Tools, list: ListOfLines, parent: string, lines: readonly Row[], mark: Mark): Steps<void> {
  const table = tableOf(tools.layout, list.entity);
  for (const [position, line] of lines.entries()) yield* saveLine(tools, table, { line, list, parent, position }, mark);
}

interface Place {
  readonly line: Row;
  readonly list: ListOfLines;
  readonly parent: string;
  readonly position: number;
}

function* saveLine(tools: Tools, table: Table, { line, list, parent, position }: Place, mark: Mark): Steps<void> {
  const columns = table.columns.flatMap((column) => stored(column, line.values[column.name] ?? null));
  const fixed = ['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by', 'parent', 'list', 'position'];
  const names = [...fixed, ...columns.map(([name]) => name)];
  const changing = ['changed_at', 'changed_by', 'position', ...columns.map(([name]) => name)];
  const sets = changing.map((name) => `${name} = excluded.${name}`).join(', ');
  const person = personOf(mark.actor);
  const saved = yield* run(
    `INSERT INTO ${table.physical} (${names.join(', ')}) VALUES (${places(names.length)})
      ON CONFLICT (id) DO UPDATE SET version = ${table.physical}.version + 1, deleted_at = NULL, deleted_by = NULL, ${sets}
      WHERE ${table.physical}.parent = excluded.parent AND ${table.physical}.list = excluded.list`,
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
      yield* saveLines(tools, nested, line.id, line.values[nested.name] ?? null, mark);
  }
}

function* remove(tools: Tools, { entity, id }: RecordKey, mark: Mark): Steps<Touched[]> {
  const table = tableOf(tools.layout, entity);
  const before = yield* tools.reader.one(entity, id);
  if (before === null)
    throw new StoreError('failed', `The record ${id} is not there any more, so nothing was written.`);
  yield* markDeleted(tools, table, id, mark);
  yield* keepWords(tools, table, id, { before: before.values, after: null });
  return [{ entity, id, kind: 'delete', before }];
}

/** Marks the row; its lines and files go along. */
function* markDeleted(tools: Tools, table: Table, id: string, mark: Mark): Steps<void> {
  const { layout } = tools;
  yield* run(
    `UPDATE ${table.physical} SET deleted_at = ?, deleted_by = ?, version = version + 1 WHERE id = ? AND deleted_at IS NULL`,
    [mark.now, personOf(mark.actor), id],
  );
  yield* markFilesDeleted(id, mark.now);
  for (const list of table.lists) {
    const lines = tableOf(layout, list.entity);
    const found = yield* all(`SELECT id FROM ${lines.physical} WHERE parent = ? AND list = ? AND deleted_at IS NULL`, [
      id,
      list.physical,
    ]);
    for (const [line] of found) yield* markDeleted(tools, lines, String(line), mark);
  }
}

/** Empties a field wherever it refers to the target; a changed line changes the record that owns it. */
function* clear(tools: Tools, write: Extract<Write, { readonly kind: 'clear' }>, mark: Mark): Steps<Touched[]> {
  const { reader } = tools;
  const table = tableOf(tools.layout, write.entity);
  const column = table.byName.get(write.field);
  if (column === undefined) return [];
  const found = yield* all(`SELECT id FROM ${table.physical} WHERE ${column.physical} = ? AND deleted_at IS NULL`, [
    write.target,
  ]);
  const touched: Touched[] = [];
  for (const [id] of found) {
    const root = yield* rootOf(tools, table, String(id));
    const before = yield* reader.one(root.entity, root.id);
    const sets = stored(column, null).map(([name]) => `${name} = NULL`);
    yield* run(`UPDATE ${table.physical} SET ${sets.join(', ')} WHERE id = ?`, [String(id)]);
    yield* update(tools, root, {}, mark);
    touched.push({ ...root, kind: 'update', before });
  }
  return touched;
}

/** The record itself, or of a line the record that owns it. */
function* rootOf(tools: Tools, table: Table, id: string): Steps<RecordKey> {
  const [parent, list] = (yield* get(`SELECT parent, list FROM ${table.physical} WHERE id = ?`, [id])) ?? [];
  const owner = [...tools.layout.tables.values()].find((each) => each.byMark.has(String(list)));
  return owner === undefined ? { entity: table.entity, id } : yield* rootOf(tools, owner, String(parent));
}

function places(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
