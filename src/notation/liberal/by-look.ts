import type { Point } from '../../model/types/place.ts';
import { say } from '../codes.ts';
import { type Column, columnNamed } from '../columns.ts';
import type { Block } from '../markdown/document.ts';
import { isBlank, isNotShown, type Reader, words } from '../reader.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** How a column is known whose heading is none of the notation's own: by the heading's words, or by its cells. */
export interface Look {
  readonly column: string;
  readonly heading: RegExp;
  /** What most of its cells look like; without it the words of the heading alone tell. */
  readonly cell?: RegExp;
  /** It may be the first column whatever it is called. */
  readonly first?: boolean;
}

/** The table with the headings of the notation in place of those that are known by their look; else the table itself. */
export function byLook(table: Table, columns: readonly Column[], looks: readonly Look[]): Table {
  const named = table.header.cells.map((cell) => columnNamed(columns, words(cell))?.name ?? null);
  // Of two headings for the same, the second may be known by its look.
  const headings = named.map((name, index) => (named.indexOf(name) === index ? name : null));
  if (headings.every((name) => name !== null)) return table;
  const found = [...headings];
  for (const look of looks) {
    if (found.includes(look.column)) continue;
    const free = (index: number) => found[index] === null;
    const indexes = table.header.cells.map((_, index) => index).filter(free);
    const at =
      indexes.find((index) => look.heading.test(words(table.header.cells[index] ?? table.at))) ??
      indexes.find((index) => isLike(table, index, look.cell)) ??
      (look.first === true && free(0) ? 0 : undefined);
    if (at !== undefined) found[at] = look.column;
  }
  const cells = table.header.cells.map((cell, index) => {
    const name = found[index] ?? null;
    return headings[index] !== null || name === null ? cell : { text: name, from: cell.from };
  });
  return { ...table, header: { ...table.header, cells } };
}

/** Most of its cells are filled, and most of those look so. */
function isLike(table: Table, index: number, pattern: RegExp | undefined): boolean {
  if (pattern === undefined) return false;
  const filled = table.rows.flatMap((row) => {
    const cell = row.cells[index] ?? null;
    return cell === null || isBlank(cell) || isNotShown(cell) ? [] : [words(cell)];
  });
  const alike = filled.filter((text) => pattern.test(text));
  return filled.length * 2 >= table.rows.length && filled.length > 0 && alike.length * 5 >= filled.length * 4;
}

/**
 * Keeps headings in other words than ours with the point; canonical ones say nothing of their own. `known`: the table with
 * the headings that it is read by.
 */
export function keepHeadings(
  reader: Reader,
  table: Table,
  columns: readonly Column[],
  point: Point,
  known: Table = table,
): void {
  const isRenamed = known.header.cells.some((cell, index) => cell.text !== table.header.cells[index]?.text);
  if (!reader.inWords && !isRenamed) return;
  const texts = table.header.cells.map((cell) => words(cell));
  const isOurs = (text: string) => text === '' || columns.some(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (!texts.every(isOurs)) reader.lose(point, texts.join(' – '));
}

/** Names each row of a table that nobody reads, in a document that is written in words. */
export function reportRows(reader: Reader, table: Table, point: Point): void {
  if (!reader.inWords) return;
  for (const { at } of table.rows) reader.report(say.noteNotRead(words(at), null), at, { point });
}
