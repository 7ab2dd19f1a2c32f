import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What is said while the server can't be reached, and of what waits to be sent. */
export const english = {
  lost: (time: string) => `No connection. What you see is as of ${time}.`,
  kept: {
    title: 'No connection',
    detail: 'Kept on this device; it is sent when the server is back.',
  },
  behind: {
    title: 'Not sent yet',
    detail: 'Kept on this device; it is sent behind what waits about the same record.',
  },
  notKept: {
    full: 'It is not kept on this device either: its storage is full, or this browser allows none.',
    behind: 'Something about the same record waits to be sent before this.',
    next: 'Keep this page open and try again later.',
  },
  notPutBack: (title: string) => `Not put back: ${title}`,
  count: (count: number) => (count === 1 ? '1 change is not sent yet.' : `${count} changes are not sent yet.`),
  refusedCount: (count: number) => (count === 1 ? '1 change was refused.' : `${count} changes were refused.`),
  show: 'Show',
  title: 'Not sent yet',
  intro: 'They are on this device alone, and are sent in this order. Signing out deletes them.',
  nothing: 'Everything is sent.',
  what: {
    create: (title: string) => `New: ${title}`,
    change: (title: string) => `Change: ${title}`,
    delete: (title: string) => `Delete: ${title}`,
    event: (event: string, title: string) => `${event}: ${title}`,
  },
  state: {
    waits: 'Waits for the server.',
    behind: 'Waits for the one before it about the same record.',
    sending: 'Is being sent.',
    doubted:
      'It is more than a day old. Whether it arrived can’t be told any more: look first, then send it or discard it.',
  },
  open: 'Open with what you wrote',
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
    text: 'Signing out deletes what is on this device and not sent.',
    action: 'Sign out and delete it',
  },
  here: {
    text: (count: number) =>
      count === 1
        ? '1 change that was written in this browser is not sent yet. It is sent once whoever wrote it signs in.'
        : `${count} changes that were written in this browser are not sent yet. They are sent once whoever wrote them signs in.`,
    remove: 'Delete what is not sent',
    title: 'Delete what is not sent?',
    gone: 'It lies on this device alone. Whoever wrote it can’t get it back.',
    action: 'Delete',
  },
  about: {
    title: 'Without a connection',
    kept: 'What you read stays on this device for up to 7 days, to be read without a connection.',
    cannot:
      'Nothing stays on this device: the address of this page is not encrypted, or this browser allows no storage.',
    not: 'Nothing stays on this device.',
  },
} as const;

export const offlineTexts: Worded<typeof english> = inPageLanguage('offline', english);
