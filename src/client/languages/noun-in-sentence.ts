import { engineTexts } from './messages.ts';

/** Returns a label as the language writes it inside a sentence: in lower case, unless nouns keep their capitals. */
export const nounInSentence = (label: string): string =>
  engineTexts.nounCase === 'lower' ? label.toLowerCase() : label;
