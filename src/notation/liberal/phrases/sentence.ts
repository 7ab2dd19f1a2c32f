import { outside, part, type Span } from '../../markdown/span.ts';

/** A sentence, cut at the word that makes it conditional. */
export interface Conditional {
  readonly main: Span;
  /** `unless` and `except` say when the main part does not hold. Null: nothing restricts it. */
  readonly word: 'if' | 'only if' | 'unless' | 'except' | null;
  readonly condition: Span | null;
}

/** The sentences of a text: at a full stop before a space or the end, outside of backticks, quotes and brackets. */
export function sentencesOf(span: Span): Span[] {
  return cutAfter(span, (text, at) => {
    const next = text.charAt(at + 1);
    if (next !== '' && !/\s/.test(next)) return false;
    return !ABBREVIATION.test(text.slice(Math.max(0, at - 8), at + 1));
  });
}

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|approx|ca|max|min|no|nr|vs|incl|excl)\.$/i;

function cutAfter(span: Span, isEnd: (text: string, at: number) => boolean): Span[] {
  const ends = ['.', '!', '?']
    .flatMap((sign) => outside(span.text, sign))
    .sort((one, other) => one - other)
    .filter((at) => isEnd(span.text, at));
  const found: Span[] = [];
  let from = 0;
  for (const at of ends) {
    found.push(part(span, from, at + 1));
    from = at + 1;
  }
  found.push(part(span, from));
  return found.filter(({ text }) => text !== '');
}

/** The clauses between semicolons. */
export function clausesOf(span: Span): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const at of outside(span.text, ';')) {
    found.push(part(span, from, at));
    from = at + 1;
  }
  found.push(part(span, from));
  return found.filter(({ text }) => text !== '');
}

type Word = Exclude<Conditional['word'], null>;

const WORDS: readonly (readonly [RegExp, Word])[] = [
  [/,? ?\b(?:only if|only when|only while|only as long as|provided(?: that)?|on condition that) /i, 'only if'],
  [/,? ?\b(?:unless) /i, 'unless'],
  [
    /,? ?\b(?:except(?: for| that| if| when)?|but not|other than|apart from|save for|with the exception of) /i,
    'except',
  ],
  [/,? ?\b(?:if|when|whenever|while|as long as|once|until|where given) /i, 'if'],
];

/**
 * "A is required if the category needs it": the main part and the condition. The condition may come first, before a
 * comma. Only the earliest such word cuts; a second one stays in the part where it stands.
 */
export function splitCondition(span: Span): Conditional {
  const opening = openingCondition(span);
  if (opening !== null) return opening;
  let best: { at: number; length: number; word: Word } | null = null;
  for (const [pattern, word] of WORDS) {
    const match = pattern.exec(span.text);
    if (match === null || match.index === 0) continue;
    if (best === null || match.index < best.at) best = { at: match.index, length: match[0].length, word };
  }
  if (best === null) return { main: span, word: null, condition: null };
  return { main: part(span, 0, best.at), word: best.word, condition: part(span, best.at + best.length) };
}

function openingCondition(span: Span): Conditional | null {
  const match = /^(only if|only when|if|when|unless|while|as long as|provided that) /i.exec(span.text);
  const comma = outside(span.text, ',')[0];
  if (match === null || comma === undefined) return null;
  const first = (match[1] ?? '').toLowerCase();
  const word: Word = first === 'unless' ? 'unless' : first.startsWith('only') ? 'only if' : 'if';
  return { main: part(span, comma + 1), word, condition: part(span, match[0].length, comma) };
}

const EXCEPTION =
  /\b(?:except|unless|but not|other than|apart from|save for|only if|only when|provided|however|nobody else|only|until|unless|not)\b/i;

/** Whether the words take back or narrow what they say. */
export function hasException(text: string): boolean {
  return EXCEPTION.test(text);
}

/** A quoted message at the end of words, `max 10, message 'Too many'` or `… — "Too many"`, and what stands before it. */
export function splitMessage(span: Span): { readonly rest: Span; readonly message: string | null } {
  const text = span.text.trimEnd().replace(/[.)]$/, '');
  const quote = text.at(-1) ?? '';
  const open = { '"': '"', '”': '“', "'": "'" }[quote];
  const at = open === undefined ? -1 : text.lastIndexOf(open, text.length - 2);
  if (open === undefined || at <= 0) return { rest: span, message: null };
  const before = text.slice(0, at).trimEnd();
  const lead = /(?:[—–]|(?:^|\s)-|:|\bmessage|\berror|\bsays|\btext|→|->|\()$/i.exec(
    before.replace(/\b(message|error|text):$/i, '$1'),
  );
  if (lead === null) return { rest: span, message: null };
  const rest = before.replace(/[\s,;(]*(?:[—–:→(]|->|-|(?:\bmessage|\berror|\bsays|\btext):?)$/i, '');
  return { rest: part(span, 0, rest.length), message: text.slice(at + 1, -1) };
}
