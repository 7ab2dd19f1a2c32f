import { codeSpans } from '../markdown/code.ts';
import { part, type Span } from '../markdown/span.ts';

/** How long the separator is that stands at this index; 0 where none does. */
export type SeparatorAt = (text: string, index: number) => number;

/** The parts of a span between separators outside of backticks, quotes and brackets; empty ones are left out. */
export function cut(span: Span, separatorAt: SeparatorAt): Span[] {
  const parts: Span[] = [];
  let from = 0;
  const look = (at: number): void => {
    if (at < from) return;
    const length = separatorAt(span.text, at);
    if (length === 0) return;
    parts.push(part(span, from, at));
    from = at + length;
  };
  if (ENCLOSING.test(span.text)) for (const at of outsideOf(span.text)) look(at);
  else for (let at = 0; at < span.text.length; at += 1) look(at);
  parts.push(part(span, from));
  return parts.filter(({ text }) => text !== '');
}

/** Most texts have none of these, so that all of their places are outside. */
const ENCLOSING = /[`"“„([{\\]/;

/** The first place outside of backticks, quotes and brackets where the pattern, which must be sticky, fits. */
export function findOutside(text: string, pattern: RegExp): { readonly at: number; readonly end: number } | null {
  for (const at of outsideOf(text)) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return { at, end: at + match[0].length };
  }
  return null;
}

/** Sentences, and what semicolons divide. A full stop before a small letter or inside a number ends nothing. */
export function sentences(span: Span): Span[] {
  if (!/[.!?;]/.test(span.text)) return span.text.trim() === '' ? [] : [part(span, 0)];
  return cut(span, (text, at) => (text[at] === ';' ? 1 : isEnd(text, at) ? 1 : 0));
}

const ABBREVIATION = /(?:^|[\s(])(?:max|min|approx|ca|no|nr|incl|excl|e\.g|i\.e|etc|vs)$/i;

function isEnd(text: string, at: number): boolean {
  if (text[at] !== '.' && text[at] !== '!' && text[at] !== '?') return false;
  if (text[at] === '.' && ABBREVIATION.test(text.slice(Math.max(0, at - 8), at))) return false;
  const rest = text.slice(at + 1, at + 4);
  return rest.trim() === '' ? at + 4 >= text.length || /^\s/.test(rest) : /^\s+[^\s\p{Ll}]/u.test(rest);
}

export function clauses(span: Span): Span[] {
  return cut(span, (text, at) => (text[at] === ';' ? 1 : 0));
}

/** The places of a text outside of backticks, quotes and brackets, in order. A bracket that nothing closes is text. */
function* outsideOf(text: string): Generator<number> {
  const spans = codeSpans(text);
  const closing = closersOf(text, spans);
  let span = 0;
  for (let at = 0; at < text.length; at += 1) {
    while ((spans[span]?.to ?? Number.POSITIVE_INFINITY) <= at) span += 1;
    const code = spans[span];
    if (code !== undefined && at === code.from) at = code.to - 1;
    else if (text[at] === '\\') at += 1;
    else if (closing.has(at)) at = closing.get(at) ?? at;
    else yield at;
  }
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
]);
const BRACKETS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Of each quote or bracket outside of code that is closed, where. */
function closersOf(
  text: string,
  spans: readonly { readonly from: number; readonly to: number }[],
): Map<number, number> {
  const closers = new Map<number, number>();
  const open: { readonly at: number; readonly closer: string }[] = [];
  const unclosed = new Set<string>();
  let span = 0;
  for (let at = 0; at < text.length; at += 1) {
    while ((spans[span]?.to ?? Number.POSITIVE_INFINITY) <= at) span += 1;
    const char = text.charAt(at);
    const quote = QUOTES.get(char);
    const bracket = BRACKETS.get(char);
    if (at === spans[span]?.from) at = (spans[span]?.to ?? at + 1) - 1;
    else if (char === '\\') at += 1;
    else if (quote !== undefined) {
      const end = unclosed.has(quote) ? -1 : text.indexOf(quote, at + 1);
      if (end < 0) unclosed.add(quote);
      else {
        closers.set(at, end);
        at = end;
      }
    } else if (bracket !== undefined) open.push({ at, closer: bracket });
    else if (open.at(-1)?.closer === char) closers.set(open.pop()?.at ?? at, at);
  }
  return closers;
}

/** A text without these signs and spaces at its end. */
export function endWithout(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && (signs.includes(text.charAt(end - 1)) || text.charAt(end - 1).trim() === '')) end -= 1;
  return text.slice(0, end);
}
