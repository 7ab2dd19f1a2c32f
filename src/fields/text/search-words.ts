import { isPlain, searchKey } from './fold.ts';

/** Longer words are known by their beginning. */
const LONGEST_WORD = 64;
/** So many different words of one text are looked for. */
const MOST_WORDS = 5000;
/** Words are looked for in so many characters: as many as a text has at most, of which some are written out as several. */
const MOST_PLACES = 100_000;
/** So many runs of letters of one text are looked at, however often they are the same. */
const MOST_RUNS = 25_000;

/** Scripts that are written without spaces: what is looked for there may begin at any character. */
const SPACELESS =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
/** A run of letters and digits of one way of writing; the first group has it where that is without spaces. */
const RUNS = new RegExp(`([[\\p{L}\\p{N}]&&${SPACELESS}]+)|[[\\p{L}\\p{N}]--${SPACELESS}]+`, 'gv');
const SPACELESS_LENGTH = 8;

/**
 * The words of a text as people look for them: runs of letters and digits without marks and case, each once. A text that
 * begins with one of `wordsSought` of another text in one of its words is found by it.
 */
export function wordsWithin(text: string): string[] {
  const found = new Set<string>();
  const key = searchKey(text).slice(0, MOST_PLACES);
  if (isPlain(key)) {
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

/** The beginnings of words that a text asks for, each once. */
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

/** What begins at each character of a run without spaces, so many different ones at most. */
function wordsFrom(run: string, most: number): Set<string> {
  const found = new Set<string>();
  // As strings where each character is one code unit, which is many times as fast.
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

/** The first characters of a run; one of two code units is not cut. */
const beginningOf = (run: string, length: number): string =>
  run.length <= length
    ? run
    : Array.from(run.slice(0, 2 * length))
        .slice(0, length)
        .join('');
