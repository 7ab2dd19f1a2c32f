/** Words that say that something is left open, as the source of a regular expression. */
export const OPEN_WORDS = String.raw`not shown|tbd|tba|tbc|to be (?:decided|defined|determined|confirmed)|\?{1,3}`;

const OPEN_SENTENCE = new RegExp(String.raw`(?::|\s(?:is|are))\s+(?:${OPEN_WORDS})$`, 'i');

/** Returns a note without the sentences that say that something is left open: `The format is not shown.` */
export function withoutOpenSentences(note: string): string {
  const isOpen = (sentence: string) => OPEN_SENTENCE.test(sentence.trim().replace(/[.;]$/, ''));
  return note
    .split(/(?<=[.;!?])\s+/)
    .filter((sentence) => !isOpen(sentence))
    .join(' ');
}
