import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { all, answerTo, type Sent, type SqlRow, type Steps, send } from '../core/db-program.ts';
import type { Column, Layout, ListOfLines, Table } from '../core/layout.ts';
import { decode } from '../core/storage.ts';
import type { Words } from '../sql/dialect.ts';

/** Reads whole live rows, lines included. No permission is applied. */
export interface RowReader {
  readonly one: (entity: string, id: string) => Steps<Row | null>;
  readonly many: (entity: string, ids: readonly string[]) => Steps<readonly Row[]>;
  /** In the order in which they were made. */
  readonly first: (entity: string, limit: number) => Steps<readonly Row[]>;
  /** The lines of these records in one list, by record. */
  readonly lines: (list: ListOfLines, parents: readonly string[]) => Steps<ReadonlyMap<string, readonly Row[]>>;
  /** What a write asks back of a row of an entity, and the row in the answer, without its lines. */
  readonly returned: (entity: string) => { readonly columns: string; readonly row: (found: SqlRow) => FreshRow };
}

/** What is read of a row: its id and version, and these columns. */
interface Selection {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly names: string;
  readonly sql: string;
}

/** A row that nobody else has yet: what is still missing is put into it. */
export interface FreshRow extends Row {
  readonly values: { [name: string]: Value };
}

/** Lines that were asked for. */
interface SentLines {
  readonly list: ListOfLines;
  readonly selection: Selection;
  readonly sent: Sent;
}

export function rowReader(layout: Layout, words: Words): RowReader {
  const selections = new Map([...layout.tables.values()].map((table) => [table.entity, selectionOf(table)]));

  function* one(entity: string, id: string): Steps<Row | null> {
    const selection = selections.get(entity);
    if (selection === undefined) return null;
    const { table, sql } = selection;
    const sent = yield* send(`${sql} WHERE id = ? AND deleted_at IS NULL`, [id], 'row');
    // Its lines are found by its id too, so that nobody has to wait for it.
    const below = yield* sendLines(table, [id]);
    const [found] = (yield* answerTo(sent)).rows;
    if (found === undefined) return null;
    const row = rowOf(selection, found);
    for (const each of below) row.values[each.list.name] = (yield* linesOf(each)).get(id) ?? [];
    return row;
  }

  function* many(entity: string, ids: readonly string[]): Steps<readonly Row[]> {
    const [only] = ids;
    if (only === undefined) return [];
    if (ids.length === 1) return [yield* one(entity, only)].filter((row) => row !== null);
    const selection = selections.get(entity);
    if (selection === undefined) return [];
    const sql = `${selection.sql} WHERE id ${words.among('?')} AND deleted_at IS NULL`;
    return yield* withLines(selection.table, yield* readAll(selection, sql, [JSON.stringify(ids)]));
  }

  function* first(entity: string, limit: number): Steps<readonly Row[]> {
    const selection = selections.get(entity);
    if (selection === undefined) return [];
    const sql = `${selection.sql} WHERE deleted_at IS NULL ORDER BY created_at, id LIMIT ?`;
    return yield* withLines(selection.table, yield* readAll(selection, sql, [limit]));
  }

  function* lines(list: ListOfLines, parents: readonly string[]): Steps<ReadonlyMap<string, readonly Row[]>> {
    const sent = yield* sendList(list, parents);
    return sent === null ? new Map() : yield* linesOf(sent);
  }

  function* sendLines({ lists }: Table, parents: readonly string[]): Steps<readonly SentLines[]> {
    const found: SentLines[] = [];
    for (const list of lists) {
      const sent = yield* sendList(list, parents);
      if (sent !== null) found.push(sent);
    }
    return found;
  }

  function* sendList(list: ListOfLines, parents: readonly string[]): Steps<SentLines | null> {
    const selection = selections.get(list.entity);
    if (selection === undefined || parents.length === 0) return null;
    const where = parents.length === 1 ? 'parent = ?' : `parent ${words.among('?')}`;
    const sql = `${selection.sql.replace(' FROM', ', parent FROM')} WHERE ${where} AND list = ? AND deleted_at IS NULL ORDER BY parent, position`;
    const asked = parents.length === 1 ? (parents[0] ?? '') : JSON.stringify(parents);
    return { list, selection, sent: yield* send(sql, [asked, list.physical], 'rows') };
  }

  function* linesOf({ selection, sent }: SentLines): Steps<ReadonlyMap<string, readonly Row[]>> {
    const { rows: found } = yield* answerTo(sent);
    const rows = yield* withLines(
      selection.table,
      found.map((each) => rowOf(selection, each)),
    );
    const byParent = new Map<string, Row[]>();
    rows.forEach((row, index) => {
      const parent = String(found[index]?.at(-1));
      const together = byParent.get(parent);
      if (together === undefined) byParent.set(parent, [row]);
      else together.push(row);
    });
    return byParent;
  }

  function* readAll(selection: Selection, sql: string, parameters: readonly (string | number)[]): Steps<FreshRow[]> {
    return (yield* all(sql, parameters)).map((found) => rowOf(selection, found));
  }

  function* withLines(table: Table, rows: readonly FreshRow[]): Steps<readonly Row[]> {
    if (table.lists.length === 0 || rows.length === 0) return rows;
    const below = yield* sendLines(
      table,
      rows.map((row) => row.id),
    );
    for (const each of below) {
      const byParent = yield* linesOf(each);
      for (const { id, values } of rows) values[each.list.name] = byParent.get(id) ?? [];
    }
    return rows;
  }

  function returned(entity: string): ReturnType<RowReader['returned']> {
    const selection = selections.get(entity);
    if (selection === undefined) throw new Error(`Nothing is known of how ${entity} is stored.`);
    return { columns: selection.names, row: (found) => rowOf(selection, found) };
  }

  return { one, many, first, lines, returned };
}

function selectionOf(table: Table): Selection {
  const columns = [...table.byName.values()].filter(({ worked }) => worked === null);
  const names = ['id', 'version', ...columns.map((column) => column.physical)].join(', ');
  return { table, columns, names, sql: `SELECT ${names} FROM ${table.physical}` };
}

function rowOf({ table, columns }: Selection, found: SqlRow): FreshRow {
  return { entity: table.entity, id: String(found[0]), version: Number(found[1]), values: valuesOf(columns, found, 2) };
}

/** Values of these columns, which stand in `found` from `offset` on. */
export function valuesOf(columns: readonly Column[], found: SqlRow, offset: number): { [name: string]: Value } {
  const values = noValues();
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    if (column !== undefined) values[column.name] = decode(found[offset + i] ?? null, column.type);
  }
  return values;
}
