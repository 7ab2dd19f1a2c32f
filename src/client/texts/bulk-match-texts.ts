import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What is said while something is done to all rows that a list finds. */
export const english = {
  sure: (label: string, count: string, noun: string) => `${label}: ${count} ${noun}?`,
  sureText: 'All that the list finds now, also those that are not loaded. Each is decided by itself.',
  running: (label: string) => `${label} …`,
  progress: (done: string, total: string) => `${done} of ${total}`,
  stop: 'Stop',
  stopping: 'Stopping …',
  stopped: (left: string) => `Stopped. ${left} were not reached and stay as they were.`,
  broken: (left: string) => `It broke off. ${left} were not reached and stay as they were.`,
  nothingDone: 'Nothing was done.',
  unsure: 'It broke off before an answer came: up to 100 may be done or not, as the list shows now.',
  unsureFew: (left: string) =>
    `It broke off before an answer came: the ${left} that are left may be done or not, as the list shows now.`,
  unsureLeft: (left: string) =>
    `It broke off before an answer came. Of ${left} that are left, up to 100 may be done or not, as the list shows now; the others stay as they were.`,
  waiting: (seconds: string) => `Going on in ${seconds} s …`,
  more: (count: string) => `and ${count} more`,
  saveRefused: (count: string) => `Save all ${count} with the reasons`,
  refusedName: (label: string) => `${label}: refused.csv`,
  columns: { record: 'Record', why: 'Why not', next: 'What to do', code: 'Code', address: 'Address' },
  undoAll: (count: string) => `Undo (${count})`,
  undoing: 'Taking it back …',
} as const;

export const matchingTexts: Worded<typeof english> = inPageLanguage('matching', english);
