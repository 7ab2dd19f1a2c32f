import type { Element, Point } from '../../model/types/element.ts';
import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Cells, type Column, columnNames, foldName, hasColumns, rowsOf } from '../reader/columns.ts';
import { type Content, contentOf, contentSpans, rowSpans } from '../reader/content.ts';
import type { Part } from '../reader/outline.ts';
import { cellProse, type FindingContext, isNotShown, type Reader, words } from '../reader/reader.ts';
import { soundsLikeRule } from '../reader/rule-words.ts';

type Thing = Element & ({ readonly name: string } | { readonly code: string });

type Table = Extract<Block, { kind: 'table' }>;

/**
 * Returns the rows of a table with the columns of its point. A table without these columns is reported and has no rows.
 */
export function tableRows(reader: Reader, table: Table, columns: readonly Column[], point: Point): Cells[] {
  if (hasColumns(table, columns)) return rowsOf(reader, table, columns, point);
  reportTable(reader, table, columnNames(columns), { point });
  return [];
}

/** Reports a table that is not read. `known`: the columns of a table that would be read. */
export function reportTable(reader: Reader, table: Table, known: readonly string[], about: FindingContext): void {
  reader.report(messages.tableNotRead(words(table.header.cells[0] ?? table.at), known), table.header.at, {
    ...about,
    also: rowSpans(table),
  });
}

/**
 * Adds the prose under each `### Name` to the help of the element with that name. A heading that names no element is
 * reported with everything under it.
 */
export function withPartHelp<T extends Thing>(
  reader: Reader,
  parts: readonly Part[],
  things: readonly T[],
  what: string,
  point: Point,
): T[] {
  return withPartContent(reader, parts, things, { what, point, keys: [] }, (thing, content) => ({
    ...thing,
    help: [thing.help, content.help].filter((text) => text !== '').join('\n\n'),
  }));
}

/** What the parts of a kind of element hold. */
interface PartOptions {
  readonly what: string;
  readonly point: Point;
  readonly keys: readonly Column[];
  /** The columns of the tables that `add` reads; without them, tables are not read. */
  readonly columns?: readonly Column[];
}

/** Like `withPartHelp`; `add` adds the content of a part, with its keys, to its element. */
export function withPartContent<T extends Thing>(
  reader: Reader,
  parts: readonly Part[],
  things: readonly T[],
  { what, point, keys, columns = [] }: PartOptions,
  add: (thing: T, content: Content) => T,
): T[] {
  const result = [...things];
  const find = nameFinder(things.map(nameOf));
  for (const under of parts) {
    const title = words(under.title);
    const index = find(title) ?? -1;
    const thing = result[index];
    if (thing === undefined) {
      const next =
        'Nothing under this heading is read. Give it a row in the table, or move its content above the heading.';
      reader.report(messages.nameUnknown(title, `${what} of the table above`, next), under.title, {
        point,
        also: contentSpans(under.blocks),
      });
      continue;
    }
    const accepts =
      keys.length === 0 ? PROSE : `Under this heading there are the keys ${columnNames(keys).join(', ')}.`;
    const content = contentOf(reader, under.blocks, { point, keys, accepts });
    const isRead = (table: Table) => columns.length > 0 && hasColumns(table, columns);
    const unread = content.tables.filter((each) => !isRead(each));
    for (const table of unread) reportTable(reader, table, columnNames(columns), { point, element: thing.id });
    result[index] = add(thing, {
      ...content,
      tables: content.tables.filter(isRead),
      unread: content.unread ?? unread[0]?.header.at ?? null,
    });
  }
  return result;
}

const PROSE = `Under this heading only paragraphs are read, as help. Write what is enforced in the table above.`;

/**
 * Returns the help text in a cell. Words that sound like a rule have no effect, which is reported unless they are in
 * quotes.
 */
export function helpIn(reader: Reader, cell: Span | null, about: FindingContext): string {
  if (cell === null || isNotShown(cell)) return '';
  const isQuoted = /^"[^"]*"$/.test(cell.text);
  if (!isQuoted && soundsLikeRule(cell.text)) reader.report(messages.noteNotRead(words(cell), null), cell, about);
  return cellProse(cell);
}

/**
 * Returns a function that finds a name: first exactly, then without capitals, spaces and punctuation. Of several equal
 * names the first wins; `Name #2` is the second.
 */
export function nameFinder(names: readonly string[]): (title: string) => number | null {
  const exact = new Map<string, number>();
  const folded = new Map<string, number>();
  names.forEach((name, index) => {
    if (!exact.has(name)) exact.set(name, index);
    if (!folded.has(foldName(name))) folded.set(foldName(name), index);
  });
  titlesOf(names).forEach((title, index) => {
    if (!exact.has(title)) exact.set(title, index);
  });
  return (title) => exact.get(title) ?? (foldName(title) === '' ? null : (folded.get(foldName(title)) ?? null));
}

/** Returns the heading for each name, with a number where several names are equal. */
export function titlesOf(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} #${count}`;
  });
}

function nameOf(thing: Thing): string {
  return 'name' in thing ? thing.name : thing.code;
}
