import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of the undo queue: actions that can still be stopped. */
export const english = {
  title: (label: string, seconds: number) => `${label} in ${seconds} s`,
  paused: (label: string) => `${label}: paused while you are here`,
  spoken: (label: string, seconds: number) => `${label} in ${seconds} seconds.`,
  undo: 'Undo',
  now: 'Now',
  stopped: (label: string) => `${label}: cancelled.`,
  refused: (label: string) => `${label}: not done.`,
  open: (title: string) => `Open “${title}”`,
  becomesFinal: (state: string) => `It becomes “${state}”, which is final.`,
  sendsOutside: 'This is sent outside this application.',
  final: 'This can’t be undone.',
} as const;

export const undoTexts: Translated<typeof english> = inPageLanguage('waiting', english);
