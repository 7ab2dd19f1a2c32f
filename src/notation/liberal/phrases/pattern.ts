import { readNumber } from './quantity.ts';

const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^(?:capital|upper-?case|big) letters?$|^capitals?$/, '[A-Z]'],
  [/^(?:small|lower-?case) letters?$/, '[a-z]'],
  [/^letters?$/, '[A-Za-z]'],
  [/^(?:digits?|figures?|numerals?)$/, '[0-9]'],
  [/^(?:letters? (?:or|and) digits?|letters?\/digits?)$/, '[A-Za-z0-9]'],
  [/^(?:capital|upper-?case) letters? (?:or|and) digits?$/, '[A-Z0-9]'],
];

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['hyphen', '-'],
  ['dash', '-'],
  ['slash', '/'],
  ['dot', '\\.'],
  ['point', '\\.'],
  ['space', ' '],
  ['blank', ' '],
  ['underscore', '_'],
  ['colon', ':'],
  ['plus', '\\+'],
  ['hash', '#'],
]);

/** "two capital letters, a hyphen, six digits": the whole of a text as a regular expression; null for other words. */
export function readPattern(words: string): string | null {
  const text = words
    .toLowerCase()
    .trim()
    .replaceAll(/(\d) ?[-–] ?(\d)/g, '$1 to $2')
    .replace(/^(?:exactly|the form|of the form|in the form) /, '');
  const parts = text.split(/\s*(?:,\s*(?:then |and |followed by )?|\+|\s(?:and|then|followed by)\s)\s*/);
  const found = parts.map(partOf);
  if (found.some((part) => part === null)) return null;
  return `^${found.join('')}$`;
}

function partOf(words: string): string | null {
  const sign = /^(?:(?:a|one) )?(\p{L}+)$/u.exec(words);
  const literal = sign === null ? undefined : SIGNS.get(sign[1] ?? '');
  if (literal !== undefined) return literal;
  const range = /^(?:at least )?(\S+) (?:to|or|–|-) (\S+) (.+)$/.exec(words);
  const few = range === null ? null : times(readNumber(range[1] ?? ''), readNumber(range[2] ?? ''), range[3] ?? '');
  if (few !== null) return few;
  const least = /^(?:at least) (\S+) (.+)$/.exec(words);
  if (least !== null) return times(count(least[1]), '', least[2] ?? '');
  const exact = /^(?:an?|(\S+)) (.+)$/.exec(words);
  if (exact === null) return classOf(words);
  return times(exact[1] === undefined ? '1' : count(exact[1]), null, exact[2] ?? '');
}

const count = (word: string | undefined) => readNumber(word ?? '');

function classOf(words: string): string | null {
  return /^(?:letter|digit)$/.test(words) ? (CLASSES.find(([known]) => known.test(words))?.[1] ?? null) : null;
}

/** `most` null: exactly `least`; empty: without end. */
function times(least: string | null, most: string | null, of: string): string | null {
  const found = CLASSES.find(([known]) => known.test(of))?.[1];
  if (found === undefined || least === null || !/^\d{1,3}$/.test(least)) return null;
  if (most === null) return least === '1' ? found : `${found}{${least}}`;
  return /^\d{0,3}$/.test(most) ? `${found}{${least},${most}}` : null;
}
