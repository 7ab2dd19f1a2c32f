/** Scripts that run from right to left, by their Unicode names. */
const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Samr', 'Mand'];

const RIGHT_TO_LEFT_LETTER = new RegExp(RIGHT_TO_LEFT.map((script) => `\\p{Script=${script}}`).join('|'), 'u');
const LETTER = /\p{L}/u;

/** Right-to-left mark: an invisible character that makes the text after it run from right to left. */
const RIGHT_TO_LEFT_MARK = '\u200f';

/** Returns the writing direction of a language. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.includes(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}

/**
 * Returns a text of a right-to-left language with a mark before it if it starts with letters of another script, such as a
 * name in the document, which would otherwise set the direction of the whole text. Texts without letters of a
 * right-to-left script are unchanged.
 */
export function withDirectionMark(text: string): string {
  const first = LETTER.exec(text)?.[0] ?? '';
  return RIGHT_TO_LEFT_LETTER.test(text) && !RIGHT_TO_LEFT_LETTER.test(first) ? RIGHT_TO_LEFT_MARK + text : text;
}
