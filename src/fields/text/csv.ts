/** What stands between two cells: spreadsheets write one of these, by the language of whoever uses them. */
export type Separator = ',' | ';' | '\t';

/** A row of cells with the line of the file in which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export type ReadCsv =
  | {
      readonly separator: Separator;
      readonly rows: readonly CsvRow[] /** There were more rows than were asked for. */;
      readonly more: boolean;
    }
  | { readonly line: number /** Completes “Line 3 can’t be read: …”. */; readonly problem: string };

const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/** Most cells in a row, and in a whole text. A text with more is not read. */
const MOST_COLUMNS = 1_000;
const MOST_CELLS = 500_000;
/** Most characters in a row: as many bytes as a request for one record may have. */
const LONGEST_ROW = 1_000_000;
const TOO_MANY_COLUMNS = 'it has more than 1,000 columns';
const TOO_LONG = 'it has more than 1,000,000 characters';
const TOO_MANY_CELLS = 'the file has more than 500,000 cells';

/** One row by RFC 4180, with its line end. Text that a spreadsheet might take for more than it is stands in quotes. */
export const csvRow = (cells: readonly string[]): string => separatedRow(cells, ',');

/** The same with another separator between its cells. */
export function separatedRow(cells: readonly string[], separator: Separator): string {
  // A line with nothing in it would be none.
  return cells.length === 1 && cells[0] === '' ? '""\r\n' : `${cells.map(quoted).join(separator)}\r\n`;
}

/** The marker by which spreadsheets know that a text is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * The rows of a text by RFC 4180, blank lines left out, at most `most` of them; any of the three line ends. The separator is
 * the one that stands most often in the first row. Strict: a quote stands only around a whole cell.
 */
export function readCsv(text: string, most: number): ReadCsv {
  const steps = readCsvInSteps(text, most);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same, with a step after each row, so that whoever reads it can let others have their turn. */
export function* readCsvInSteps(text: string, most: number): Generator<void, ReadCsv> {
  const whole = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const separator = separatorOf(whole);
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  let left = MOST_CELLS;
  while (at < whole.length) {
    const row = rowAt(whole, at, separator, left);
    if ('problem' in row) return { line: line + linesIn(whole, at, row.at), problem: row.problem };
    const isBlank = row.cells.length === 1 && row.cells[0] === '' && !row.isQuoted;
    if (!isBlank && rows.length >= most) return { separator, rows, more: true };
    if (!isBlank) rows.push({ line, cells: row.cells });
    line += linesIn(whole, at, row.end);
    at = row.end;
    left -= row.cells.length;
    yield;
  }
  return { separator, rows, more: false };
}

/** What a spreadsheet takes for a formula where a cell begins with it; of some languages in full width too. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/**
 * Text as a cell that no spreadsheet calculates with: a `'` before one that begins as a formula does, or with such marks
 * before that. `plainText` gives back what stood there, whatever it was.
 */
export function safeText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** What `safeText` was given. */
export function plainText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

interface RowAt {
  readonly cells: readonly string[];
  /** Behind its line end. */
  readonly end: number;
  readonly isQuoted: boolean;
}

interface Wrong {
  readonly at: number;
  readonly problem: string;
}

/** `left`: how many more cells the text may have. */
function rowAt(text: string, from: number, separator: Separator, left: number): RowAt | Wrong {
  const cells: string[] = [];
  let isQuoted = false;
  for (let at = from; ; ) {
    const cell = text.charAt(at) === '"' ? quotedAt(text, at, from + LONGEST_ROW) : plainAt(text, at, separator);
    if ('problem' in cell) return cell;
    if (cells.length >= MOST_COLUMNS) return { at, problem: TOO_MANY_COLUMNS };
    if (cell.end - from > LONGEST_ROW) return { at, problem: TOO_LONG };
    if (cells.length >= left) return { at, problem: TOO_MANY_CELLS };
    isQuoted ||= text.charAt(at) === '"';
    cells.push(cell.text);
    const next = text.charAt(cell.end);
    if (next === separator) at = cell.end + 1;
    else if (next === '' || next === '\n' || next === '\r')
      return { cells, isQuoted, end: cell.end + (text.startsWith('\r\n', cell.end) ? 2 : next === '' ? 0 : 1) };
    else return { at: cell.end, problem: 'something stands behind the closing quote of a cell' };
  }
}

interface CellAt {
  readonly text: string;
  readonly end: number;
}

const PLAIN: Readonly<Record<Separator, RegExp>> = { ',': /[,\n\r"]/g, ';': /[;\n\r"]/g, '\t': /[\t\n\r"]/g };

function plainAt(text: string, from: number, separator: Separator): CellAt | Wrong {
  const end = nextOf(PLAIN[separator], text, from);
  if (text.charAt(end) === '"')
    return { at: end, problem: 'a quote stands within a cell that does not begin with one' };
  return { text: text.slice(from, end), end };
}

/** Where a character is found from a place on; else the end of the text. */
function nextOf(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from;
  return characters.exec(text)?.index ?? text.length;
}

function quotedAt(text: string, from: number, most: number): CellAt | Wrong {
  const parts: string[] = [];
  let start = from + 1;
  for (;;) {
    if (start > most) return { at: from, problem: TOO_LONG };
    const close = text.indexOf('"', start);
    if (close === -1) return { at: from, problem: 'the quote that opens a cell is not closed' };
    parts.push(text.slice(start, close));
    if (text.charAt(close + 1) !== '"') return { text: parts.join('"'), end: close + 1 };
    start = close + 2;
  }
}

/** Counted in the first row alone, outside quotes; a comma where none stands there. */
function separatorOf(text: string): Separator {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isInside = false;
  for (let at = 0; at < Math.min(text.length, LONGEST_ROW); at++) {
    const character = text.charAt(at);
    const count = counts.get(character);
    if (character === '"') isInside = !isInside;
    else if (!isInside && (character === '\n' || character === '\r')) break;
    else if (!isInside && count !== undefined) counts.set(character, count + 1);
  }
  const often = (separator: Separator) => counts.get(separator) ?? 0;
  return SEPARATORS.toSorted((one, other) => often(other) - often(one))[0] ?? ',';
}

/** Line ends between two places. */
function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  const ends = /\r\n|\n|\r/g;
  ends.lastIndex = from;
  for (let found = ends.exec(text); found !== null && found.index < to; found = ends.exec(text)) lines += 1;
  return lines;
}
