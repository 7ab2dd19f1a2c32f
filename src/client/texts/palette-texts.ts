import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What stands in the list of what can be found or done, once it is open. */
export const english = {
  hint: 'What do you want to find or do?',
  go: 'Go to',
  make: 'New',
  records: 'Records',
  account: 'Your account',
  searching: 'Searching …',
  nothing: (typed: string) => `Nothing is called “${typed}” here.`,
} as const;

export const paletteTexts: Worded<typeof english> = inPageLanguage('palette', english);
