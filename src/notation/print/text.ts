import type { Formula } from '../../model/types/formula.ts';
import type { Reference } from '../../model/types/model.ts';
import { MAX_CODE_MARK } from '../markdown/code.ts';

const entity = (char: string) => `&#${char.codePointAt(0) ?? 32};`;

/** Escapes a text for a cell, a heading or the value of a key; the reader returns exactly this text. */
export function text(words: string): string {
  return escaped(words, /[\\`|]|&(?=#)|<(?=[a-z/!?])/gi);
}

function escaped(words: string, signs: RegExp): string {
  const safe = words.replaceAll(signs, '\\$&').replaceAll(SPACES, (space) => [...space].map(entity).join(''));
  if (/^(?:[-–—]+|[*_]{0,2}not shown\.?[*_]{0,2})$/i.test(safe)) return hidden(safe);
  return safe.replace(/(?<!#)#+$/, (marks) => marks.replaceAll('#', '\\#')).replace(BLOCK_MARK, '$1\\');
}

/** Matches the start of a Markdown block, for names that start a line or an item. */
const BLOCK_MARK = /^(\d{1,9}(?=[.)](?:\s|$))|(?=[#>+~]|[-*]\s|\*\*|\*$|[_\s]{3,}$))/;

/** White space that a cell or a line would lose. */
const SPACES = /[\n\r\t\v\f\u2028\u2029]|^\s+|(?<!\s)\s+$/g;

/** Writes the first character as a number, so that the text is not a word of the notation. */
function hidden(escaped: string): string {
  const [first = ''] = escaped;
  return first === '\\' ? escaped : entity(first) + escaped.slice(first.length);
}

/** Separators, brackets, and the characters that start expressions and keys. */
const SIGNS = /[\\`|,;:()[\]{}"=<>!]|&(?=#)/g;

/**
 * Prints a name in a list: separators in it are escaped. `beside` matches words of the notation that may be next to it;
 * if the name contains one, its spaces and its first letter are written as numbers.
 */
export function name(written: string, beside: RegExp | null = null): string {
  const safe = escaped(written, SIGNS);
  return beside?.test(safe) === true ? hidden(safe.replaceAll(' ', '&#32;')) : safe;
}

/** Prints a name that is part of a path. */
export function pathStep(written: string): string {
  return name(written).replaceAll('.', '\\.');
}

const NONE = /^(?:none|nothing|no state)$/i;

export function names(references: readonly Reference[]): string {
  return references.map((reference) => name(reference.name, NONE)).join(', ');
}

/**
 * Prints text in backticks so that it reads back unchanged. In a table every `|` gets a backslash, for other Markdown
 * readers.
 */
export function code(inside: string, inTable = true): string {
  const piped = inTable || inside.includes('\\|') ? inside.replaceAll('|', '\\|') : inside;
  const runs = new Set((piped.match(/`+/g) ?? []).map((run) => run.length));
  let size = 1;
  while (runs.has(size) && size < MAX_CODE_MARK) size += 1;
  const mark = '`'.repeat(size);
  const padding = piped === '' || piped.startsWith('`') || piped.endsWith('`') ? ' ' : '';
  return `${mark}${padding}${piped}${padding}${mark}`;
}

const PLAIN = /^[\p{L}\p{N}_]+(?:[ .]?[\p{L}\p{N}_]+)*$/u;

/** Prints a name, path or literal as it is, and any other expression in backticks. */
export function formula(stated: Formula): string {
  return PLAIN.test(stated.text) && !/^not shown$/i.test(stated.text) ? stated.text : code(stated.text);
}

/** ` where …`, or nothing. */
export function where(filter: Formula | null, inTable = true): string {
  return filter === null ? '' : ` where ${code(filter.text, inTable)}`;
}

/** Prints Markdown prose in a cell, with its pipes escaped. */
export function prose(markdown: string): string {
  const escaped = markdown.replaceAll('|', '\\|');
  return /^[-–—]+$/.test(escaped) ? hidden(escaped) : escaped;
}

export const NOT_SHOWN = 'not shown.';

/** Prints a table with the first `always` columns and every other column that is not empty. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], always: number): string {
  const isPrinted = columns.map((_, index) => index < always || rows.some((row) => (row[index] ?? '') !== ''));
  const line = (cells: readonly string[]) => row(cells.filter((_, index) => isPrinted[index] === true));
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

export function row(cells: readonly string[]): string {
  return `|${cells.map((cell) => ` ${cell}${cell === '' ? '' : ' '}|`).join('')}`;
}

/** Joins the parts of a section with empty lines; empty parts are left out. */
export function blocks(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * Splits the help of an element in a row: its first paragraph if that fits on a line, and the rest for a part of its
 * own.
 */
export function splitHelp(help: string): { readonly inline: string; readonly rest: string } {
  const end = help.indexOf('\n\n');
  const first = end < 0 ? help : help.slice(0, end);
  const fits = !first.includes('\n') && first === first.trim() && !first.startsWith('>');
  return fits ? { inline: first, rest: end < 0 ? '' : help.slice(end + 2) } : { inline: '', rest: help };
}

/** Prints `### Name`. A leading number that would number the heading is escaped. */
export const heading = (title: string): string => `### ${title.replace(/^(\d{1,3})(?=\.\d)/, '$1\\')}`;

/** Prints `### Name` with its content; empty if there is no content. */
export function part(title: string, ...under: readonly string[]): string {
  const content = blocks(under);
  return content === '' ? '' : `${heading(title)}\n\n${content}`;
}
