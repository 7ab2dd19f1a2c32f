import type { Write } from '../../engine/context/verdict.ts';
import type { RecordKey } from '../../engine/core/facts.ts';
import type { Row, Value, Values } from '../../fields/text/value.ts';
import { all, answerTo, run, type Sent, type SqlRow, type Steps, send } from '../core/db-program.ts';
import type { Layout, ListOfLines, Table } from '../core/layout.ts';
import type { Changed } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { writeComment } from '../rows/comment-rows.ts';
import { bringBack, deletedSet, keepAlong } from '../rows/deleted-rows.ts';
import { eraseValues } from '../rows/erasure.ts';
import { attachFile, dropLeft } from '../rows/file-rows.ts';
import { type Mark, personOf, writeAuthority, writeHistory, writeInbox, writeOutbox } from '../rows/history-log.ts';
import { revokeKeys } from '../rows/key-rows.ts';
import { rootOf } from '../rows/line-owners.ts';
import { forgetLinks, keepLinks, takeFrom } from '../rows/link-rows.ts';
import { keepNumber } from '../rows/number-series.ts';
import type { FreshRow, RowReader } from '../rows/read-rows.ts';
import { partOf, type RowTexts, rowWritten, stored, wholeOf } from '../rows/row-statements.ts';
import { keepWords, type WordsDue } from '../rows/search-index.ts';
import { enter, writeTimer } from '../rows/state-entry-rows.ts';
import type { Words } from '../sql/dialect.ts';
import type { Standing } from './identity-map.ts';

/** What a write needs at hand. */
export interface Tools {
  readonly layout: Layout;
  readonly reader: RowReader;
  readonly texts: ReadonlyMap<string, RowTexts>;
  readonly words: Words;
  readonly due: WordsDue;
}

/** The same in a transaction. */
export interface Writing extends Tools {
  readonly standing: Standing;
}

/** Which record a write changed, with the record before it. `isBack`: it was deleted until then. */
export type Touched = RecordKey & Pick<Changed, 'kind' | 'before'> & { readonly isBack?: true };

/** Applies the writes of one verdict, in order, inside the transaction of the caller. */
export function* applyWrites(tools: Writing, writes: readonly Write[], mark: Mark): Steps<Touched[]> {
  const applied: Applied[] = [];
  for (const write of writes) applied.push(yield* applyWrite(tools, write, mark));
  for (const { stands } of applied) if (stands !== null) yield* stands();
  return applied.flatMap(({ touched }) => touched);
}

/** What a write touched, and how that stands then, which is asked once everything is on its way. */
interface Applied {
  readonly touched: readonly Touched[];
  readonly stands: (() => Steps<void>) | null;
}

type WriteOf<K extends Write['kind']> = Extract<Write, { readonly kind: K }>;

const NOTHING: Applied = { touched: [], stands: null };

function* applyWrite(tools: Writing, write: Write, mark: Mark): Steps<Applied> {
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
    case 'history':
      yield* writeHistory(layout, write, mark);
      return NOTHING;
    case 'erase':
      yield* eraseValues(layout, tools.words, tableOf(layout, write.entity), write);
      return NOTHING;
    case 'authority':
      yield* changeAuthority(tools, write, mark);
      return NOTHING;
    case 'notify':
      yield* writeInbox(tableOf(layout, write.entity), write, mark);
      return NOTHING;
    case 'outbox':
      yield* writeOutbox(tableOf(layout, write.entity), write, mark);
      return NOTHING;
    case 'comment':
    case 'change comment':
    case 'remove comment':
      yield* writeComment(tableOf(layout, write.entity), write, mark);
      return NOTHING;
    case 'number':
      yield* keepNumber(layout, write);
      return NOTHING;
    case 'entered':
      yield* enter(tableOf(layout, write.entity), write.id, write.machine, mark.now);
      return NOTHING;
    case 'timer':
      yield* writeTimer(tableOf(layout, write.entity), write);
      return NOTHING;
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

function tableOf(layout: Layout, entity: string): Table {
  const table = layout.tables.get(entity);
  if (table === undefined)
    throw new StoreError('failed', `The applied document has no ${entity}, so nothing was written.`);
  return table;
}

function textsOf({ texts }: Tools, { entity }: Table): RowTexts {
  const found = texts.get(entity);
  if (found === undefined) throw new Error(`Nothing is known of how ${entity} is written.`);
  return found;
}

function* insert(tools: Writing, row: Row, mark: Mark): Steps<Applied> {
  const table = tableOf(tools.layout, row.entity);
  const person = personOf(mark.actor);
  const created = row.values.createdAt;
  // Rows of sample data were created one after the other, though they are written at once.
  const at = typeof created === 'number' ? created : mark.now;
  const { id, entity, values } = row;
  yield* send(textsOf(tools, table).insert, [id, 1, at, person, at, person, ...wholeOf(table, values)]);
  tools.standing.wrote(row);
  yield* keepWords(tools, table, id, { before: null, after: values });
  yield* keepLinks(tools.words, table, id, { before: null, after: values });
  const lines = new Map<string, StoredLines | readonly Row[] | null>();
  // A new record has no lines yet that might go.
  for (const list of table.lists) lines.set(list.name, yield* firstLines(tools, list, row, mark));
  const made = { id, version: 1, at, person, madeAt: at, madeBy: person, before: null, values };
  const touched: Touched = { entity, id, kind: 'insert', before: null };
  return { touched: [touched], stands: () => standsNow(tools, row, rowWritten(table, made), lines) };
}

function* update(tools: Writing, { entity, id }: RecordKey, values: Values, mark: Mark): Steps<Applied> {
  const table = tableOf(tools.layout, entity);
  const before = yield* tools.standing.one(entity, id);
  if (before === null) throw goneAlready(id);
  const columns = table.columns.filter(({ name }) => Object.hasOwn(values, name));
  const person = personOf(mark.actor);
  const parameters = [mark.now, person, ...partOf(columns, values), id];
  const { answer } = yield* send(textsOf(tools, table).update(columns), parameters);
  // It was there in this very transaction, so that nobody has to wait to hear that it was.
  if (answer !== null && answer.changes !== 1) throw goneAlready(id);
  tools.standing.wrote({ entity, id });
  yield* keepWords(tools, table, id, { before: before.values, after: values });
  yield* keepLinks(tools.words, table, id, { before: before.values, after: values });
  yield* dropLeft(table, id, { before: before.values, after: values }, mark.now);
  const lines = new Map<string, StoredLines | readonly Row[]>();
  for (const list of table.lists) {
    const there = linesIn(before.values[list.name] ?? null);
    const isSent = Object.hasOwn(values, list.name);
    const to = linesIn(values[list.name] ?? null);
    lines.set(list.name, isSent ? yield* saveLines(tools, list, id, to, there, mark) : there);
  }
  const { createdAt = null, createdBy = null } = before.values;
  const at = { at: mark.now, person, madeAt: createdAt, madeBy: createdBy };
  const now = rowWritten(table, { id, version: before.version + 1, ...at, before, values });
  const touched: Touched = { entity, id, kind: 'update', before };
  return { touched: [touched], stands: () => standsNow(tools, { entity, id }, now, lines) };
}

const goneAlready = (id: string): StoreError =>
  new StoreError('failed', `The record ${id} is not there any more, so nothing was written.`);

/** How a record stands now that it is written, with its lines; where that is not known for sure, it is read again. */
function* standsNow(
  { standing }: Writing,
  { entity, id }: RecordKey,
  row: FreshRow | null,
  lists: ReadonlyMap<string, StoredLines | readonly Row[] | null>,
): Steps<void> {
  let isWhole = row !== null;
  for (const [name, stored] of lists) {
    const lines = typeof stored === 'function' ? yield* stored() : stored;
    if (lines === null) isWhole = false;
    else if (row !== null) row.values[name] = lines;
  }
  standing.wrote({ entity, id }, isWhole ? row : undefined);
}

/**
 * Stores what follows from other records: no change by anybody, so that times and history stay as they are. The version
 * counts on, since no version of a row ever stands for two contents.
 */
export function* derive(tools: Tools, before: Row, values: Values): Steps<void> {
  const { entity, id } = before;
  const table = tableOf(tools.layout, entity);
  const columns = table.columns.flatMap((column) =>
    Object.hasOwn(values, column.name) ? stored(column, values[column.name] ?? null) : [],
  );
  if (columns.length === 0) return;
  const sets = ['version = version + 1', ...columns.map(([name]) => `${name} = ?`)].join(', ');
  yield* send(`UPDATE ${table.physical} SET ${sets} WHERE id = ?`, [...columns.map(([, value]) => value), id]);
  yield* keepWords(tools, table, id, { before: before.values, after: values });
  yield* keepLinks(tools.words, table, id, { before: before.values, after: values });
}

/** The next version of a record of which only a line is another now: with its lines it is another too. */
export function* countOn({ layout }: Tools, { entity, id }: RecordKey): Steps<void> {
  yield* send(`UPDATE ${tableOf(layout, entity).physical} SET version = version + 1 WHERE id = ?`, [id]);
}

/** Once they are answered: lines as they stand now; null: only reading them says that. */
type StoredLines = () => Steps<readonly Row[] | null>;

/** Lines as sent are all there are: those of a known id change, others are new, and what is not sent goes. */
function* saveLines(
  tools: Tools,
  list: ListOfLines,
  parent: string,
  lines: readonly Row[],
  before: readonly Row[],
  mark: Mark,
): Steps<StoredLines> {
  const sent = new Set(lines.map(({ id }) => id));
  const gone = before.filter(({ id }) => !sent.has(id));
  yield* markDeleted(tools, tableOf(tools.layout, list.entity), gone, mark, true);
  return yield* putLines(tools, list, parent, lines, before, mark);
}

/** The lines of a record that is new. */
function* firstLines(
  tools: Tools,
  list: ListOfLines,
  owner: Row,
  mark: Mark,
): Steps<StoredLines | readonly Row[] | null> {
  const table = tableOf(tools.layout, list.entity);
  const lines = linesIn(owner.values[list.name] ?? null);
  if (table.lists.length > 0) return yield* putLines(tools, list, owner.id, lines, [], mark);
  const [at, person] = [mark.now, personOf(mark.actor)];
  const rows: (Row | null)[] = [];
  for (const [position, { id, values }] of lines.entries()) {
    const marks = [id, 1, at, person, at, person, owner.id, list.physical, position];
    yield* send(textsOf(tools, table).firstLine, [...marks, ...wholeOf(table, values)]);
    yield* keepLinks(tools.words, table, id, { before: null, after: values });
    rows.push(rowWritten(table, { id, version: 1, at, person, madeAt: at, madeBy: person, before: null, values }));
  }
  const known = rows.filter((row) => row !== null);
  return known.length === rows.length ? known : null;
}

const linesIn = (value: Value): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);

function* putLines(
  tools: Tools,
  list: ListOfLines,
  parent: string,
  lines: readonly Row[],
  before: readonly Row[],
  mark: Mark,
): Steps<StoredLines> {
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
): Steps<readonly Row[] | null> {
  const rows: Row[] = [];
  for (const { id, sent, nested } of saved) {
    const [found] = (yield* answerTo(sent)).rows;
    if (found === undefined)
      throw new StoreError('failed', `The line ${id} belongs to another record, so nothing was written.`);
    rows.push(row(found));
    for (const below of nested) yield* below();
  }
  return isPlain ? rows : null;
}

interface SavedLine {
  readonly id: string;
  readonly sent: Sent;
  readonly nested: readonly StoredLines[];
}

interface Place {
  readonly line: Row;
  /** The line that stood there before; null: there was none. */
  readonly old: Row | null;
  readonly list: ListOfLines;
  readonly parent: string;
  readonly position: number;
}

function* saveLine(
  tools: Tools,
  table: Table,
  { line, old, list, parent, position }: Place,
  mark: Mark,
): Steps<SavedLine> {
  const person = personOf(mark.actor);
  const marks = [line.id, 1, mark.now, person, mark.now, person];
  const place = [parent, list.physical, position];
  const sent = yield* send(textsOf(tools, table).line, [...marks, ...place, ...wholeOf(table, line.values)], 'row');
  yield* keepLinks(tools.words, table, line.id, { before: old?.values ?? null, after: line.values });
  yield* dropLeft(table, line.id, { before: old?.values ?? null, after: line.values }, mark.now);
  const nested: StoredLines[] = [];
  for (const below of table.lists) {
    if (!Object.hasOwn(line.values, below.name)) continue;
    const [to, from] = [line, old].map((each) => linesIn(each?.values[below.name] ?? null));
    nested.push(yield* saveLines(tools, below, line.id, to ?? [], from ?? [], mark));
  }
  return { id: line.id, sent, nested };
}

function* remove(tools: Writing, { entity, id, of }: WriteOf<'delete'>, mark: Mark): Steps<Applied> {
  const table = tableOf(tools.layout, entity);
  const before = yield* tools.standing.one(entity, id);
  if (before === null) throw goneAlready(id);
  yield* markDeleted(tools, table, [before], mark);
  yield* keepWords(tools, table, id, { before: before.values, after: null });
  if (of !== undefined) yield* keepAlong(tools.layout, { entity, id }, of);
  if (entity === tools.layout.schema.person?.entity.name) yield* revokeKeys(tools.words, id, 'removed');
  tools.standing.wrote({ entity, id }, null);
  return { touched: [{ entity, id, kind: 'delete', before }], stands: null };
}

/** A deleted record is there again: to everybody else as if it were new. */
function* restore(tools: Writing, { entity, id, values }: WriteOf<'restore'>): Steps<Applied> {
  const table = tableOf(tools.layout, entity);
  const row = yield* bringBack(tools, table, id, values);
  yield* keepWords(tools, table, id, { before: null, after: row.values });
  tools.standing.wrote({ entity, id });
  return { touched: [{ entity, id, kind: 'insert', before: null, isBack: true }], stands: null };
}

/** Logs what decides about a person now, and ends what the person's access hung on. */
function* changeAuthority({ words }: Writing, write: WriteOf<'authority'>, mark: Mark): Steps<void> {
  yield* writeAuthority(write, mark);
  yield* revokeKeys(words, write.id, write.revokes);
}

/** Marks the rows; their lines and files go along. `alone`: lines that are taken out of their list. */
function* markDeleted(tools: Tools, table: Table, rows: readonly Row[], mark: Mark, alone = false): Steps<void> {
  const [first, ...others] = rows.map(({ id }) => id);
  if (first === undefined) return;
  const { layout, words } = tools;
  const [where, which] = others.length === 0 ? ['= ?', first] : [words.among('?'), JSON.stringify([first, ...others])];
  const { sql, values } = deletedSet(mark, alone);
  yield* send(`UPDATE ${table.physical} SET ${sql} WHERE id ${where} AND deleted_at IS NULL`, [...values, which]);
  yield* send(`UPDATE files SET deleted_at = ? WHERE record ${where} AND deleted_at IS NULL`, [mark.now, which]);
  for (const { id } of rows) yield* forgetLinks(table, id);
  for (const list of table.lists) {
    const lines = rows.flatMap((row) => linesIn(row.values[list.name] ?? null));
    yield* markDeleted(tools, tableOf(layout, list.entity), lines, mark);
  }
}

/** Empties a field wherever it refers to the target, or takes it from among several; a changed line changes the record that owns it. */
function* clear(tools: Writing, write: WriteOf<'clear'>, mark: Mark): Steps<Applied> {
  const table = tableOf(tools.layout, write.entity);
  const column = table.byName.get(write.field);
  if (column === undefined) return NOTHING;
  const isSeveral = column.type.kind === 'references';
  const sql = isSeveral
    ? `SELECT record FROM links WHERE field = '${column.physical}' AND target = ? ORDER BY record`
    : `SELECT id FROM ${table.physical} WHERE ${column.physical} = ? AND deleted_at IS NULL`;
  const found = yield* all(sql, [write.target]);
  const touched: Touched[] = [];
  for (const [id] of found) {
    const root = yield* rootOf(tools.layout, table, String(id));
    const before = yield* tools.standing.one(root.entity, root.id);
    if (isSeveral) yield* takeFrom(table, column, String(id), write.target);
    else {
      const sets = stored(column, null).map(([name]) => `${name} = NULL`);
      yield* run(`UPDATE ${table.physical} SET ${sets.join(', ')} WHERE id = ?`, [String(id)]);
    }
    // A line of it may be another now, which the record's own row does not tell.
    const { stands } = yield* update(tools, root, {}, mark);
    if (stands !== null) yield* stands();
    tools.standing.wrote(root);
    touched.push({ ...root, kind: 'update', before });
    if (write.authority !== undefined) yield* changeAuthority(tools, { ...write.authority, ...root }, mark);
  }
  return { touched, stands: null };
}
