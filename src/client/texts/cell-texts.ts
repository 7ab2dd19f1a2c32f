import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts for editing a field inside its table row. */
export const english = {
  name: (field: string, title: string) => `${field}, ${title}`,
  keys: 'Enter saves, Escape cancels, Tab saves and moves on.',
  cancel: 'Cancel',
  now: (value: string) => `The value is now “${value}”. Saving replaces it.`,
  nowEmpty: 'The field is now empty. Saving fills it again.',
  lost: (title: string) => `${title}: not saved`,
  lostText: (field: string, typed: string) => `The row left the list while you were typing. ${field}: ${typed}`,
  notLoaded: 'The input could not be loaded',
  notLoadedText: 'Check your connection and try again.',
} as const;

export const cellTexts: Translated<typeof english> = inPageLanguage('cells', english);
