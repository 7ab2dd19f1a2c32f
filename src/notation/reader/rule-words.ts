/**
 * Words that make a sentence of prose sound like a rule. Such sentences are reported, because nothing in prose is
 * enforced.
 */
const RULE_WORDS = [
  'must',
  'must not',
  'only',
  'at least',
  'at most',
  'never',
  'no more than',
  'no less than',
  'may not',
  'cannot',
  "can't",
  'shall',
  'forbidden',
  'mandatory',
  'is required',
  'are required',
];

const RULE = new RegExp(`(?<![\\p{L}])(?:${RULE_WORDS.join('|')})(?![\\p{L}])`, 'iu');
const COMPARISON = /[<>≤≥≠]|==|!=/;

/** Whether a sentence of prose states what must or must not be. */
export function soundsLikeRule(sentence: string): boolean {
  return RULE.test(sentence) || COMPARISON.test(sentence);
}

/**
 * Returns the keyword that a note probably means: it differs by at most two letters, or one in a word of up to five
 * letters. Null if there is none.
 */
export function nearestKeyword(note: string, keywords: readonly string[]): string | null {
  const written = note.toLowerCase();
  if (written.length > 40) return null;
  return keywords.find((keyword) => distance(written, keyword, keyword.length > 5 ? 2 : 1) > 0) ?? null;
}

/** Returns the edit distance of two words; 0 if they are equal or the distance exceeds `limit`. */
function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return 0;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  const total = row[other.length] ?? 0;
  return total <= limit ? total : 0;
}
