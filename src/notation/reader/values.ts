import type { Span } from '../markdown/span.ts';
import { messages } from './codes.ts';
import { type FindingContext, isBlank, isNotShown, type Reader, words } from './reader.ts';

const YES: ReadonlySet<string> = new Set(['yes', 'true', 'x', '✓']);
const NO: ReadonlySet<string> = new Set(['no', 'false', '✗']);

/**
 * Reads `yes` or `no` in a cell. Null if it is blank, not shown, or neither (which is reported). `known` is the advice.
 */
export function yesOrNo(
  reader: Reader,
  cell: Span | null,
  column: string,
  about: FindingContext,
  known = '`yes` or `no`; a condition belongs in point 5',
): boolean | null {
  if (cell === null || isBlank(cell)) return null;
  if (isNotShown(cell)) {
    reader.report(messages.notShown(`“${column}”`, 'It is read as no until a line says so.'), cell, about);
    return null;
  }
  const word = words(cell).toLowerCase();
  if (YES.has(word)) return true;
  if (!NO.has(word)) {
    reader.report(messages.valueUnknown('answer', words(cell), known), cell, about);
  }
  return false;
}

/** Reads a usual spelling of yes or no in a cell of the matrix; null for anything else. */
export function usualAnswer(cell: Span): boolean | null {
  const word = cell.text.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
