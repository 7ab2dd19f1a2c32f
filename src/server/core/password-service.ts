/** Makes and compares hashes of passwords; the shell has it. Both reject only where too many wait. */
export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  readonly matches: (password: string, hash: string) => Promise<boolean>;
  /** A hash that no password matches, to compare with where nobody is known: it takes as long. */
  readonly dummyHash: () => Promise<string>;
  /** Made with weaker settings than are used now: to be made anew at the next chance. */
  readonly needsRehash: (hash: string) => boolean;
}

export const SHORTEST_PASSWORD = 10;
/** Longer than what a manager of passwords makes, and short enough to hash. */
export const LONGEST_PASSWORD = 200;

/** What is wrong with a password, in one language. */
export interface WeakPasswordMessages {
  readonly short: (least: number, length: number) => string;
  readonly long: (most: number, length: number) => string;
  readonly few: string;
  readonly run: string;
  readonly own: string;
}

export const WEAK_PASSWORD_MESSAGES: WeakPasswordMessages = {
  short: (least, length) => `A password has at least ${least} characters; this has ${length}.`,
  long: (most, length) => `A password has at most ${most} characters; this has ${length}.`,
  few: 'This password has too few different characters.',
  run: 'This password only counts up or down.',
  own: 'This password is the name of whom it lets in.',
};

/**
 * What is wrong with a new password, as a sentence; null: nothing. It may hold any characters. `known`: words about the
 * person that it may not be.
 */
export function weaknessOf(
  password: string,
  known: readonly string[],
  words: WeakPasswordMessages = WEAK_PASSWORD_MESSAGES,
): string | null {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return words.short(SHORTEST_PASSWORD, length);
  if (length > LONGEST_PASSWORD) return words.long(LONGEST_PASSWORD, length);
  const plain = password.toLowerCase();
  if (new Set(plain).size < 5) return words.few;
  if (isRun(plain)) return words.run;
  const own = known.flatMap((word) => [word, ...word.split(/[\s@._-]+/)]).map((word) => word.toLowerCase());
  const isOwn = own.some((word) => word.length >= 4 && plain.replace(word, '').length < 4);
  return isOwn ? words.own : null;
}

/** "abcdefghij", "9876543210": each character is the neighbour of the one before. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1;
}
