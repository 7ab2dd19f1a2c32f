/** Right-to-left mark: an invisible character that makes the text after it run from right to left. */
const RIGHT_TO_LEFT_MARK = '\u200f';
const LETTER = /\p{L}/u;
const ARABIC = /\p{Script=Arabic}/u;

/**
 * Returns the texts with a right-to-left mark before those that start with letters of another script, such as a name in
 * the document, which would otherwise set the direction of the whole text. Texts without Arabic letters and file names are
 * unchanged.
 */
export function withDirectionMarks<T>(texts: T): T {
  if (typeof texts === 'string') return withMark(texts) as T;
  if (typeof texts === 'function') {
    const original = texts as unknown as (...values: readonly unknown[]) => unknown;
    const wrapped = (...values: readonly unknown[]) => {
      const text = original(...values);
      return typeof text === 'string' ? withMark(text) : text;
    };
    return Object.defineProperty(wrapped, 'length', { value: original.length }) as T;
  }
  if (texts === null || typeof texts !== 'object' || Array.isArray(texts)) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, withDirectionMarks(each)])) as T;
}

function withMark(text: string): string {
  const first = LETTER.exec(text)?.[0] ?? '';
  return ARABIC.test(text) && !ARABIC.test(first) && !text.endsWith('.csv') ? RIGHT_TO_LEFT_MARK + text : text;
}
