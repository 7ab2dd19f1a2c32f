import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts for an action on all rows that match a list, loaded or not. */
export const english = {
  sure: (label: string, count: string, noun: string) => `${label}: ${count} ${noun}?`,
  sureText:
    'This applies to everything that matches now, including rows that are not loaded. Each record is checked separately.',
  running: (label: string) => `${label} …`,
  progress: (done: string, total: string) => `${done} of ${total}`,
  stop: 'Stop',
  stopping: 'Stopping …',
  stopped: (left: string) => `Stopped. ${left} were not processed and are unchanged.`,
  broken: (left: string) => `Interrupted. ${left} were not processed and are unchanged.`,
  nothingDone: 'Nothing was done.',
  unsure: 'Interrupted before the server answered: up to 100 may or may not be done. The list shows the current state.',
  unsureFew: (left: string) =>
    `Interrupted before the server answered: the remaining ${left} may or may not be done. The list shows the current state.`,
  unsureLeft: (left: string) =>
    `Interrupted before the server answered. Of the remaining ${left}, up to 100 may or may not be done, as the list shows now; the others are unchanged.`,
  waiting: (seconds: string) => `Continuing in ${seconds} s …`,
  more: (count: string) => `and ${count} more`,
  saveRefused: (count: string) => `Save all ${count} with the reasons`,
  refusedName: (label: string) => `${label}: refused.csv`,
  columns: { record: 'Record', why: 'Reason', next: 'What to do', code: 'Code', address: 'Address' },
  undoAll: (count: string) => `Undo (${count})`,
  undoing: 'Undoing …',
} as const;

export const matchingTexts: Translated<typeof english> = inPageLanguage('matching', english);
