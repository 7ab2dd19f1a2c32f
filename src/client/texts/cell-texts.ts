import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What is said while a field is changed in its row. */
export const english = {
  name: (field: string, title: string) => `${field}, ${title}`,
  keys: 'Enter saves, Escape takes it back, Tab saves and goes on.',
  cancel: 'Cancel',
  now: (value: string) => `It is “${value}” now. What you save replaces that.`,
  nowEmpty: 'It is empty now. What you save replaces that.',
  lost: (title: string) => `${title}: not saved`,
  lostText: (field: string, typed: string) => `Its row left the list while you were typing. ${field}: ${typed}`,
  notLoaded: 'The input could not be loaded',
  notLoadedText: 'Check the connection, then try again.',
} as const;

export const cellTexts: Worded<typeof english> = inPageLanguage('cells', english);
