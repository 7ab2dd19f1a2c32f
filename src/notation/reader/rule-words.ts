/** Words that make a sentence of prose sound like a rule. Such a sentence is reported, since nothing in prose is enforced. */
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

/** Whether a sentence of prose says that something must or must not be. */
export function soundsLikeRule(sentence: string): boolean {
  return RULE.test(sentence) || COMPARISON.test(sentence);
}

/** The keyword that a note is probably meant to be: two letters off at most, one in a short word. */
export function nearest(note: string, keywords: readonly string[]): string | null {
  const written = note.toLowerCase();
  if (written.length > 40) return null;
  return keywords.find((keyword) => distance(written, keyword, keyword.length > 5 ? 2 : 1) > 0) ?? null;
}

/** The number of letters by which two words differ; 0 where it is more than `limit` (or none). */
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
