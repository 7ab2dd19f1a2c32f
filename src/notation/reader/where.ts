import { findOutside, part, type Span } from '../markdown/span.ts';

/** Splits `Task where x` into its head and its condition. */
export function splitWhere(span: Span): { head: Span; condition: Span | null } {
  const at = findOutside(span.text, 'where').find((index) => isWord(span.text, index, 'where'.length));
  // `where` alone is a name.
  if (at === undefined || span.text.trim() === 'where') return { head: span, condition: null };
  return { head: part(span, 0, at), condition: part(span, at + 'where'.length) };
}

function isWord(text: string, at: number, length: number): boolean {
  return (at === 0 || /\s/.test(text.charAt(at - 1))) && /^(?:[\s`(]|$)/.test(text.slice(at + length, at + length + 1));
}
