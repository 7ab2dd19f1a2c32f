import { part, type Span } from '../markdown/span.ts';
import { endWithout } from './cut.ts';
import type { Lexicon } from './lexicon.ts';
import { oneNamed } from './phrases/names.ts';

const TAIL =
  /(?:\s*[,;–—-]+)?\s*(?:\((?:→|->|=>|–>|else|otherwise|error|code)?:?\s*`?([\p{L}\d][\p{L}\d_-]{1,40})`?\)|(?:→|->|=>|–>|else|otherwise)\s+(?:else\s+|otherwise\s+)?`?([\p{L}\d][\p{L}\d_-]{1,40})`?)$/u;

/** "… (=> E-DUP)", "…, else `TOO_LATE`": the code of point 8 behind a requirement, and the requirement without it. */
export function withoutError(span: Span, lexicon: Lexicon): { readonly rest: Span; readonly error: string | null } {
  const text = endWithout(span.text, '.');
  if (text.length > 2000) return { rest: span, error: null };
  const from = Math.max(0, text.length - 80);
  const match = TAIL.exec(text.slice(from));
  const code = match?.[1] ?? match?.[2];
  const error = code === undefined ? null : oneNamed(lexicon.errors, (each) => each, code);
  return match === null || error === null
    ? { rest: span, error: null }
    : { rest: part(span, 0, from + match.index), error };
}
