/** The separator between cells; which one a spreadsheet writes depends on its language. */
export type Separator = ',' | ';' | '\t';

/** A row of cells, with the line of the file in which it begins (counted from 1). */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Why a text can't be read as CSV. */
export type CsvProblem =
  | 'textAfterQuote'
  | 'quoteInsideCell'
  | 'unclosedQuote'
  | 'tooManyColumns'
  | 'tooManyCharacters'
  | 'tooManyCells';

export type ReadCsv =
  | {
      readonly separator: Separator;
      readonly rows: readonly CsvRow[] /** Whether there were more rows than requested. */;
      readonly more: boolean;
    }
  | { readonly line: number; readonly problem: CsvProblem };

const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/** Maximum cells in a row and in a text. A larger text is not read. */
const MOST_COLUMNS = 1_000;
const MOST_CELLS = 500_000;
/** Maximum characters in a row: the limit of a request for one record. */
const LONGEST_ROW = 1_000_000;

/** Returns one row by RFC 4180, with its line end. Ambiguous text is quoted. */
export const csvRow = (cells: readonly string[]): string => separatedRow(cells, ',');

/** Returns one row with another separator. */
export function separatedRow(cells: readonly string[], separator: Separator): string {
  // A blank line would not be a row.
  return cells.length === 1 && cells[0] === '' ? '""\r\n' : `${cells.map(quoted).join(separator)}\r\n`;
}

/** Marks a text as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Parses a text by RFC 4180 into at most `most` rows, skipping blank lines; all three line ends are accepted. The
 * separator is the most frequent one in the first row. Strict: quotes are only allowed around a whole cell.
 */
export function readCsv(text: string, most: number): ReadCsv {
  const steps = readCsvInSteps(text, most);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Like `readCsv`, but yields after each row, so that other work can run in between. */
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

/** Matches cells that a spreadsheet would take for a formula, including full-width characters. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/**
 * Escapes a text so that no spreadsheet evaluates it: adds a `'` before a text that starts like a formula, or like an
 * escaped one. `plainText` restores the original text.
 */
export function safeText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Restores the text that was given to `safeText`. */
export function plainText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

interface RowAt {
  readonly cells: readonly string[];
  /** Offset after its line end. */
  readonly end: number;
  readonly isQuoted: boolean;
}

interface Wrong {
  readonly at: number;
  readonly problem: CsvProblem;
}

/** Reads a row. `left`: the number of cells that the text may still have. */
function rowAt(text: string, from: number, separator: Separator, left: number): RowAt | Wrong {
  const cells: string[] = [];
  let isQuoted = false;
  for (let at = from; ; ) {
    const cell = text.charAt(at) === '"' ? quotedAt(text, at, from + LONGEST_ROW) : plainAt(text, at, separator);
    if ('problem' in cell) return cell;
    if (cells.length >= MOST_COLUMNS) return { at, problem: 'tooManyColumns' };
    if (cell.end - from > LONGEST_ROW) return { at, problem: 'tooManyCharacters' };
    if (cells.length >= left) return { at, problem: 'tooManyCells' };
    isQuoted ||= text.charAt(at) === '"';
    cells.push(cell.text);
    const next = text.charAt(cell.end);
    if (next === separator) at = cell.end + 1;
    else if (next === '' || next === '\n' || next === '\r')
      return { cells, isQuoted, end: cell.end + (text.startsWith('\r\n', cell.end) ? 2 : next === '' ? 0 : 1) };
    else return { at: cell.end, problem: 'textAfterQuote' };
  }
}

interface CellAt {
  readonly text: string;
  readonly end: number;
}

const PLAIN: Readonly<Record<Separator, RegExp>> = { ',': /[,\n\r"]/g, ';': /[;\n\r"]/g, '\t': /[\t\n\r"]/g };

function plainAt(text: string, from: number, separator: Separator): CellAt | Wrong {
  const end = nextOf(PLAIN[separator], text, from);
  if (text.charAt(end) === '"') return { at: end, problem: 'quoteInsideCell' };
  return { text: text.slice(from, end), end };
}

/** Returns the offset of the next matching character, or the end of the text. */
function nextOf(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from;
  return characters.exec(text)?.index ?? text.length;
}

function quotedAt(text: string, from: number, most: number): CellAt | Wrong {
  const parts: string[] = [];
  let start = from + 1;
  for (;;) {
    if (start > most) return { at: from, problem: 'tooManyCharacters' };
    const close = text.indexOf('"', start);
    if (close === -1) return { at: from, problem: 'unclosedQuote' };
    parts.push(text.slice(start, close));
    if (text.charAt(close + 1) !== '"') return { text: parts.join('"'), end: close + 1 };
    start = close + 2;
  }
}

/** Returns the most frequent separator of the first row, outside quotes; a comma if there is none. */
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

/** Counts the line ends between two offsets. */
function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  const ends = /\r\n|\n|\r/g;
  ends.lastIndex = from;
  for (let found = ends.exec(text); found !== null && found.index < to; found = ends.exec(text)) lines += 1;
  return lines;
}
