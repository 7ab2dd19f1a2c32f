import { isPlain, searchKey } from './fold.ts';

/** Longer words are known by their beginning. */
const LONGEST_WORD = 64;
/** So many different words of one text are looked for. */
const MOST_WORDS = 5000;

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
  const key = searchKey(text);
  if (isPlain(key)) {
    for (const run of key.match(/[a-z0-9]+/g) ?? []) {
      found.add(run.slice(0, LONGEST_WORD));
      if (found.size >= MOST_WORDS) break;
    }
    return [...found];
  }
  for (const { characters, length, isSpaceless } of runsIn(key)) {
    const beginnings = isSpaceless ? characters.length : 1;
    for (let from = 0; from < beginnings && found.size < MOST_WORDS; from++)
      found.add(characters.slice(from, from + length).join(''));
    if (found.size >= MOST_WORDS) break;
  }
  return [...found];
}

/** The beginnings of words that a text asks for, each once. */
export function wordsSought(text: string): string[] {
  const found = new Set<string>();
  for (const { characters, length, isSpaceless } of runsIn(searchKey(text))) {
    const beginnings = isSpaceless ? characters.length : 1;
    for (let from = 0; from < beginnings; from += length) found.add(characters.slice(from, from + length).join(''));
  }
  return [...found];
}

interface Run {
  readonly characters: readonly string[];
  /** Of a word, so many characters are kept. */
  readonly length: number;
  readonly isSpaceless: boolean;
}

/** Runs of letters and digits of one way of writing, in a text by its search key. */
function* runsIn(key: string): Generator<Run> {
  for (const [run, spaceless] of key.matchAll(RUNS)) {
    const isSpaceless = spaceless !== undefined;
    // A letter of several code units is cut nowhere.
    const part = isSpaceless ? run : run.slice(0, 2 * LONGEST_WORD);
    yield { characters: Array.from(part), length: isSpaceless ? SPACELESS_LENGTH : LONGEST_WORD, isSpaceless };
  }
}
