import { part, type Span } from '../markdown/span.ts';

/** What a line or item is called by (`FR-30:`, `R1.`, `(3)`, `[REQ-12]`), and what it says. */
export interface Labelled {
  /** Null where it has no label. */
  readonly label: Span | null;
  readonly rest: Span;
}

const ID = String.raw`(?:\p{Lu}{1,6}[-_ ]?\d{1,4}(?:\.\d{1,3}){0,3}[a-z]?|\p{Lu}{2,6}-\p{Lu}{1,6}-\d{1,4})`;
const BOLD = new RegExp(String.raw`^\*\*(${ID})[.:)]?\*\*\s*[.:)–—-]?\s+(?=\S)`, 'u');
const CODE = new RegExp(String.raw`^\x60(${ID})\x60\s*[.:)–—-]?\s+(?=\S)`, 'u');
const BRACKET = new RegExp(
  String.raw`^(?:\((${ID}|\d{1,3}|[a-z]|[ivx]{1,4})\)|\[(${ID}|\d{1,3})\])[.:]?\s+(?=\S)`,
  'u',
);
const PLAIN = new RegExp(String.raw`^(${ID})\s*(?:[.:)]\s+|\s[–—-]+\s+|\|\s*)(?=\S)`, 'u');
const BARE = /^(\p{Lu}{1,6}-\d{1,4}[a-z]?)\s+(?=[\p{Lu}`*"“])/u;
const NUMBER = /^(\d{1,3}(?:\.\d{1,3}){1,3})[.:)]?\s+(?=[\p{Lu}`])/u;
const PATTERNS = [BOLD, CODE, BRACKET, PLAIN, BARE, NUMBER];

/**
 * A line or item without the requirement id or number in front of it. Only what stands before something else is a label;
 * whether a label is a name of its own (`V1` of a rule) is for the caller to say.
 */
export function withoutLabel(span: Span): Labelled {
  for (const pattern of PATTERNS) {
    const match = pattern.exec(span.text);
    const name = match?.[1] ?? match?.[2];
    if (match === null || name === undefined) continue;
    const from = match[0].indexOf(name);
    return { label: part(span, from, from + name.length), rest: part(span, match[0].length) };
  }
  return { label: null, rest: span };
}
