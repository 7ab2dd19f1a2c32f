import type { TokenForm } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';

export const MAX_TOKEN = 100;
const MAX_ALPHABET = 256;

/**
 * Returns the form that the arguments of `newToken(8, "A-Z0-9")` write out; null if they do not. A `-` between two
 * characters stands for all from one to the other, at the beginning or end for itself.
 */
export function tokenForm([length, alphabet]: readonly Typed[]): TokenForm | null {
  const count = length?.op === 'literal' ? length.value : null;
  const written = alphabet?.op === 'literal' ? alphabet.value : null;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_TOKEN) return null;
  const characters = typeof written === 'string' ? charactersOf(written) : null;
  return characters === null ? null : { length: count, alphabet: characters };
}

/** Returns the different characters of an alphabet; null if there are fewer than two or too many. */
function charactersOf(written: string): readonly string[] | null {
  const parts = [...written];
  const found = new Set<string>();
  for (let at = 0; at < parts.length; at += 1) {
    const [from = '', dash, to] = parts.slice(at, at + 3);
    if (dash !== '-' || to === undefined) {
      found.add(from);
      continue;
    }
    const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)];
    if (last < first || last - first >= MAX_ALPHABET) return null;
    for (let code = first; code <= last; code += 1) found.add(String.fromCodePoint(code));
    at += 2;
  }
  return found.size < 2 || found.size > MAX_ALPHABET || [...found].some((one) => /\s/.test(one)) ? null : [...found];
}
