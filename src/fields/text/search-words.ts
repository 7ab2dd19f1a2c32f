import { isAscii, searchKey } from './fold.ts';

/** Longer words are indexed by their beginning. */
const LONGEST_WORD = 64;
/** Maximum number of distinct words indexed per text. */
const MOST_WORDS = 5000;
/** Maximum number of characters indexed: the maximum length of a text, some of whose characters expand to several. */
const MOST_PLACES = 100_000;
/** Maximum number of runs of letters examined per text, repeated ones included. */
const MOST_RUNS = 25_000;

/** Scripts written without spaces: a search may match at any character. */
const SPACELESS =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
/** A run of letters and digits of one kind of script; the first group matches scripts without spaces. */
const RUNS = new RegExp(`([[\\p{L}\\p{N}]&&${SPACELESS}]+)|[[\\p{L}\\p{N}]--${SPACELESS}]+`, 'gv');
const SPACELESS_LENGTH = 8;

/**
 * Returns the distinct words of a text for the search index: runs of letters and digits without marks and case. A
 * search finds a text if one of its words starts with one of the search's `wordsSought`.
 */
export function wordsWithin(text: string): string[] {
  const found = new Set<string>();
  const key = searchKey(text).slice(0, MOST_PLACES);
  if (isAscii(key)) {
    for (const run of key.match(/[a-z0-9]+/g) ?? []) {
      found.add(run.slice(0, LONGEST_WORD));
      if (found.size >= MOST_WORDS) break;
    }
    return [...found];
  }
  let runs = 0;
  for (const [run, spaceless] of key.matchAll(RUNS)) {
    if (spaceless === undefined) found.add(beginningOf(run, LONGEST_WORD));
    else for (const word of wordsFrom(run, MOST_WORDS - found.size)) found.add(word);
    runs += 1;
    if (found.size >= MOST_WORDS || runs >= MOST_RUNS) break;
  }
  return [...found];
}

/** Returns the distinct beginnings of words that a search text asks for. */
export function wordsSought(text: string): string[] {
  const found = new Set<string>();
  for (const [run, spaceless] of searchKey(text).matchAll(RUNS)) {
    if (spaceless === undefined) found.add(beginningOf(run, LONGEST_WORD));
    else
      for (let rest = run; rest !== ''; rest = rest.slice(beginningOf(rest, SPACELESS_LENGTH).length))
        found.add(beginningOf(rest, SPACELESS_LENGTH));
  }
  return [...found];
}

/** Returns the beginnings at each character of a run without spaces, at most `most` distinct ones. */
function wordsFrom(run: string, most: number): Set<string> {
  const found = new Set<string>();
  // Strings are used if each character is one code unit, which is many times faster.
  const characters = PAIRS.test(run) ? Array.from(run) : null;
  const length = characters?.length ?? run.length;
  for (let from = 0; from < length && found.size < most; from++) {
    const to = from + SPACELESS_LENGTH;
    found.add(characters === null ? run.slice(from, to) : characters.slice(from, to).join(''));
  }
  return found;
}

/** Characters of two code units. */
const PAIRS = /[\ud800-\udfff]/;

/** Returns the first characters of a run, without splitting a surrogate pair. */
const beginningOf = (run: string, length: number): string =>
  run.length <= length
    ? run
    : Array.from(run.slice(0, 2 * length))
        .slice(0, length)
        .join('');
