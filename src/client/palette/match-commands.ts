import { foldCase } from '../../fields/text/fold.ts';

/** Rates how well a name matches typed text; greater is better, null is no match. Empty text matches everything. */
export function fitOf(name: string, typed: string): number | null {
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
export function fitting<T>(things: readonly T[], name: (thing: T) => string, typed: string): readonly T[] {
  const found = things.flatMap((thing) => {
    const fit = fitOf(name(thing), typed);
    return fit === null ? [] : [{ thing, fit }];
  });
  return found.toSorted((one, other) => other.fit - one.fit).map(({ thing }) => thing);
}

const wordsOf = (text: string): string[] =>
  foldCase(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
