import { hundredth } from '../../expressions/syntax/percent.ts';
import { normalized } from '../../fields/text/fold.ts';
import { COLUMN_GROUPS, WORD_GROUPS } from '../reference/vocabulary.ts';

/**
 * Returns the words of a text that are in no line of the printed text. Words of the notation do not count, because they
 * have several spellings.
 */
export function wordsLostInPrint(text: string, printed: string): string[] {
  const printedWords = new Set(printed.split('\n').flatMap(wordsOf));
  const isPrinted = (word: string) => printedWords.has(word) || NOTATION.has(word);
  const lost = new Set<string>();
  for (const line of text.split('\n')) {
    const words = wordsOf(line);
    // A code mark may split a word, so the line is also compared without code marks.
    if (words.every(isPrinted) || wordsOf(line.replaceAll('`', '')).every(isPrinted)) continue;
    for (const word of words) if (!isPrinted(word)) lost.add(word);
  }
  return [...lost];
}

/**
 * Returns the words of a line in lower case. Numeric character references are resolved, and digit grouping is removed.
 */
function wordsOf(line: string): string[] {
  const plain = withFractions(line.replace(ANY_BUT, '$1 '))
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => sign(Number(code)))
    .replaceAll(/(?<=\d)[_,'’\u00A0\u202F](?=\d{3}(?!\d))/g, '');
  return (
    normalized(plain, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** The printed text lists the remaining states by name; the excluded states appear in other rows. */
const ANY_BUT = /^(\s*\|.*?\bany state) except\b/i;

/** Replaces percentages by fractions: `7 %` equals `0.07`. */
function withFractions(line: string): string {
  return line.replaceAll(/(?<![\d.,])(\d{1,15}(?:\.\d{1,15})?) ?(?:%|percent\b)/g, (_, percent: string) =>
    hundredth(percent),
  );
}

const sign = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/**
 * Words of the notation, which the canonical form may spell differently, with units and the words that limits count.
 */
const NOTATION: ReadonlySet<string> = new Set(
  [
    ...COLUMN_GROUPS.flatMap(({ columns }) => columns.flatMap(({ name, aliases }) => [name, ...aliases])),
    ...WORD_GROUPS.flatMap(({ words }) => words.flatMap(({ write, aliases }) => [write, ...aliases])),
    'user users person people head each every per a an and',
    'ms s sec second seconds min minute minutes h hour hours d day days week weeks month months year years',
    'b byte bytes kb mb gb row rows record records item items entry entries request requests character characters chars',
  ].flatMap(wordsOf),
);
