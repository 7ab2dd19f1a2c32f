import type { Write } from '../../engine/context/verdict.ts';
import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Row, Values } from '../../fields/text/value.ts';
import { all, type DbProgram, type PendingResult, resultOf, run, type SqlRow, send } from '../core/db-program.ts';
import type { Layout, ListOfLines, Table } from '../core/layout.ts';
import type { ChangedRecord } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { writeComment } from '../rows/comment-rows.ts';
import { keepCreatedReferences } from '../rows/created-values.ts';
import { deletionAssignments, linesIn, linkDeleted, restoreRecord } from '../rows/deleted-rows.ts';
import { eraseValues } from '../rows/erasure.ts';
import { attachFile, dropReplacedFiles } from '../rows/file-rows.ts';
import { personOf, type Stamp, writeHistory, writeInbox, writeOutbox } from '../rows/history-log.ts';
import { revokeKeys } from '../rows/key-rows.ts';
import { rootOf } from '../rows/line-owners.ts';
import { deleteLinks, removeFromReferences, updateLinks } from '../rows/link-rows.ts';
import { storeLastNumber } from '../rows/number-series.ts';
import type { RowReader, VersionedRow } from '../rows/read-rows.ts';
import { columnEntries, columnValues, type RowStatements, rowValues, writtenRow } from '../rows/row-statements.ts';
import { type DueRows, updateWords } from '../rows/search-index.ts';
import { enterState, writeTimer } from '../rows/state-entry-rows.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { changeAccess, changeAuthority } from './change-authority.ts';
import type { IdentityMap } from './identity-map.ts';

/** What a write needs from the applied document. */
export interface RowTools {
  readonly layout: Layout;
  readonly reader: RowReader;
  readonly texts: ReadonlyMap<string, RowStatements>;
  readonly words: DialectTexts;
  readonly due: DueRows;
}

/** The same inside a transaction. */
export interface WriteState extends RowTools {
  readonly identityMap: IdentityMap;
}

/** A record that a write changed, and the record before the change. `isRestored`: the record was restored from deletion. */
export type TouchedRecord = RecordKey & Pick<ChangedRecord, 'kind' | 'before'> & { readonly isRestored?: true };

/** Applies the writes of one verdict, in order, inside the caller's transaction. */
export function* applyWrites(tools: WriteState, writes: readonly Write[], mark: Stamp): DbProgram<TouchedRecord[]> {
  const applied: AppliedWrite[] = [];
  const created = new Map<string, Row>();
  for (const write of writes) {
    if (write.kind === 'insert') created.set(write.row.id, write.row);
    if (write.kind !== 'history') applied.push(yield* applyWrite(tools, write, mark));
    else yield* writeHistory(tools.layout, write, created.get(write.entry.id) ?? null, mark);
  }
  for (const { recordResult } of applied) if (recordResult !== null) yield* recordResult();
  return applied.flatMap(({ touched }) => touched);
}

/** The records that a write changed. `recordResult` puts the rows into the identity map, once all statements are sent. */
interface AppliedWrite {
  readonly touched: readonly TouchedRecord[];
  readonly recordResult: (() => DbProgram<void>) | null;
}

export type WriteOf<K extends Write['kind']> = Extract<Write, { readonly kind: K }>;

const NOTHING: AppliedWrite = { touched: [], recordResult: null };

type OtherWrite = Exclude<Write, { readonly kind: 'history' }>;

function* applyWrite(tools: WriteState, write: OtherWrite, mark: Stamp): DbProgram<AppliedWrite> {
  const { layout } = tools;
  switch (write.kind) {
    case 'insert':
      return yield* insert(tools, write.row, mark);
    case 'update':
      return yield* update(tools, write, write.values, mark);
    case 'delete':
      return yield* remove(tools, write, mark);
    case 'restore':
      return yield* restore(tools, write);
    case 'clear':
      return yield* clear(tools, write, mark);
    case 'erase':
      yield* eraseValues(layout, tools.words, tableOf(layout, write.entity), write);
      return NOTHING;
    case 'authority':
    case 'password':
      yield* changeAccess(tools, write, mark);
      return NOTHING;
    case 'notify':
    case 'outbox': {
      const of = tableOf(layout, write.entity);
      yield* write.kind === 'notify' ? writeInbox(of, write, mark) : writeOutbox(of, write, mark);
      return NOTHING;
    }
    case 'comment':
    case 'change comment':
    case 'remove comment':
      yield* writeComment(tableOf(layout, write.entity), write, mark);
      return NOTHING;
    case 'number':
      yield* storeLastNumber(layout, write);
      return NOTHING;
    case 'entered':
    case 'timer': {
      const of = tableOf(layout, write.entity);
      yield* write.kind === 'timer' ? writeTimer(of, write) : enterState(of, write.id, write.machine, mark.now);
      return NOTHING;
    }
    case 'attach': {
      const table = tableOf(layout, write.entity);
      const field = table.byName.get(write.field);
      const free =
        field !== undefined &&
        (yield* attachFile(write.token, { table: table.physical, id: write.id, mark: field.physical }));
      if (!free)
        throw new StoreError('failed', `The upload ${write.token} is not there any more, so nothing was written.`);
      return NOTHING;
    }
  }
}

export function tableOf(layout: Layout, entity: string): Table {
  const table = layout.tables.get(entity);
  if (table === undefined)
    throw new StoreError('failed', `The applied document has no ${entity}, so nothing was written.`);
  return table;
}

function textsOf({ texts }: RowTools, { entity }: Table): RowStatements {
  const found = texts.get(entity);
  if (found === undefined) throw new Error(`Nothing is known of how ${entity} is written.`);
  return found;
}

function* insert(tools: WriteState, row: Row, mark: Stamp): DbProgram<AppliedWrite> {
  const table = tableOf(tools.layout, row.entity);
  const person = personOf(mark.actor);
  const created = row.values.createdAt;
  // Sample records have different creation times although they are written at once.
  const at = typeof created === 'number' ? created : mark.now;
  const { id, entity, values } = row;
  yield* send(textsOf(tools, table).insert, [id, 1, at, person, at, person, ...rowValues(table, values)]);
  tools.identityMap.recordWrite(row);
  yield* updateWords(tools, table, id, { before: null, after: values, isInserted: true });
  yield* updateLinks(tools.words, table, id, { before: null, after: values });
  const lines = new Map<string, StoredLines | readonly Row[] | null>();
  // A new record has no earlier lines to delete.
  for (const list of table.lists) lines.set(list.name, yield* firstLines(tools, list, row, mark));
  const made = { id, version: 1, at, person, madeAt: at, madeBy: person, before: null, values };
  const touched: TouchedRecord = { entity, id, kind: 'insert', before: null };
  return { touched: [touched], recordResult: () => recordWritten(tools, row, writtenRow(table, made), lines) };
}

function* update(tools: WriteState, { entity, id }: RecordKey, values: Values, mark: Stamp): DbProgram<AppliedWrite> {
  const table = tableOf(tools.layout, entity);
  const before = yield* tools.identityMap.one(entity, id);
  if (before === null) throw recordGone(id);
  const columns = table.columns.filter(({ name }) => Object.hasOwn(values, name));
  const person = personOf(mark.actor);
  const parameters = [mark.now, person, ...columnValues(columns, values), id];
  const { answer } = yield* send(textsOf(tools, table).update(columns), parameters);
  // The record existed in this same transaction, so nobody waits for the confirmation.
  if (answer !== null && answer.changes !== 1) throw recordGone(id);
  tools.identityMap.recordWrite({ entity, id });
  yield* updateWords(tools, table, id, { before: before.values, after: values });
  yield* updateLinks(tools.words, table, id, { before: before.values, after: values });
  yield* dropReplacedFiles(table, id, { before: before.values, after: values }, mark.now);
  const lines = new Map<string, StoredLines | readonly Row[]>();
  for (const list of table.lists) {
    const linesBefore = linesIn(before.values[list.name] ?? null);
    const isSent = Object.hasOwn(values, list.name);
    const to = linesIn(values[list.name] ?? null);
    lines.set(list.name, isSent ? yield* saveLines(tools, list, id, to, linesBefore, mark) : linesBefore);
  }
  const { createdAt = null, createdBy = null } = before.values;
  const at = { at: mark.now, person, madeAt: createdAt, madeBy: createdBy };
  const now = writtenRow(table, { id, version: before.version + 1, ...at, before, values });
  const touched: TouchedRecord = { entity, id, kind: 'update', before };
  return { touched: [touched], recordResult: () => recordWritten(tools, { entity, id }, now, lines) };
}

const recordGone = (id: string): StoreError =>
  new StoreError('failed', `The record ${id} is not there any more, so nothing was written.`);

/** Puts the written record with its lines into the identity map, which reads it again if its content is not certain. */
function* recordWritten(
  { identityMap }: WriteState,
  { entity, id }: RecordKey,
  row: VersionedRow | null,
  lists: ReadonlyMap<string, StoredLines | readonly Row[] | null>,
): DbProgram<void> {
  let isWhole = row !== null;
  for (const [name, stored] of lists) {
    const lines = typeof stored === 'function' ? yield* stored() : stored;
    if (lines === null) isWhole = false;
    else if (row !== null) row.values[name] = lines;
  }
  identityMap.recordWrite({ entity, id }, isWhole ? row : undefined);
}

/**
 * Stores values that follow from other records. Nobody made this change, so timestamps and history stay the same. The
 * version increases because a row version never stands for two contents.
 */
export function* derive(tools: RowTools, before: Row, values: Values): DbProgram<void> {
  const { entity, id } = before;
  const table = tableOf(tools.layout, entity);
  const columns = table.columns.flatMap((column) =>
    Object.hasOwn(values, column.name) ? columnEntries(column, values[column.name] ?? null) : [],
  );
  if (columns.length === 0) return;
  const sets = ['version = version + 1', ...columns.map(([name]) => `${name} = ?`)].join(', ');
  yield* send(`UPDATE ${table.physical} SET ${sets} WHERE id = ?`, [...columns.map(([, value]) => value), id]);
  yield* updateWords(tools, table, id, { before: before.values, after: values });
  yield* updateLinks(tools.words, table, id, { before: before.values, after: values });
}

/** Once the statements are answered: the resulting lines; null if only reading them tells. */
type StoredLines = () => DbProgram<readonly Row[] | null>;

/** Updates the lines with a known id, inserts the others, and deletes the lines of the list that were not sent. */
function* saveLines(
  tools: RowTools,
  list: ListOfLines,
  parent: string,
  lines: readonly Row[],
  before: readonly Row[],
  mark: Stamp,
): DbProgram<StoredLines> {
  const sent = new Set(lines.map(({ id }) => id));
  const gone = before.filter(({ id }) => !sent.has(id));
  yield* softDelete(tools, tableOf(tools.layout, list.entity), gone, mark, true);
  return yield* putLines(tools, list, parent, lines, before, mark);
}

/** Inserts the lines of a new record. */
function* firstLines(
  tools: RowTools,
  list: ListOfLines,
  owner: Row,
  mark: Stamp,
): DbProgram<StoredLines | readonly Row[] | null> {
  const table = tableOf(tools.layout, list.entity);
  const lines = linesIn(owner.values[list.name] ?? null);
  if (table.lists.length > 0) return yield* putLines(tools, list, owner.id, lines, [], mark);
  const [at, person] = [mark.now, personOf(mark.actor)];
  const rows: (Row | null)[] = [];
  for (const [position, { id, values }] of lines.entries()) {
    const marks = [id, 1, at, person, at, person, owner.id, list.physical, position];
    yield* send(textsOf(tools, table).firstLine, [...marks, ...rowValues(table, values)]);
    yield* updateLinks(tools.words, table, id, { before: null, after: values });
    rows.push(writtenRow(table, { id, version: 1, at, person, madeAt: at, madeBy: person, before: null, values }));
  }
  const known = rows.filter((row) => row !== null);
  return known.length === rows.length ? known : null;
}

function* putLines(
  tools: RowTools,
  list: ListOfLines,
  parent: string,
  lines: readonly Row[],
  before: readonly Row[],
  mark: Stamp,
): DbProgram<StoredLines> {
  const table = tableOf(tools.layout, list.entity);
  const known = new Map(before.map((line) => [line.id, line] as const));
  const saved: SavedLine[] = [];
  for (const [position, line] of lines.entries()) {
    const old = known.get(line.id) ?? null;
    saved.push(yield* saveLine(tools, table, { line, old, list, parent, position }, mark));
  }
  const { row } = tools.reader.returned(list.entity);
  const isPlain = table.lists.length === 0 && new Set(lines.map(({ id }) => id)).size === lines.length;
  return () => linesSaved(saved, isPlain, row);
}

function* linesSaved(
  saved: readonly SavedLine[],
  isPlain: boolean,
  row: (found: SqlRow) => Row,
): DbProgram<readonly Row[] | null> {
  const rows: Row[] = [];
  for (const { id, sent, nested } of saved) {
    const [found] = (yield* resultOf(sent)).rows;
    if (found === undefined)
      throw new StoreError('failed', `The line ${id} belongs to another record, so nothing was written.`);
    rows.push(row(found));
    for (const below of nested) yield* below();
  }
  return isPlain ? rows : null;
}

interface SavedLine {
  readonly id: string;
  readonly sent: PendingResult;
  readonly nested: readonly StoredLines[];
}

interface Place {
  readonly line: Row;
  /** The line before the write; null if it is new. */
  readonly old: Row | null;
  readonly list: ListOfLines;
  readonly parent: string;
  readonly position: number;
}

function* saveLine(
  tools: RowTools,
  table: Table,
  { line, old, list, parent, position }: Place,
  mark: Stamp,
): DbProgram<SavedLine> {
  const person = personOf(mark.actor);
  const marks = [line.id, 1, mark.now, person, mark.now, person];
  const place = [parent, list.physical, position];
  const sent = yield* send(textsOf(tools, table).line, [...marks, ...place, ...rowValues(table, line.values)], 'row');
  yield* updateLinks(tools.words, table, line.id, { before: old?.values ?? null, after: line.values });
  yield* dropReplacedFiles(table, line.id, { before: old?.values ?? null, after: line.values }, mark.now);
  const nested: StoredLines[] = [];
  for (const below of table.lists) {
    if (!Object.hasOwn(line.values, below.name)) continue;
    const [to, from] = [line, old].map((each) => linesIn(each?.values[below.name] ?? null));
    nested.push(yield* saveLines(tools, below, line.id, to ?? [], from ?? [], mark));
  }
  return { id: line.id, sent, nested };
}

function* remove(tools: WriteState, { entity, id, of }: WriteOf<'delete'>, mark: Stamp): DbProgram<AppliedWrite> {
  const table = tableOf(tools.layout, entity);
  const before = yield* tools.identityMap.one(entity, id);
  if (before === null) throw recordGone(id);
  yield* softDelete(tools, table, [before], mark);
  yield* updateWords(tools, table, id, { before: before.values, after: null });
  if (of !== undefined) yield* linkDeleted(tools.layout, { entity, id }, of);
  if (entity === tools.layout.schema.person?.entity.name) yield* revokeKeys(tools.words, id, 'removed');
  tools.identityMap.recordWrite({ entity, id }, null);
  return { touched: [{ entity, id, kind: 'delete', before }], recordResult: null };
}

/** Restores a deleted record. For other components it is like a new record. */
function* restore(tools: WriteState, { entity, id, values }: WriteOf<'restore'>): DbProgram<AppliedWrite> {
  const table = tableOf(tools.layout, entity);
  const row = yield* restoreRecord(tools, table, id, values);
  yield* updateWords(tools, table, id, { before: null, after: row.values });
  tools.identityMap.recordWrite({ entity, id });
  return { touched: [{ entity, id, kind: 'insert', before: null, isRestored: true }], recordResult: null };
}

/** Marks the rows as deleted, with their lines and files. `alone`: lines that were removed from their list. */
function* softDelete(tools: RowTools, table: Table, rows: readonly Row[], mark: Stamp, alone = false): DbProgram<void> {
  const [first, ...others] = rows.map(({ id }) => id);
  if (first === undefined) return;
  const [where, which] =
    others.length === 0 ? ['= ?', first] : [tools.words.inList('?'), JSON.stringify([first, ...others])];
  const { sql, values } = deletionAssignments(mark, alone);
  yield* send(`UPDATE ${table.physical} SET ${sql} WHERE id ${where} AND deleted_at IS NULL`, [...values, which]);
  yield* send(`UPDATE files SET deleted_at = ? WHERE record ${where} AND deleted_at IS NULL`, [mark.now, which]);
  for (const { id } of rows) yield* deleteLinks(table, id);
  for (const list of table.lists) {
    const lines = rows.flatMap((row) => linesIn(row.values[list.name] ?? null));
    yield* softDelete(tools, tableOf(tools.layout, list.entity), lines, mark);
  }
}

/**
 * Clears a field wherever it refers to the target, or removes the target from a field with several references. A
 * changed line counts as a change of the record that owns it.
 */
function* clear(tools: WriteState, write: WriteOf<'clear'>, mark: Stamp): DbProgram<AppliedWrite> {
  const table = tableOf(tools.layout, write.entity);
  const column = table.byName.get(write.field);
  if (column === undefined) return NOTHING;
  const isSeveral = column.type.kind === 'references';
  const sql = isSeveral
    ? `SELECT record FROM links WHERE field = '${column.physical}' AND target = ? ORDER BY record`
    : `SELECT id FROM ${table.physical} WHERE ${column.physical} = ? AND deleted_at IS NULL`;
  yield* keepCreatedReferences(table, column, write.target);
  const touched: TouchedRecord[] = [];
  for (const [id] of yield* all(sql, [write.target])) {
    const root = yield* rootOf(tools.layout, table, String(id));
    const before = yield* tools.identityMap.one(root.entity, root.id);
    if (isSeveral) yield* removeFromReferences(table, column, String(id), write.target);
    else {
      const sets = columnEntries(column, null).map(([name]) => `${name} = NULL`);
      yield* run(`UPDATE ${table.physical} SET ${sets.join(', ')} WHERE id = ?`, [String(id)]);
    }
    // A line may have changed, which the record's own row does not show.
    const { recordResult } = yield* update(tools, root, {}, mark);
    if (recordResult !== null) yield* recordResult();
    tools.identityMap.recordWrite(root);
    touched.push({ ...root, kind: 'update', before });
    if (write.authority !== undefined) yield* changeAuthority(tools, { ...write.authority, ...root }, mark);
  }
  return { touched, recordResult: null };
}
