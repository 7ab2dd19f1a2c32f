import { isPlain, searchKey } from './fold.ts';

/** Longer words are known by their beginning. */
const LONGEST_WORD = 64;
/** So many different words of one text are looked for. */
const MOST_WORDS = 5000;

/** Scripts that are written without spaces: what is looked for there may begin at any character. */
const SPACELESS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const SPACELESS_LENGTH = 8;

/**
 * The words of a text as people look for them: runs of letters and digits without marks and case, each once. A text that
 * begins with one of `wordsSought` of another text in one of its words is found by it.
 */
export function wordsWithin(text: string): string[] {
  const found = new Set<string>();
  const key = searchKey(text);
  if (isPlain(key)) {
    for (const run of key.match(/[a-z0-9]+/g) ?? []) {
      found.add(run.slice(0, LONGEST_WORD));
      if (found.size >= MOST_WORDS) break;
    }
    return [...found];
  }
  for (const run of runsIn(key)) {
    const length = isSpaceless(run) ? SPACELESS_LENGTH : LONGEST_WORD;
    const beginnings = isSpaceless(run) ? run.length : 1;
    for (let from = 0; from < beginnings; from++) found.add(run.slice(from, from + length).join(''));
    if (found.size >= MOST_WORDS) break;
  }
  return [...found].slice(0, MOST_WORDS);
}

/** The beginnings of words that a text asks for, each once. */
export function wordsSought(text: string): string[] {
  const found = new Set<string>();
  for (const run of runsIn(searchKey(text))) {
    const length = isSpaceless(run) ? SPACELESS_LENGTH : LONGEST_WORD;
    const beginnings = isSpaceless(run) ? run.length : 1;
    for (let from = 0; from < beginnings; from += length) found.add(run.slice(from, from + length).join(''));
  }
  return [...found];
}

/** Runs of letters and digits of one way of writing, character by character, in a text by its search key. */
function runsIn(key: string): string[][] {
  const runs: string[][] = [];
  for (const [part] of key.matchAll(/[\p{L}\p{N}]+/gu)) {
    let run: string[] = [];
    for (const character of part) {
      if (run.length > 0 && SPACELESS.test(character) !== isSpaceless(run)) run = [];
      if (run.length === 0) runs.push(run);
      run.push(character);
    }
  }
  return runs;
}

const isSpaceless = ([first = '']: readonly string[]) => SPACELESS.test(first);
