import { codeSpans } from './code.ts';

/** The range of a cell in its line, without surrounding spaces. Empty cells are included. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

/** Whether a line is the delimiter row of a table, `| --- | :-: |`. */
export function isDelimiterRow(line: string): boolean {
  return (
    line.includes('|') &&
    line.includes('-') &&
    /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*(?::?-+:?)?[ \t\r]*$/.test(line)
  );
}

/**
 * Returns the cells of a line of a table. A `|` in backticks or after a backslash belongs to its cell. The pipes at
 * both ends of the line are optional.
 */
export function cellRanges(line: string): CellRange[] {
  const pipes = pipesOf(line);
  const start = skipSpace(line, 0);
  const end = skipSpaceBack(line, line.length);
  const cells: CellRange[] = [];
  let from = start;
  for (const pipe of pipes) {
    if (pipe !== start) cells.push(trimmed(line, from, pipe));
    from = pipe + 1;
  }
  if (pipes.length === 0 || from < end) cells.push(trimmed(line, from, end));
  return cells;
}

function pipesOf(line: string): number[] {
  const pipes: number[] = [];
  const spans = codeSpans(line);
  let span = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = spans[span];
    if (code !== undefined && at === code.from) {
      at = code.to - 1;
      span += 1;
    } else if (line[at] === '\\') {
      at += 1;
    } else if (line[at] === '|') {
      pipes.push(at);
    }
  }
  return pipes;
}

function trimmed(line: string, from: number, to: number): CellRange {
  const start = Math.min(skipSpace(line, from), to);
  return { from: start, to: Math.max(start, skipSpaceBack(line, to)) };
}

function skipSpace(line: string, from: number): number {
  let at = from;
  while (at < line.length && isSpace(line.charCodeAt(at))) at += 1;
  return at;
}

function skipSpaceBack(line: string, to: number): number {
  let at = to;
  while (at > 0 && isSpace(line.charCodeAt(at - 1))) at -= 1;
  return at;
}

const isSpace = (code: number) => code === 32 || code === 9 || code === 13 || code === 10;
