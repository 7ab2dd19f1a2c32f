import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What is said of what was pressed and is not done yet. */
export const english = {
  title: (label: string, seconds: number) => `${label} in ${seconds} s`,
  standing: (label: string) => `${label}: waits while you are here`,
  spoken: (label: string, seconds: number) => `${label} in ${seconds} seconds.`,
  undo: 'Undo',
  now: 'Now',
  stopped: (label: string) => `${label}: nothing was done.`,
  refused: (label: string) => `${label}: not done.`,
  open: (title: string) => `Open “${title}”`,
  leadsTo: (state: string) => `It becomes “${state}”, and nothing leads on from there.`,
  sendsOutside: 'It is sent outside this application.',
  final: 'This cannot be taken back.',
} as const;

export const waitingTexts: Worded<typeof english> = inPageLanguage('waiting', english);
