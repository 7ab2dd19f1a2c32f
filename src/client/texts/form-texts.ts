import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of forms. */
export const english = {
  create: 'Create',
  save: 'Save',
  cancel: 'Cancel',
  discard: 'Discard',
  restored: 'Your input was restored.',
  copied: (title: string) => `Copied from “${title}”. Nothing is saved until you create it.`,
  notCopied: (fields: string) => `Not copied, because every record has its own: ${fields}.`,
  sourceMissing:
    'The record to copy does not exist, or you don’t have permission to see it. You can fill in the form yourself.',
  nothingToType: 'There is nothing for you to fill in here.',
  summary: (count: number) => (count === 1 ? '1 problem to fix' : `${count} problems to fix`),
  inLine: (line: number, message: string) => `Line ${line}: ${message}`,
  otherProblems: 'Also to fix:',
  calculated: 'Calculated',
  created: (title: string) => `“${title}” was created.`,
  createdUnseen: 'Created. You don’t have permission to open it.',
  sentBefore: {
    detail: 'What you sent earlier was saved, with different content.',
    next: 'Look for that record first. Creating this one too makes a second record.',
  },
  inputKept: 'Your input is kept.',
  partMissing: 'Part of this page could not be loaded.',
  partMissingNext: 'Your input is checked only when you save it, and fields that depend on other fields are not shown.',
  unreachableNext: 'Send it again when you are back online. It is saved only once.',
  sendAgain: 'Send again',
  loadAgain: 'Reload the page',
  waiting: (seconds: number) => (seconds === 1 ? 'Send again in 1 second' : `Send again in ${seconds} seconds`),
  leftOver: 'Typed before the document changed; these fields no longer exist:',
  leave: {
    title: 'Leave this form?',
    text: 'Your input is not saved. It stays in this tab until you come back.',
    stay: 'Keep editing',
    leave: 'Leave and keep draft',
    discard: 'Leave and discard',
  },
} as const;

export const formTexts: Translated<typeof english> = inPageLanguage('form', english);
