import type { ServerMessages } from '../../messages/message-types.ts';

/**
 * Creates and compares password hashes; implemented by the platform. Hashing rejects only if too many requests wait.
 */
export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  readonly matches: (password: string, hash: string) => Promise<boolean>;
  /**
   * Returns a hash that no password matches. Comparing with it takes the usual time, so the duration does not reveal
   * that a person is unknown.
   */
  readonly dummyHash: () => Promise<string>;
  /** Whether the hash was created with weaker settings than the current ones, so that it should be replaced. */
  readonly needsRehash: (hash: string) => boolean;
}

export const SHORTEST_PASSWORD = 10;
/** More than password managers generate, and short enough to hash quickly. */
export const LONGEST_PASSWORD = 200;

/**
 * Returns why a new password is weak, as a sentence; null if it is not. Any characters are allowed. `known`: words
 * about the person that the password must not consist of.
 */
export function weaknessOf(
  password: string,
  known: readonly string[],
  words: ServerMessages['weakPassword'],
): string | null {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return words.short({ least: SHORTEST_PASSWORD, length });
  if (length > LONGEST_PASSWORD) return words.long({ most: LONGEST_PASSWORD, length });
  const plain = password.toLowerCase();
  if (new Set(plain).size < 5) return words.few;
  if (isRun(plain)) return words.run;
  const own = known.flatMap((word) => [word, ...word.split(/[\s@._-]+/)]).map((word) => word.toLowerCase());
  const isOwn = own.some((word) => word.length >= 4 && plain.replace(word, '').length < 4);
  return isOwn ? words.own : null;
}

/** Returns whether all characters ascend or descend evenly, as in "abcdefghij" or "9876543210". */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1;
}
