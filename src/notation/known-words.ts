import { type Lexicon, wordsOf } from './liberal/lexicon.ts';

/** Elements and lexicons by what they say, from one version of a document to the next. */
export interface KnownWords {
  /** The same for elements that say the same, but for places and help; a number for each. */
  readonly words: (elements: readonly object[]) => string;
  /** A lexicon that says the same, with all that was worked out of it, where this version or the one before had one. */
  readonly known: (lexicon: Lexicon) => Lexicon;
  /** Another version begins. */
  readonly next: () => void;
}

/** Beyond these many elements they are numbered anew, so that nothing grows for ever. */
const MOST_NUMBERED = 100_000;

/** Beyond these many phrases a lexicon is worked out anew, so that nothing grows for ever. */
const MOST_MADE = 50_000;

export function openWords(): KnownWords {
  // An element never changes but for its places, so it is numbered once. No number stands for two texts.
  const numbers = new WeakMap<object, Map<unknown, number>>();
  const byText = new Map<string, number>();
  let last = 0;
  let before: ReadonlyMap<string, Lexicon> = new Map();
  let now = new Map<string, Lexicon>();
  const words = (elements: readonly object[]): string => elements.map((element) => numberOf(element, itself)).join(' ');
  return {
    words,
    known: (lexicon) => {
      const text = wordsOf(lexicon, numberOf);
      const found = now.get(text) ?? before.get(text);
      const known = found === undefined || (found.made?.size ?? 0) > MOST_MADE ? lexicon : found;
      now.set(text, known);
      numbers.set(known, new Map([[itself, byText.get(text) ?? numbered(text)]]));
      return known;
    },
    next: () => {
      before = now;
      now = new Map();
      if (byText.size > MOST_NUMBERED) byText.clear();
    },
  };

  function numberOf<T extends object>(element: T, said: (element: T) => unknown): number {
    const own = numbers.get(element) ?? new Map<unknown, number>();
    const known = own.get(said);
    if (known !== undefined) return known;
    const text = JSON.stringify(said(element), (name, value: unknown) =>
      name === 'at' || name === 'help' ? undefined : value,
    );
    const number = byText.get(text) ?? numbered(text);
    own.set(said, number);
    numbers.set(element, own);
    return number;
  }

  function numbered(text: string): number {
    last += 1;
    byText.set(text, last);
    return last;
  }
}

const itself = (element: object): object => element;
