/** A mark without width: what it stands before is written from right to left. */
const FROM_RIGHT = '\u200f';
const LETTER = /\p{L}/u;
const ARABIC = /\p{Script=Arabic}/u;

/**
 * The same texts, each read from right to left as a whole. One that begins with a word of the document in other letters
 * would go by that word, and its end would stand where it begins. What has no Arabic of its own, and names of files, stay.
 */
export function fromRight<T>(texts: T): T {
  if (typeof texts === 'string') return said(texts) as T;
  if (typeof texts === 'function') {
    const say = texts as unknown as (...values: readonly unknown[]) => unknown;
    const saying = (...values: readonly unknown[]) => {
      const text = say(...values);
      return typeof text === 'string' ? said(text) : text;
    };
    return Object.defineProperty(saying, 'length', { value: say.length }) as T;
  }
  if (texts === null || typeof texts !== 'object' || Array.isArray(texts)) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, fromRight(each)])) as T;
}

function said(text: string): string {
  const first = LETTER.exec(text)?.[0] ?? '';
  return ARABIC.test(text) && !ARABIC.test(first) && !text.endsWith('.csv') ? FROM_RIGHT + text : text;
}
