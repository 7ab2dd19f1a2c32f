import { codeSpans } from '../markdown/code.ts';
import { prose } from './text.ts';

/**
 * Splits the help of an element in a row: its first paragraph for the cell if that reads back unchanged, and the rest.
 */
export function cellHelp(help: string): { readonly cell: string; readonly rest: string } {
  const end = help.indexOf('\n\n');
  const first = end < 0 ? help : help.slice(0, end);
  const isLine = !first.includes('\n') && first === first.trim() && isSafe(first);
  return isLine ? { cell: prose(first), rest: end < 0 ? '' : help.slice(end + 2) } : { cell: '', rest: help };
}

function isSafe(line: string): boolean {
  if (/\\\||\\$|^[*_]{0,2}not shown\.?[*_]{0,2}$/i.test(line)) return false;
  const spans = codeSpans(line);
  return [...line.matchAll(/`/g)].every(({ index }) => spans.some(({ from, to }) => from <= index && index < to));
}
