import { normalized } from '../fields/text/fold.ts';

/** In what alone two names differ, as words: `capitals`. */
export type Alike = 'capitals' | 'spaces and hyphens' | 'letters that look the same' | 'the plural';

/** What two names that are taken for one another have in common: the same key. Plurals count where that is asked. */
export function alikeKey(name: string, plurals: boolean): string {
  const folded = PLAIN.test(name)
    ? name.toLowerCase()
    : lookFolded(spaceFolded(normalized(name, 'NFKC').toLowerCase()));
  return plurals ? singular(folded) : folded;
}

/** Nothing but letters that look like nothing else. */
const PLAIN = /^[A-Za-z]+$/;

/** In what two names of one key differ. */
export function differenceOf(one: string, other: string): Alike {
  const [first, second] = [normalized(one, 'NFC').toLowerCase(), normalized(other, 'NFC').toLowerCase()];
  if (first === second) return 'capitals';
  if (spaceFolded(first) === spaceFolded(second)) return 'spaces and hyphens';
  return lookFolded(spaceFolded(first)) === lookFolded(spaceFolded(second))
    ? 'letters that look the same'
    : 'the plural';
}

/** Between digits they tell numbers apart. */
function spaceFolded(name: string): string {
  return name.replaceAll(/[\s_-](?!\d)|(?<!\d)[\s_-]/g, '');
}

/** Letters of Greek and Cyrillic, and digits, that print as a Latin letter does; in small letters. */
const LOOKS: ReadonlyMap<string, string> = new Map([
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

const LOOKING = new RegExp(`[${[...LOOKS.keys()].join('')}]`, 'gu');

function lookFolded(name: string): string {
  return name.replace(LOOKING, (sign) => LOOKS.get(sign) ?? sign);
}

function singular(name: string): string {
  if (name.length > 4 && name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return /[^siu]s$/.test(name) ? name.slice(0, -1) : name;
}
