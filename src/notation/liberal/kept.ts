import { type Column, columnNamed } from '../columns.ts';
import { codeSpans } from '../markdown/code.ts';
import type { Block } from '../markdown/document.ts';
import { isBlank, words } from '../reader.ts';
import { endWithout } from './cut.ts';

/**
 * What was read only in part, as a quotation for the help of the element that came of it: one line of Markdown, which is
 * never read as notation and may stand in a cell.
 */
export function quotation(source: string): string {
  const line = cellLine(source);
  return line === '' ? '' : `> ${line}`;
}

/** Words on one line that a cell gives back as they are: marks of code that nothing closes are quotes. */
export function cellLine(source: string): string {
  let line = source.replaceAll(/\s+/g, ' ').trim();
  while (line.includes('\\|')) line = line.replaceAll('\\|', '|');
  line = endWithout(line, '\\');
  return isBalanced(line) ? line : line.replaceAll('`', "'");
}

function isBalanced(line: string): boolean {
  const inside = codeSpans(line).reduce((count, { from, to }) => count + line.slice(from, to).split('`').length - 1, 0);
  return inside === line.split('`').length - 1;
}

/** What stands in a row under headings that its point does not know, as a quotation: `> Auth: owner`. */
export function otherCells(table: Extract<Block, { kind: 'table' }>, row: number, columns: readonly Column[]): string {
  const seen = new Set<string>();
  const others = table.header.cells.flatMap((heading, index) => {
    const column = columnNamed(columns, words(heading));
    const isRead = column !== null && !seen.has(column.name);
    if (column !== null) seen.add(column.name);
    const cell = table.rows[row]?.cells[index] ?? null;
    return isRead || cell === null || isBlank(cell) ? [] : `${heading.text}: ${cell.text}`;
  });
  const behind = (table.rows[row]?.cells ?? []).slice(table.header.cells.length).filter((cell) => !isBlank(cell));
  return quotation([...others, ...behind.map(({ text }) => text)].join('; '));
}

/** A stretch of the document as a quotation of several lines: prose that is never read as notation. */
export function blockQuotation(source: string): string {
  const lines =
    source.trim() === ''
      ? []
      : source
          .replace(/^(?:[ \t]*\n)+/, '')
          .trimEnd()
          .split('\n');
  return lines.map((line) => endWithout(`> ${line}`, '')).join('\n');
}

/** Paragraphs of help, one after the other; empty ones are left out. */
export function joinHelp(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Help with more behind it: two lists that come to stand behind one another are one. */
export function helpBehind(help: string, more: string): string {
  const last = help.slice(help.lastIndexOf('\n\n') + 1).trimStart();
  return /^[-*+] /.test(last) && /^[-*+] /.test(more) ? `${help}\n${more}` : joinHelp(help, more);
}

/** Help that stays on one line, so that a cell can hold it. */
export function inLine(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
