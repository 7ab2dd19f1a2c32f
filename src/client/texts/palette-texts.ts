import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of the command palette, loaded when it opens. */
export const english = {
  hint: 'Search records or type a command',
  go: 'Go to',
  make: 'New',
  records: 'Records',
  account: 'Your account',
  searching: 'Searching …',
  nothing: (typed: string) => `No results for “${typed}”`,
} as const;

export const paletteTexts: Translated<typeof english> = inPageLanguage('palette', english);
