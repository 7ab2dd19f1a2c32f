import { part, type Span } from '../markdown/span.ts';

/** How many of the second there are for each of the first, and the other way round. */
export interface Related {
  readonly one: Span;
  readonly other: Span;
  readonly ofOne: Many;
  readonly ofOther: Many;
  readonly at: Span;
}

export interface Many {
  readonly least: number;
  /** Null: without end. */
  readonly most: number | null;
}

const ONE: Many = { least: 1, most: 1 };
const SOME: Many = { least: 0, most: null };

/** Up to three words, none of them the count of the next link. */
const NAME = '[\\p{L}_][\\p{L}\\p{N}_]*(?: (?!(?:[nNmM]|many) *--)[\\p{L}_][\\p{L}\\p{N}_]*){0,2}';
const COUNT = '(?:\\d+\\.\\.(?:\\d+|\\*|n|N)|[1nN*mM]|0\\+|1\\+|many)';
const LINK = new RegExp(`(${NAME}) +(${COUNT}) *-{1,4}[->]* *(${COUNT}) +(${NAME})`, 'uy');

/** `Person 1 --- n Loan 1 --- 1..8 Loan line`, `A Client has many Invoices`; null where none is stated. */
export function relationsIn(text: Span): Related[] | null {
  const found = text.text.includes('--') ? drawn(text) : said(text);
  return found.length === 0 ? null : found;
}

function drawn(text: Span): Related[] {
  const found: Related[] = [];
  for (let at = 0; at < text.text.length; at += 1) {
    if (!/[\p{L}_]/u.test(text.text.charAt(at)) || /[\p{L}\p{N}_]/u.test(text.text.charAt(at - 1))) continue;
    LINK.lastIndex = at;
    const match = LINK.exec(text.text);
    if (match === null) continue;
    const [whole, one = '', ofOne = '', ofOther = '', other = ''] = match;
    found.push({
      one: part(text, at, at + one.length),
      other: part(text, at + whole.length - other.length, at + whole.length),
      ofOne: manyOf(ofOne),
      ofOther: manyOf(ofOther),
      at: part(text, at, at + whole.length),
    });
    // The second name may begin the next link.
    at += whole.length - other.length - 1;
  }
  return found;
}

function manyOf(written: string): Many {
  const [least = '', most] = written.split('..');
  if (most !== undefined) return { least: Number(least), most: /^\d+$/.test(most) ? Number(most) : null };
  if (written === '1') return ONE;
  return written === '1+' ? { least: 1, most: null } : SOME;
}

const HAS = new RegExp(
  `(?:^|[.;:,(]\\s*|\\band )(?:An?|Each|Every|One|The|an?|each|every|one|the)\\s+\`?(${NAME})\`?s?\\s+(?:has|have|contains?|holds?|owns?)\\s+(many|several|zero or more|one or more|any number of)\\s+`,
  'gu',
);

const BELONGS = new RegExp(
  `(?:^|[.;:,(]\\s*|\\band )(?:An?|Each|Every|One|The|an?|each|every|one|the)\\s+\`?(${NAME})\`?\\s+(?:always )?belongs\\s+to\\s+(?:exactly )?(?:an?|one|its|the)\\s+\`?(${NAME})\`?(?=\\s*(?:[.;,)]|$|and\\b))`,
  'gu',
);

/** `a Client has many Invoices; an Invoice has many LineItems and Payments`. */
function said(text: Span): Related[] {
  const found: Related[] = [];
  for (const match of text.text.matchAll(HAS)) {
    const start = match.index + match[0].length;
    const one = match[0].indexOf(match[1] ?? '', match[0].search(/\s/));
    const names =
      /^`?[\p{L}_][\p{L}\p{N}_]*`?s?(?:\s*(?:,|and)\s*`?[\p{L}_][\p{L}\p{N}_]*`?s?)*/u.exec(
        text.text.slice(start, start + 200),
      )?.[0] ?? '';
    for (const name of names.matchAll(/`?([\p{L}_][\p{L}\p{N}_]*)`?/gu)) {
      if (/^(?:and|s)$/.test(name[1] ?? '')) continue;
      const from = start + name.index + (name[0].startsWith('`') ? 1 : 0);
      found.push({
        one: part(text, match.index + one, match.index + one + (match[1] ?? '').length),
        other: part(text, from, from + (name[1] ?? '').length),
        ofOne: ONE,
        ofOther: match[2] === 'one or more' ? { least: 1, most: null } : SOME,
        at: part(text, match.index, start + names.length),
      });
    }
  }
  for (const match of text.text.matchAll(BELONGS)) {
    const [owned, owner] = [match[1] ?? '', match[2] ?? ''];
    const from = match.index + match[0].indexOf(owned, match[0].search(/\s/));
    const to = match.index + match[0].length - owner.length - (match[0].endsWith('`') ? 1 : 0);
    found.push({
      one: part(text, to, to + owner.length),
      other: part(text, from, from + owned.length),
      ofOne: ONE,
      ofOther: SOME,
      at: part(text, match.index, match.index + match[0].length),
    });
  }
  return found;
}
