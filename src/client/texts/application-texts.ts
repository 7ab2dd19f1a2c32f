import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What the client itself says, in plain English. What an application says stands in its document. */
export const english = {
  unreachable: {
    detail: 'The server does not answer.',
    next: 'Try again once you are connected. What you typed stays here.',
  },
  frame: {
    leadsOn: 'From here',
    skip: 'Skip to the content',
    navigation: 'Screens',
    menu: 'Menu',
    inbox: 'Inbox',
    about: 'About',
    document: 'The document',
    outbox: 'Outbox',
    loading: 'Loading …',
    loadingFailed: 'The application could not be loaded.',
    tryAgain: 'Try again',
    screenFailed: 'This screen failed.',
    screenFailedNext: 'Try it again. What you typed is kept.',
    unread: (count: number) => (count === 1 ? '1 unread' : `${count} unread`),
    whereYouAre: 'Where you are',
  },
  palette: { open: 'Find or do' },
  appearance: {
    title: 'Appearance',
  },
  account: {
    title: 'Your account',
    signIn: 'Sign in',
  },
  lists: {
    deleted: (nouns: string) => `Deleted ${nouns}`,
    saved: (name: string) => `${name}: narrowed by`,
  },
  values: {
    empty: 'empty',
    hidden: 'Not visible to you',
    notShown: 'not shown',
    /** Of several that do not all stand in a row. */
    more: (count: number) => `+${count}`,
  },
  /** What every record has. */
  builtIn: {
    id: 'Id',
    createdAt: 'Created at',
    createdBy: 'Created by',
    changedAt: 'Changed at',
    changedBy: 'Changed by',
  },
  noCall: 'You may not do this.',
} as const;

export const texts: Worded<typeof english> = inPageLanguage('client', english);

/** What people call a built-in attribute; its own name where it is none. */
export function builtInText(name: string): string {
  const all: Readonly<Record<string, string>> = texts.builtIn;
  return Object.hasOwn(all, name) ? (all[name] ?? name) : name;
}
