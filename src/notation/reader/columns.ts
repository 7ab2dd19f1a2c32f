import type { Point } from '../../model/types/element.ts';
import type { Block, Row } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { messages } from './codes.ts';
import { isBlank, keyAndValue, type Reader, words } from './reader.ts';

/**
 * A column of a table or the key of a list. The reader, the printer, NOTATION.md and the ledger all use this entry.
 * Names and aliases are compared without capitals, spaces and punctuation.
 */
export interface Column {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Meaning of an empty cell; `None.` if it means nothing. */
  readonly blank: string;
  /** Meaning of `not shown.` */
  readonly notShown: string;
  readonly about: string;
}

/** The cells of one row, or the values of one list, by column name. */
export interface Cells {
  readonly at: Span;
  /** Returns the cell; null if the column is missing. */
  readonly cell: (column: string) => Span | null;
  /** The first filled cell without a known column. Whatever it may restrict is refused. */
  readonly unread: Span | null;
}

/** Returns the cell, or null if it is blank. */
export function filledCell(cells: Cells, column: string): Span | null {
  const span = cells.cell(column);
  return isBlank(span) ? null : span;
}

type Table = Extract<Block, { kind: 'table' }>;

/** Returns the rows of a table with the columns of its point. Reports each unknown column once. */
export function rowsOf(reader: Reader, table: Table, columns: readonly Column[], point: Point): Cells[] {
  const positions = new Map<string, number>();
  table.header.cells.forEach((cell, index) => {
    const column = columnNamed(columns, words(cell));
    if (column !== null && !positions.has(column.name)) positions.set(column.name, index);
    else if (!isEmptyColumn(table, index))
      reader.report(messages.columnNotRead(words(cell), columnNames(columns)), cell, { point });
  });
  const read = new Set(positions.values());
  return table.rows.map((row) => {
    reportSurplus(reader, row, table.header.cells.length, point);
    return {
      at: row.at,
      cell: (name) => {
        const index = positions.get(name);
        return index === undefined ? null : (row.cells[index] ?? { text: '', from: row.at.from + row.at.text.length });
      },
      unread: row.cells.find((cell, index) => !read.has(index) && !isBlank(cell)) ?? null,
    };
  });
}

/** Whether a table has these columns: two of them (or the only one), or no others. */
export function hasColumns(table: Table, columns: readonly Column[]): boolean {
  const found = table.header.cells.filter((cell) => columnNamed(columns, words(cell)) !== null).length;
  return found >= Math.min(2, columns.length) || found === table.header.cells.length;
}

/** Returns the column with this name or alias, or null. */
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

/** Returns what `not shown.` in this column means, for the finding. */
export function effectUntilStated(columns: readonly Column[], name: string): string {
  const meaning = columns.find((column) => column.name === name)?.notShown ?? '';
  return `Until it is stated: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`;
}

export function columnNames(columns: readonly Column[]): string[] {
  return columns.map((column) => column.name);
}

/** Normalizes a heading for comparison: without capitals, spaces and punctuation. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}#]+/gu, '');
}

function isEmptyColumn(table: Table, index: number): boolean {
  const heading = table.header.cells[index];
  return (heading === undefined || heading.text === '') && table.rows.every((row) => isBlank(row.cells[index] ?? null));
}

/** Reports filled cells after the last column. */
export function reportSurplus(reader: Reader, row: Row, width: number, point: Point): void {
  for (const cell of row.cells.slice(width))
    if (!isBlank(cell)) reader.report(messages.cellNotRead(words(cell)), cell, { point });
}

/** A list item `- Key: value`. */
export interface KeyValue {
  readonly key: string;
  readonly value: Span;
  readonly at: Span;
}

/** Returns the key and value of an item; null if its key is not one of these. */
export function keyOf(item: Span, keys: readonly Column[]): KeyValue | null {
  const found = keyAndValue(item);
  if (found === null) return null;
  const column = columnNamed(keys, words(found.key));
  return column === null ? null : { key: column.name, value: found.value, at: item };
}
