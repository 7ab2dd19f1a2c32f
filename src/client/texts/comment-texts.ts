import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of comments. */
export const english = {
  title: 'Comments and history',
  write: 'Write a comment',
  placeholder: 'Write a comment. @ mentions somebody, Ctrl + Enter sends.',
  send: 'Comment',
  mention: 'Mention somebody',
  name: 'Name',
  notFound: 'People could not be loaded.',
  left: (count: number) => `${count} characters left`,
  over: (count: number) => (count === 1 ? '1 character too many' : `${count} characters too many`),
  you: 'You',
  edited: 'edited',
  deleted: 'This comment was deleted.',
  change: 'Change this comment',
  remove: 'Delete this comment',
  removeTitle: 'Delete this comment?',
  removeText: 'The text disappears for everybody. A note that there was a comment remains.',
  removeAction: 'Delete',
  changedElsewhere: 'You changed this comment somewhere else in the meantime. It now says:',
  keepTheirs: 'Keep that version',
  keepMine: 'Keep my version',
  save: 'Save',
  cancel: 'Cancel',
  earlier: 'Show earlier ones',
} as const;

export const commentTexts: Translated<typeof english> = inPageLanguage('comments', english);
