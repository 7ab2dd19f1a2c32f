import { type Lexicon, wordsOf } from './liberal/lexicon.ts';

/** Elements and lexicons by what they say, from one version of a document to the next. */
export interface KnownWords {
  /** Elements as text, but for places and help. */
  readonly words: (elements: readonly object[]) => string;
  /** A lexicon that says the same, with all that was worked out of it, where this version or the one before had one. */
  readonly known: (lexicon: Lexicon) => Lexicon;
  /** Another version begins. */
  readonly next: () => void;
}

/** Beyond these many phrases a lexicon is worked out anew, so that nothing grows for ever. */
const MOST_MADE = 50_000;

export function openWords(): KnownWords {
  // An element never changes but for its places, so its text is worked out once.
  const texts = new WeakMap<object, string>();
  let before: ReadonlyMap<string, Lexicon> = new Map();
  let now = new Map<string, Lexicon>();
  const words = (elements: readonly object[]): string => elements.map(textOf).join('\n');
  return {
    words,
    known: (lexicon) => {
      const text = wordsOf(lexicon, words);
      const found = now.get(text) ?? before.get(text);
      const known = found === undefined || (found.made?.size ?? 0) > MOST_MADE ? lexicon : found;
      now.set(text, known);
      return known;
    },
    next: () => {
      before = now;
      now = new Map();
    },
  };

  function textOf(element: object): string {
    const known = texts.get(element);
    if (known !== undefined) return known;
    const text = JSON.stringify(element, (name, value: unknown) =>
      name === 'at' || name === 'help' ? undefined : value,
    );
    texts.set(element, text);
    return text;
  }
}
