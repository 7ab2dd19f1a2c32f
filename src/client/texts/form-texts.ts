import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What forms themselves say. */
export const english = {
  create: 'Create',
  save: 'Save',
  cancel: 'Cancel',
  discard: 'Discard',
  restored: 'Restored what you had typed.',
  copied: (title: string) => `It begins with the values of “${title}”. Nothing is made before you create it.`,
  own: (fields: string) => `Each record has its own: ${fields}. Please fill in what is needed.`,
  noSource:
    'The record that this was to begin with is not there, or is not for you to read. You can fill in the form yourself.',
  nothingToType: 'There is nothing to fill in here for you.',
  summary: (count: number) => `${count} things need another look`,
  inLine: (line: number, message: string) => `Line ${line}: ${message}`,
  elsewhere: 'This also stands in the way:',
  calculated: 'Calculated',
  created: (title: string) => `“${title}” is created.`,
  createdUnseen: 'It is created. You may not open it yourself.',
  sentBefore: {
    detail: 'What you sent before did arrive, with other content, and is stored.',
    next: 'Look for it first. If you create this as well, there are two.',
  },
  kept: 'What you typed stays here.',
  unjudged: 'A part of this page could not be loaded.',
  unjudgedNext:
    'What you fill in is looked at only when you send it, and fields that follow from others are not shown.',
  unreachableNext: 'Send it again once you are connected; it happens only once.',
  sendAgain: 'Send again',
  loadAgain: 'Load the page again',
  waiting: (seconds: number) => (seconds === 1 ? 'Send again in 1 second' : `Send again in ${seconds} seconds`),
  leftOver: 'Typed before the document changed, and no longer a field here:',
  leave: {
    title: 'Leave this form?',
    text: 'What you typed is not saved. It stays in this tab, and stands here when you come back.',
    stay: 'Stay here',
    leave: 'Leave and keep it',
    discard: 'Leave and discard it',
  },
} as const;

export const formTexts: Worded<typeof english> = inPageLanguage('form', english);
