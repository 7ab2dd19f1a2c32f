import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of components that every screen uses. */
export const english = {
  close: 'Close',
  cancel: 'Cancel',
  clear: 'Clear',
  required: 'required',
  search: 'Search',
  searchHint: 'Search …',
  tryAgain: 'Try again',
  retryIn: (seconds: number) => (seconds === 1 ? 'Try again in 1 second.' : `Try again in ${seconds} seconds.`),
  loading: 'Loading …',
  working: 'Working …',
  messages: 'Messages',
  choose: 'Choose …',
  nothingFound: 'Nothing found',
  /** Separator between the items of a list. */
  comma: ', ',
} as const;

export const componentTexts: Translated<typeof english> = inPageLanguage('parts', english);
