import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts shown while the server is unreachable, and texts about changes that wait to be sent. */
export const english = {
  lost: (time: string) => `No connection. You see the state of ${time}.`,
  kept: {
    title: 'No connection',
    detail: 'Saved on this device. It is sent when the server is back.',
  },
  behind: {
    title: 'Not sent yet',
    detail: 'Saved on this device. It is sent after the earlier changes to the same record.',
  },
  notKept: {
    full: 'It could not be saved on this device either: its storage is full, or this browser does not allow storage.',
    behind: 'An earlier change to the same record has to be sent first.',
    next: 'Keep this page open and try again later.',
  },
  notPutBack: (title: string) => `Not restored: ${title}`,
  count: (count: number) => (count === 1 ? '1 change is not sent yet.' : `${count} changes are not sent yet.`),
  refusedCount: (count: number) => (count === 1 ? '1 change was refused.' : `${count} changes were refused.`),
  show: 'Show',
  title: 'Not sent yet',
  intro: 'These changes are only on this device and are sent in this order. Signing out deletes them.',
  nothing: 'Everything is sent.',
  what: {
    create: (title: string) => `New: ${title}`,
    change: (title: string) => `Change: ${title}`,
    delete: (title: string) => `Delete: ${title}`,
    event: (event: string, title: string) => `${event}: ${title}`,
  },
  state: {
    waits: 'Waiting for the server.',
    behind: 'Waiting for an earlier change to the same record.',
    sending: 'Sending …',
    doubted:
      'More than a day old, and it is unknown whether it arrived. Check the record first, then send or discard this.',
  },
  open: 'Open with your input',
  tryAgain: 'Try again',
  send: 'Send it',
  discard: 'Discard',
  of: (what: string, title: string) => `${what}: ${title}`,
  discarded: (title: string) => `Discarded: ${title}`,
  undo: 'Undo',
  sent: (count: number) => (count === 1 ? '1 change was sent.' : `${count} changes were sent.`),
  mark: 'Not sent yet',
  leave: {
    title: (count: number) => (count === 1 ? '1 change was not sent.' : `${count} changes were not sent.`),
    text: 'Signing out deletes the unsent changes on this device.',
    action: 'Sign out and delete',
  },
  here: {
    text: (count: number) =>
      count === 1
        ? '1 change made in this browser is not sent yet. It is sent when the person who made it signs in.'
        : `${count} changes made in this browser are not sent yet. They are sent when the people who made them sign in.`,
    remove: 'Delete unsent changes',
    title: 'Delete unsent changes?',
    gone: 'They are only on this device. Deleting them can’t be undone.',
    action: 'Delete',
  },
  about: {
    title: 'Offline',
    kept: 'What you open stays on this device for up to 7 days, so you can read it offline.',
    cannot:
      'Nothing is stored on this device: the connection is not encrypted, or this browser does not allow storage.',
    not: 'Nothing is stored on this device.',
  },
} as const;

export const offlineTexts: Translated<typeof english> = inPageLanguage('offline', english);
