import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { all, type DbProgram, type PendingResult, resultOf, type SqlRow, send } from '../core/db-program.ts';
import type { Column, Layout, ListOfLines, Table } from '../core/layout.ts';
import { decode, idList } from '../core/storage.ts';
import type { DialectTexts } from '../sql/dialect.ts';

/** Reads complete live rows, including lines. Applies no permissions. */
export interface RowReader {
  readonly one: (entity: string, id: string) => DbProgram<Row | null>;
  readonly many: (entity: string, ids: readonly string[]) => DbProgram<readonly Row[]>;
  /** In order of creation. */
  readonly first: (entity: string, limit: number) => DbProgram<readonly Row[]>;
  /** Returns the lines of these records in one list, by record. */
  readonly lines: (list: ListOfLines, parents: readonly string[]) => DbProgram<ReadonlyMap<string, readonly Row[]>>;
  /** The columns for a `RETURNING` clause, and the decoder of the returned row, without lines. */
  readonly returned: (entity: string) => { readonly columns: string; readonly row: (found: SqlRow) => VersionedRow };
}

/** The columns that are read of a row, besides id and version. */
interface Selection {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly names: string;
  readonly sql: string;
}

/** A row not yet shared with other code, so that missing values may be added. */
export interface VersionedRow extends Row {
  readonly values: { [name: string]: Value };
}

/** Lines whose query has been sent. */
interface PendingLines {
  readonly list: ListOfLines;
  readonly selection: Selection;
  readonly sent: PendingResult;
}

export function createRowReader(layout: Layout, words: DialectTexts): RowReader {
  const selections = new Map([...layout.tables.values()].map((table) => [table.entity, selectionOf(table)]));

  function* one(entity: string, id: string): DbProgram<Row | null> {
    const selection = selections.get(entity);
    if (selection === undefined) return null;
    const { table, sql } = selection;
    const sent = yield* send(`${sql} WHERE id = ? AND deleted_at IS NULL`, [id], 'row');
    // The lines are found by the same id, so their query is sent without waiting for the row.
    const below = yield* sendLines(table, [id]);
    const [found] = (yield* resultOf(sent)).rows;
    if (found === undefined) return null;
    const row = rowOf(selection, found);
    for (const each of below) row.values[each.list.name] = (yield* linesOf(each)).get(id) ?? [];
    return row;
  }

  function* many(entity: string, ids: readonly string[]): DbProgram<readonly Row[]> {
    const [only] = ids;
    if (only === undefined) return [];
    if (ids.length === 1) return [yield* one(entity, only)].filter((row) => row !== null);
    const selection = selections.get(entity);
    if (selection === undefined) return [];
    const sql = `${selection.sql} WHERE id ${words.inList('?')} AND deleted_at IS NULL`;
    return yield* withLines(selection.table, yield* readAll(selection, sql, [idList(ids)]));
  }

  function* first(entity: string, limit: number): DbProgram<readonly Row[]> {
    const selection = selections.get(entity);
    if (selection === undefined) return [];
    const sql = `${selection.sql} WHERE deleted_at IS NULL ORDER BY created_at, id LIMIT ?`;
    return yield* withLines(selection.table, yield* readAll(selection, sql, [limit]));
  }

  function* lines(list: ListOfLines, parents: readonly string[]): DbProgram<ReadonlyMap<string, readonly Row[]>> {
    const sent = yield* sendList(list, parents);
    return sent === null ? new Map() : yield* linesOf(sent);
  }

  function* sendLines({ lists }: Table, parents: readonly string[]): DbProgram<readonly PendingLines[]> {
    const found: PendingLines[] = [];
    for (const list of lists) {
      const sent = yield* sendList(list, parents);
      if (sent !== null) found.push(sent);
    }
    return found;
  }

  function* sendList(list: ListOfLines, parents: readonly string[]): DbProgram<PendingLines | null> {
    const selection = selections.get(list.entity);
    if (selection === undefined || parents.length === 0) return null;
    const where = parents.length === 1 ? 'parent = ?' : `parent ${words.inList('?')}`;
    const sql = `${selection.sql.replace(' FROM', ', parent FROM')} WHERE ${where} AND list = ? AND deleted_at IS NULL ORDER BY parent, position`;
    const parentParameter = parents.length === 1 ? (parents[0] ?? '') : JSON.stringify(parents);
    return { list, selection, sent: yield* send(sql, [parentParameter, list.physical], 'rows') };
  }

  function* linesOf({ selection, sent }: PendingLines): DbProgram<ReadonlyMap<string, readonly Row[]>> {
    const { rows: found } = yield* resultOf(sent);
    const rows = yield* withLines(
      selection.table,
      found.map((each) => rowOf(selection, each)),
    );
    const byParent = new Map<string, Row[]>();
    rows.forEach((row, index) => {
      const parent = String(found[index]?.at(-1));
      const siblings = byParent.get(parent);
      if (siblings === undefined) byParent.set(parent, [row]);
      else siblings.push(row);
    });
    return byParent;
  }

  function* readAll(
    selection: Selection,
    sql: string,
    parameters: readonly (string | number)[],
  ): DbProgram<VersionedRow[]> {
    return (yield* all(sql, parameters)).map((found) => rowOf(selection, found));
  }

  function* withLines(table: Table, rows: readonly VersionedRow[]): DbProgram<readonly Row[]> {
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
  const columns = [...table.byName.values()].filter(({ computedBy }) => computedBy === null);
  const names = ['id', 'version', ...columns.map((column) => column.physical)].join(', ');
  return { table, columns, names, sql: `SELECT ${names} FROM ${table.physical}` };
}

function rowOf({ table, columns }: Selection, found: SqlRow): VersionedRow {
  return { entity: table.entity, id: String(found[0]), version: Number(found[1]), values: valuesOf(columns, found, 2) };
}

/** Decodes the values of these columns, which begin at `offset` in `found`. */
export function valuesOf(columns: readonly Column[], found: SqlRow, offset: number): { [name: string]: Value } {
  const values = noValues();
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    if (column !== undefined) values[column.name] = decode(found[offset + i] ?? null, column.type);
  }
  return values;
}
