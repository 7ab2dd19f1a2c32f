import type { Point } from '../model/types/place.ts';
import { say } from './codes.ts';
import type { Block, Row } from './markdown/document.ts';
import type { Span } from './markdown/span.ts';
import { isBlank, keyAndValue, type Reader, words } from './reader.ts';

/**
 * A column of a table or the key of a list: the reader, the printer, NOTATION.md and the ledger all read this entry.
 * Names and aliases are compared without capitals, spaces and punctuation.
 */
export interface Column {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What an empty cell means. */
  readonly blank: string;
  /** What `not shown.` means. */
  readonly notShown: string;
  readonly about: string;
}

/** The cells of one row, or the values of one list, by the name of their column. */
export interface Cells {
  readonly at: Span;
  /** Null where the column is missing. */
  readonly cell: (column: string) => Span | null;
}

/** A cell with something in it, or null. */
export function filled(cells: Cells, column: string): Span | null {
  const span = cells.cell(column);
  return isBlank(span) ? null : span;
}

type Table = Extract<Block, { kind: 'table' }>;

/**
 * The rows of a table by the columns that its point knows. What it does not know is reported once, and kept in the help of
 * the point, unless the point keeps it at the row: `keepsOthers`.
 */
export function rowsOf(
  reader: Reader,
  table: Table,
  columns: readonly Column[],
  point: Point,
  keepsOthers = false,
): Cells[] {
  const positions = new Map<string, number>();
  table.header.cells.forEach((cell, index) => {
    const column = columnNamed(columns, words(cell));
    if (column !== null && !positions.has(column.name)) positions.set(column.name, index);
    else if (!isEmptyColumn(table, index))
      reader.report(say.columnNotRead(words(cell), names(columns)), cell, { point });
  });
  return table.rows.map((row) => {
    reportSurplus(reader, row, table.header.cells.length, point);
    if (!keepsOthers) loseOthers(reader, table, row, new Set(positions.values()), point);
    return {
      at: row.at,
      cell: (name) => {
        const index = positions.get(name);
        return index === undefined ? null : (row.cells[index] ?? { text: '', from: row.at.from + row.at.text.length });
      },
    };
  });
}

function loseOthers(reader: Reader, table: Table, row: Row, read: ReadonlySet<number>, point: Point): void {
  const others = row.cells.flatMap((cell, index) => {
    const heading = table.header.cells[index]?.text ?? '';
    return read.has(index) || isBlank(cell) ? [] : [heading === '' ? cell.text : `${heading}: ${cell.text}`];
  });
  if (others.length > 0) reader.lose(point, others.join('; '));
}

/** Whether a table is meant for these columns: it has the one that names its rows, or two of them. */
export function fits(table: Table, columns: readonly Column[]): boolean {
  const found = table.header.cells.filter((cell) => columnNamed(columns, words(cell)) !== null).length;
  return found >= Math.min(2, columns.length) || found === table.header.cells.length;
}

export function columnNamed(columns: readonly Column[], written: string): Column | null {
  const exact = columns.find(({ name }) => name === written);
  if (exact !== undefined) return exact;
  const key = foldName(written);
  return (
    columns.find(
      (column) => foldName(column.name) === key || column.aliases.some((alias) => foldName(alias) === key),
    ) ?? null
  );
}

export function names(columns: readonly Column[]): string[] {
  return columns.map((column) => column.name);
}

/** Capitals, spaces and punctuation make no difference between two headings. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}#]+/gu, '');
}

function isEmptyColumn(table: Table, index: number): boolean {
  const heading = table.header.cells[index];
  return (heading === undefined || heading.text === '') && table.rows.every((row) => isBlank(row.cells[index] ?? null));
}

/** Reports cells behind the last column; empty ones say nothing. `loses`: nobody else keeps them. */
export function reportSurplus(reader: Reader, row: Row, width: number, point: Point, loses = false): void {
  for (const cell of row.cells.slice(width)) {
    if (isBlank(cell)) continue;
    reader.report(say.cellNotRead(words(cell)), cell, { point });
    if (loses) reader.lose(point, cell.text);
  }
}

/** A `- Key: value` of a list. */
export interface KeyValue {
  readonly key: string;
  readonly value: Span;
  readonly at: Span;
}

/** The item as key and value where its key is one of these, else null. */
export function keyOf(item: Span, keys: readonly Column[]): KeyValue | null {
  const found = keyAndValue(item);
  if (found === null) return null;
  const column = columnNamed(keys, words(found.key));
  return column === null ? null : { key: column.name, value: found.value, at: item };
}
