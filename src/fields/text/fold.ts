/**
 * Text as it is kept: NFC, line ends as `\n`, no white space around it; empty text is null. Cleaning twice changes
 * nothing. It does not remove what text may not hold; `textFault` finds that.
 */
export function clean(text: string): string | null {
  const kept = normalized(text, 'NFC').replace(/\r\n?/g, '\n').trim();
  return kept === '' ? null : kept;
}

/** As in Unicode's stream-safe form (UAX #15): no language writes more on a letter. */
const MOST_MARKS = 30;

/**
 * The text in a normalization form; as it is where a letter has more than 30 marks, which `textFault` refuses. To normalize is
 * to sort the marks of each letter, in time that grows with the square of their number: half a megabyte of marks takes minutes.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return hasHeapedMarks(text) ? text : text.normalize(form);
}

/** Looks at what characters are only where 30 in a row may be marks. */
function hasHeapedMarks(text: string): boolean {
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    run = isNoMark(text.charCodeAt(at)) ? 0 : run + 1;
    if (run <= MOST_MARKS || isLow(text.charCodeAt(at + 1))) continue;
    run = marksBefore(text, at + 1);
    if (run > MOST_MARKS) return true;
  }
  return false;
}

/** Whether a code unit is no mark by its range alone: Latin, kana, Chinese, Korean, presentation forms. */
const isNoMark = (unit: number): boolean =>
  unit < 0x300 ||
  (unit > 0x309a && unit < 0xa66f) ||
  (unit >= 0xac00 && unit < 0xd800) ||
  (unit > 0xfb1e && unit < 0xfe00);

/** How many marks stand in a row before an offset. */
function marksBefore(text: string, end: number): number {
  let marks = 0;
  for (let at = end; at > 0 && marks <= MOST_MARKS; marks++) {
    const length = at > 1 && isLow(text.charCodeAt(at - 1)) ? 2 : 1;
    if (!MARK.test(text.slice(at - length, at))) break;
    at -= length;
  }
  return marks;
}

const MARK = /^\p{M}$/u;

/** What a text has to be, as `Expected` names it. */
export type TextFault = 'no broken characters' | 'one line' | 'no control characters' | 'no heaped marks';

/**
 * What a text has to be instead, or null. No text may hold half of a character (a lone surrogate), control characters, NUL among
 * them, or a letter with more than 30 marks; a tab is allowed, a line break only in long text. It is refused and never
 * removed, since a value that was typed or sent is not changed in silence.
 */
export function textFault(text: string, lines: 'one line' | 'many lines'): TextFault | null {
  if (!text.isWellFormed()) return 'no broken characters';
  if (lines === 'one line' && /[\n\v\f\r\u0085\u2028\u2029]/.test(text)) return 'one line';
  if (/[^\P{Cc}\t\n]/u.test(text)) return 'no control characters';
  return hasHeapedMarks(text) ? 'no heaped marks' : null;
}

/** A name in the one spelling that its letters have: a letter and its accent are the letter with the accent. */
export function nameText(name: string): string {
  return isPlain(name) ? name : normalized(name, 'NFC');
}

/** Length in code points, so that an emoji of one code point counts one. */
export function lengthOf(text: string): number {
  let surrogates = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(i + 1))) surrogates++;
  }
  return text.length - surrogates;
}

const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/**
 * For searching, never to tell who or what is meant: that is `identityKey`. Two texts that differ only in case fold
 * alike, and letters expand: `STRASSE` and `straße`, `ΟΔΟΣ` and `οδος`. The dotless `ı` stays apart from `i`. Idempotent.
 */
export function foldCase(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const folded = normalized(text, 'NFC')
    .split('ı')
    .map((part) => part.toUpperCase().toLowerCase())
    .join('ı');
  return normalized(folded.replaceAll('ς', 'σ'), 'NFC');
}

/**
 * The shadow key for looking something up within a text: compatibility forms and marks away, case folded.
 * `Ångström` is found by `angs`.
 */
export function searchKey(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return withoutMarks(foldCase(withoutMarks(text)));
}

/**
 * The shadow key for order among people, by the first 200 characters of the text: as `searchKey`, and numbers in it by size, so that `a2` stands before
 * `a10`. Keys are compared by code point, which is bytewise in UTF-8.
 */
export function orderKey(text: string): string {
  return searchKey(orderedPart(text)).replace(/\d+/g, numberKey);
}

/** So much of a text decides where it stands in order. */
export const ORDERED = 200;

/** The part of a text that `orderKey` looks at. */
export function orderedPart(text: string): string {
  return text.length <= ORDERED
    ? text
    : Array.from(text.slice(0, 2 * ORDERED))
        .slice(0, ORDERED)
        .join('');
}

/** Bytewise comparison of two keys: as databases with `BINARY` and `COLLATE "C"` do, not as JavaScript's `<`. */
export function compareKeys(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Order among people; 0 also for texts that only marks, case or leading zeros tell apart. */
export function compareText(a: string, b: string): number {
  return compareKeys(orderKey(a), orderKey(b));
}

/** Has no marks, forms or letters of which one is several: ASCII. */
export const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Two ligatures of whole sentences stay as they are: they would make a text up to 18 times as long. */
const withoutMarks = (text: string) =>
  text.replace(/[^\ufdfa\ufdfb]+/g, (part) => normalized(part, 'NFKD').replace(/\p{M}+/gu, ''));

/** Its length before the digits: a longer number is a larger one. Beyond 999 digits by text. */
function numberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '');
  return String(Math.min(significant.length, 999)).padStart(3, '0') + significant;
}

/** In UTF-16, surrogates stand below U+E000; in code points, above. */
const rank = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
