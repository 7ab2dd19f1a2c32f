/** What parts themselves say. */
export const partTexts = {
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
} as const;
