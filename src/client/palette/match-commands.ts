import { foldCase } from '../../fields/text/fold.ts';

/** Rates how well a name matches typed text; greater is better, null is no match. Empty text matches everything. */
export function matchScore(name: string, typed: string): number | null {
  const words = wordsOf(typed);
  const own = wordsOf(name);
  if (words.length === 0) return 0;
  const begins = words.every((word) => own.some((each) => each.startsWith(word)));
  const [first = ''] = words;
  if (begins) return own[0]?.startsWith(first) === true ? 3 : 2;
  const whole = own.join(' ');
  return words.every((word) => whole.includes(word)) ? 1 : null;
}

/** Returns the matching items, best first, otherwise in their order. */
export function bestMatches<T>(items: readonly T[], name: (item: T) => string, typed: string): readonly T[] {
  const found = items.flatMap((item) => {
    const score = matchScore(name(item), typed);
    return score === null ? [] : [{ thing: item, fit: score }];
  });
  return found.toSorted((one, other) => other.fit - one.fit).map(({ thing: item }) => item);
}

const wordsOf = (text: string): string[] =>
  foldCase(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
