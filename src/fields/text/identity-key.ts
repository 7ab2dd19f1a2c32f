import { isAscii, normalized } from './fold.ts';

/**
 * Returns the key by which values that ignore case are compared, looked up, counted and kept unique: e-mail addresses,
 * and texts whose field says `ignoring case`. It replaces only letters whose case pair is one letter to one letter (and
 * the final `ς` by `σ`), so the key is never longer than the text: `ß` is not `ss`, `ſ` is not `s`, `ﬁ` is not `fi`.
 * Idempotent; canonically equivalent texts have the same key.
 */
export function identityKey(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const composed = normalized(text, 'NFC');
  return normalized(Array.from(composed, lowerOfPair).join('').replaceAll('ς', 'σ'), 'NFC');
}

/**
 * A name as a person types it to sign in, in the form in which names are stored; null if no stored name is meant.
 * Letters typed as base and accent are composed. A character that normalization would replace by a different one (the
 * Kelvin sign by `K`) matches no name: it looks like the name but is not what its owner types.
 */
export function typedName(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || Array.from(trimmed).some(isReplaced)) return null;
  return normalized(trimmed, 'NFC');
}

/** Whether two addresses are the same except for the case of ASCII letters: nothing else about them may differ. */
export function isSameAddress(one: string, other: string): boolean {
  return lowerAscii(one) === lowerAscii(other);
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The lower-case letter of a pair in which each is the other's only case; any other character is returned as it is. */
function lowerOfPair(character: string): string {
  const lower = character.toLowerCase();
  return isOne(lower) && lower.toUpperCase() === character ? lower : character;
}

const isOne = (text: string): boolean => Array.from(text).length === 1;

const isReplaced = (character: string): boolean => {
  const composed = character.normalize('NFC');
  return composed !== character && isOne(composed);
};
