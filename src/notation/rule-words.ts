/**
 * Words that make a sentence or a note look like a rule. What looks like a rule and is read as none is reported, so that
 * nobody takes an explanation for something that is enforced.
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
const NUMBER = /(?<![\p{L}\p{N}_])\d/u;

/** Whether a sentence of prose says that something must or must not be. */
export function soundsLikeRule(sentence: string): boolean {
  return RULE.test(sentence) || COMPARISON.test(sentence);
}

/** Whether a note does: it may also hold a number or a stated name. */
export function looksLikeRule(note: string, names: ReadonlySet<string>): boolean {
  return soundsLikeRule(note) || NUMBER.test(note) || wordsOf(note).some((word) => names.has(word));
}

/** The keyword that a note is probably meant to be: two letters off at most, one in a short word. */
export function nearest(note: string, keywords: readonly string[]): string | null {
  const written = note.toLowerCase();
  if (written.length > 40) return null;
  return keywords.find((keyword) => distance(written, keyword, keyword.length > 5 ? 2 : 1) > 0) ?? null;
}

function wordsOf(text: string): string[] {
  return text.slice(0, 2000).match(/[\p{L}\p{N}_]+/gu) ?? [];
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
