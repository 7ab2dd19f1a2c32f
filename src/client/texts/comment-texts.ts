import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What is said around comments. */
export const english = {
  title: 'Comments and history',
  write: 'Write a comment',
  placeholder: 'Write a comment. @ mentions somebody, Ctrl + Enter sends.',
  send: 'Comment',
  mention: 'Mention somebody',
  name: 'Name',
  notFound: 'People could not be looked up.',
  left: (count: number) => `${count} characters left`,
  over: (count: number) => (count === 1 ? '1 character too many' : `${count} characters too many`),
  you: 'You',
  edited: 'edited',
  gone: 'This comment was deleted.',
  change: 'Change this comment',
  remove: 'Delete this comment',
  removeTitle: 'Delete this comment?',
  removeText: 'Its text is gone for everybody. That there was a comment stays.',
  removeAction: 'Delete',
  elsewhere: 'You changed this comment elsewhere meanwhile. It says now:',
  takeThat: 'Leave it so',
  keepMine: 'Go on with what I type',
  save: 'Save',
  cancel: 'Cancel',
  earlier: 'Show earlier ones',
} as const;

export const commentTexts: Worded<typeof english> = inPageLanguage('comments', english);
