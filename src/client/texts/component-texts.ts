import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What parts themselves say. */
export const english = {
  close: 'Close',
  cancel: 'Cancel',
  clear: 'Clear',
  required: 'required',
  search: 'Search',
  searchHint: 'Search …',
  tryAgain: 'Try again',
  retryIn: (seconds: number) =>
    seconds === 1 ? 'Makes sense again in 1 second.' : `Makes sense again in ${seconds} seconds.`,
  loading: 'Loading …',
  working: 'Working …',
  messages: 'Messages',
  choose: 'Choose …',
  nothingFound: 'Nothing found',
  /** Between the items of a list without an end. */
  comma: ', ',
} as const;

export const partTexts: Worded<typeof english> = inPageLanguage('parts', english);
