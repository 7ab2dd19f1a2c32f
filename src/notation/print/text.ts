import type { Formula } from '../../model/types/formula.ts';
import type { Reference } from '../../model/types/model.ts';
import { LONGEST_MARK } from '../markdown/code.ts';

const entity = (char: string) => `&#${char.codePointAt(0) ?? 32};`;

/** Words as they stand in a cell, a heading or behind a key: the reader gives back exactly this text. */
export function text(words: string): string {
  return escaped(words, /[\\`|]|&(?=#)|<(?=[a-z/!?])/gi);
}

function escaped(words: string, signs: RegExp): string {
  const safe = words.replaceAll(signs, '\\$&').replaceAll(SPACES, (space) => [...space].map(entity).join(''));
  if (/^(?:[-–—]+|[*_]{0,2}not shown\.?[*_]{0,2})$/i.test(safe)) return hidden(safe);
  return safe.replace(/(?<!#)#+$/, (marks) => marks.replaceAll('#', '\\#')).replace(BLOCK_MARK, '$1\\');
}

/** What begins a block of Markdown, where a name begins a line or an item. */
const BLOCK_MARK = /^(\d{1,9}(?=[.)](?:\s|$))|(?=[#>+~]|[-*]\s|\*\*|\*$|[_\s]{3,}$))/;

/** White space that a cell or a line would lose. */
const SPACES = /[\n\r\t\v\f\u2028\u2029]|^\s+|(?<!\s)\s+$/g;

/** The same text with its first character written as a number, so that it is no word of the notation. */
function hidden(escaped: string): string {
  const [first = ''] = escaped;
  return first === '\\' ? escaped : entity(first) + escaped.slice(first.length);
}

/** Separators, brackets, and the signs that expressions and keys begin with. */
const SIGNS = /[\\`|,;:()[\]{}"=<>!]|&(?=#)/g;

/**
 * A name among others: separators in it are escaped. `beside` matches the words of the notation that may stand next to
 * it; where the name holds one, its spaces and its first letter are written as numbers.
 */
export function name(written: string, beside: RegExp | null = null): string {
  const safe = escaped(written, SIGNS);
  return beside?.test(safe) === true ? hidden(safe.replaceAll(' ', '&#32;')) : safe;
}

/** A name that a path may go on from, or that stands in one. */
export function step(written: string): string {
  return name(written).replaceAll('.', '\\.');
}

const NONE = /^(?:none|nothing|no state)$/i;

export function names(references: readonly Reference[]): string {
  return references.map((reference) => name(reference.name, NONE)).join(', ');
}

/** Text between backticks that reads back as it is. In a table every `|` needs a backslash for other readers' sake. */
export function code(inside: string, inTable = true): string {
  const piped = inTable || inside.includes('\\|') ? inside.replaceAll('|', '\\|') : inside;
  const runs = new Set((piped.match(/`+/g) ?? []).map((run) => run.length));
  let size = 1;
  while (runs.has(size) && size < LONGEST_MARK) size += 1;
  const mark = '`'.repeat(size);
  const padding = piped === '' || piped.startsWith('`') || piped.endsWith('`') ? ' ' : '';
  return `${mark}${padding}${piped}${padding}${mark}`;
}

const PLAIN = /^[\p{L}\p{N}_]+(?:[ .]?[\p{L}\p{N}_]+)*$/u;

/** An expression that is one name, path or literal stands as it is, any other in backticks. */
export function formula(stated: Formula): string {
  return PLAIN.test(stated.text) && !/^not shown$/i.test(stated.text) ? stated.text : code(stated.text);
}

/** ` where …`, or nothing. */
export function where(filter: Formula | null, inTable = true): string {
  return filter === null ? '' : ` where ${code(filter.text, inTable)}`;
}

/** Prose in a cell: Markdown, with its pipes escaped. */
export function prose(markdown: string): string {
  const escaped = markdown.replaceAll('|', '\\|');
  return /^[-–—]+$/.test(escaped) ? hidden(escaped) : escaped;
}

export const NOT_SHOWN = 'not shown.';

/** A table with the columns that hold anything, and those that always stand there. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], always: number): string {
  const kept = columns.map((_, index) => index < always || rows.some((row) => (row[index] ?? '') !== ''));
  const line = (cells: readonly string[]) => row(cells.filter((_, index) => kept[index] === true));
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

export function row(cells: readonly string[]): string {
  return `|${cells.map((cell) => ` ${cell}${cell === '' ? '' : ' '}|`).join('')}`;
}

/** Parts of a section with empty lines between; empty ones are left out. */
export function blocks(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The help of a thing in a row: its first paragraph where that fits on a line, and the rest for a part of its own. */
export function splitHelp(help: string): { readonly inline: string; readonly rest: string } {
  const end = help.indexOf('\n\n');
  const first = end < 0 ? help : help.slice(0, end);
  const fits = !first.includes('\n') && first === first.trim() && !first.startsWith('>');
  return fits ? { inline: first, rest: end < 0 ? '' : help.slice(end + 2) } : { inline: '', rest: help };
}

/** `### Name`. A number at its beginning that would count the heading is escaped. */
export const heading = (title: string): string => `### ${title.replace(/^(\d{1,3})(?=\.\d)/, '$1\\')}`;

/** `### Name` with what stands under it, or nothing. */
export function part(title: string, ...under: readonly string[]): string {
  const content = blocks(under);
  return content === '' ? '' : `${heading(title)}\n\n${content}`;
}
