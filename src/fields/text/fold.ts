/**
 * Normalizes text for storage: NFC, line ends as `
 * `, no surrounding white space; empty text becomes null. Idempotent. Forbidden characters are not removed; `textFault`
 * finds them.
 */
export function cleanText(text: string): string | null {
  const kept = normalized(text, 'NFC').replace(/\r\n?/g, '\n').trim();
  return kept === '' ? null : kept;
}

/** As in Unicode's stream-safe form (UAX #15): no language needs more marks on a letter. */
const MOST_MARKS = 30;

/**
 * Normalizes a text, unless a letter has more than 30 marks, which `textFault` refuses. Normalizing sorts the marks of
 * each letter in quadratic time: half a megabyte of marks takes minutes.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return hasHeapedMarks(text) ? text : text.normalize(form);
}

/** Examines characters only if 30 in a row may be marks. */
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

/** Whether the range of a code unit has no marks: Latin, kana, Chinese, Korean, presentation forms. */
const isNoMark = (unit: number): boolean =>
  unit < 0x300 ||
  (unit > 0x309a && unit < 0xa66f) ||
  (unit >= 0xac00 && unit < 0xd800) ||
  (unit > 0xfb1e && unit < 0xfe00);

/** Counts the consecutive marks before an offset. */
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

/** What a text has to be, in the terms of `Expected`. */
export type TextFault = 'no broken characters' | 'one line' | 'no control characters' | 'no heaped marks';

/**
 * Returns what a text has to be instead, or null. No text may contain lone surrogates, control characters (including
 * NUL), or a letter with more than 30 marks; a tab is allowed, a line break only in long text. Such text is refused
 * rather than repaired, because values are never changed silently.
 */
export function textFault(text: string, lines: 'one line' | 'many lines'): TextFault | null {
  if (!text.isWellFormed()) return 'no broken characters';
  if (lines === 'one line' && /[\n\v\f\r\u0085\u2028\u2029]/.test(text)) return 'one line';
  if (/[^\P{Cc}\t\n]/u.test(text)) return 'no control characters';
  return hasHeapedMarks(text) ? 'no heaped marks' : null;
}

/** Returns the normalized form of a name: a letter and its accent become one character. */
export function nameText(name: string): string {
  return isAscii(name) ? name : normalized(name, 'NFC');
}

/** Returns the length in code points, so that an emoji of one code point counts as one. */
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
 * Folds the case of a text for searching; use `identityKey` for identity. Texts that differ only in case fold to the
 * same text, also if letters expand: `STRASSE` and `straße`, `ΟΔΟΣ` and `οδος`. The dotless `ı` stays different from
 * `i`. Idempotent.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const folded = normalized(text, 'NFC')
    .split('ı')
    .map((part) => part.toUpperCase().toLowerCase())
    .join('ı');
  return normalized(folded.replaceAll('ς', 'σ'), 'NFC');
}

/** Returns the key for full-text search: without compatibility forms, marks and case. `angs` finds `Ångström`. */
export function searchKey(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return withoutMarks(foldCase(withoutMarks(text)));
}

/**
 * Returns the sort key of a text, from its first 200 characters: like `searchKey`, with numbers ordered by size, so
 * that `a2` precedes `a10`. Keys are compared by code point, which is bytewise in UTF-8.
 */
export function orderKey(text: string): string {
  return searchKey(orderedPart(text)).replace(/\d+/g, numberKey);
}

/** Number of characters of a text that decide its order. */
export const ORDERED_LENGTH = 200;

/** Returns the part of a text that `orderKey` uses. */
export function orderedPart(text: string): string {
  return text.length <= ORDERED_LENGTH
    ? text
    : Array.from(text.slice(0, 2 * ORDERED_LENGTH))
        .slice(0, ORDERED_LENGTH)
        .join('');
}

/** Compares two keys bytewise, as databases do with `BINARY` and `COLLATE "C"`, unlike JavaScript's `<`. */
export function compareKeys(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Compares two texts in the order for people; 0 also if they differ only in marks, case or leading zeros. */
export function compareText(a: string, b: string): number {
  return compareKeys(orderKey(a), orderKey(b));
}

/** Whether a text is ASCII, so that it needs no normalization. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Two ligatures of whole sentences stay as they are, because they would make a text up to 18 times longer. */
const withoutMarks = (text: string) =>
  text.replace(/[^\ufdfa\ufdfb]+/g, (part) => normalized(part, 'NFKD').replace(/\p{M}+/gu, ''));

/** Prefixes the digits with their number, so that longer numbers sort later. Beyond 999 digits they sort as text. */
function numberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '');
  return String(Math.min(significant.length, 999)).padStart(3, '0') + significant;
}

/** In UTF-16, surrogates sort below U+E000; by code point, above. */
const rank = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
