import { normalized } from '../../fields/text/fold.ts';

/** How two similar names differ, in words. */
export type NameDifference = 'capitals' | 'spaces and hyphens' | 'letters that look the same' | 'the plural';

/**
 * Returns a key that is the same for names that are easily confused. With `plurals`, the singular and the plural have
 * the same key.
 */
export function similarityKey(name: string, plurals: boolean): string {
  const folded = PLAIN.test(name)
    ? name.toLowerCase()
    : lookFolded(spaceFolded(normalized(name, 'NFKC').toLowerCase()));
  return plurals ? singular(folded) : folded;
}

/** Names of Latin letters only, which look like no other letters. */
const PLAIN = /^[A-Za-z]+$/;

/** Returns how two names with the same key differ. */
export function differenceOf(one: string, other: string): NameDifference {
  const [first, second] = [normalized(one, 'NFC').toLowerCase(), normalized(other, 'NFC').toLowerCase()];
  if (first === second) return 'capitals';
  if (spaceFolded(first) === spaceFolded(second)) return 'spaces and hyphens';
  return lookFolded(spaceFolded(first)) === lookFolded(spaceFolded(second))
    ? 'letters that look the same'
    : 'the plural';
}

/** Removes spaces, underscores and hyphens, except between digits, where they distinguish numbers. */
function spaceFolded(name: string): string {
  return name.replaceAll(/[\s_-](?!\d)|(?<!\d)[\s_-]/g, '');
}

/** Lower-case Greek and Cyrillic letters, and digits, that look like a Latin letter. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ['\u0430', 'a'],
  ['\u03b1', 'a'],
  ['\u0441', 'c'],
  ['\u0435', 'e'],
  ['\u04bb', 'h'],
  ['\u0456', 'i'],
  ['\u0131', 'i'],
  ['\u03b9', 'i'],
  ['\u0458', 'j'],
  ['\u03ba', 'k'],
  ['\u043e', 'o'],
  ['\u03bf', 'o'],
  ['0', 'o'],
  ['\u0440', 'p'],
  ['\u03c1', 'p'],
  ['\u0455', 's'],
  ['\u03bd', 'v'],
  ['\u0445', 'x'],
  ['\u0443', 'y'],
  ['1', 'l'],
]);

const LOOKALIKE_PATTERN = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu');

function lookFolded(name: string): string {
  return name.replace(LOOKALIKE_PATTERN, (sign) => LOOKALIKES.get(sign) ?? sign);
}

function singular(name: string): string {
  if (name.length > 4 && name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return /[^siu]s$/.test(name) ? name.slice(0, -1) : name;
}
