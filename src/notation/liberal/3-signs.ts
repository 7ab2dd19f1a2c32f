import type { Reading } from './3-details.ts';

/**
 * `capitals, digits, hyphen`: the signs that a text may hold; each may be a part of its own. `capital letters without I
 * and O; digits` is one.
 */
export const signs: Reading = (text, said) => {
  if (said.type?.kind !== 'text') return null;
  const found = text.split(/\s*;\s*/).map(classOf);
  const before = /^\[(.*)\]\*$/.exec(said.changes.pattern ?? '[]*')?.[1];
  if (before === undefined || !found.every((each) => each !== null)) return null;
  said.changes.pattern = `[${before}${found.join('')}]*`;
  return 'all';
};

/** Whether a pattern is one that `signs` makes, so that it is wrong where one of the signs is not understood. */
export const isOfSigns = (pattern: string | null | undefined): boolean => /^\[.*\]\*$/.test(pattern ?? '');

function classOf(written: string): string | null {
  const [of = '', without] = written.toLowerCase().split(/ (?:without|except|but not) /);
  const found = SIGNS.get(
    of
      .replace(/ only$/, '')
      .replace(/^(?:an? |the )/, '')
      .replace(/s$/, ''),
  );
  if (found === undefined || without === undefined) return found ?? null;
  const left = without.split(/,? and |,? or |, ?/).map((sign) => sign.replaceAll(/['"“”‘’]/g, ''));
  return left.every((sign) => /^[a-z0-9]$/.test(sign)) ? classWithout(found, left) : null;
}

/** `A-Z` without I and O is `A-HJ-NP-Z`. */
function classWithout(found: string, left: readonly string[]): string {
  return found.replaceAll(/(\w)-(\w)/g, (_, first: string, last: string) => {
    const all = Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
      String.fromCharCode(first.charCodeAt(0) + index),
    ).filter((sign) => !left.includes(sign.toLowerCase()));
    return rangesOf(all);
  });
}

function rangesOf(signs: readonly string[]): string {
  let written = '';
  for (let at = 0; at < signs.length; at += 1) {
    const first = signs[at] ?? '';
    let end = at;
    while (signs[end + 1]?.charCodeAt(0) === first.charCodeAt(0) + end + 1 - at) end += 1;
    const last = signs[end] ?? first;
    written += end === at ? first : end === at + 1 ? `${first}${last}` : `${first}-${last}`;
    at = end;
  }
  return written;
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['capital', 'A-Z'],
  ['capital letter', 'A-Z'],
  ['upper-case letter', 'A-Z'],
  ['uppercase letter', 'A-Z'],
  ['lower-case letter', 'a-z'],
  ['lowercase letter', 'a-z'],
  ['small letter', 'a-z'],
  ['letter', 'A-Za-z'],
  ['digit', '0-9'],
  ['hyphen', '\\-'],
  ['dash', '\\-'],
  ['underscore', '_'],
  ['dot', '.'],
  ['slash', '\\/'],
  ['space', ' '],
  ['blank', ' '],
]);
