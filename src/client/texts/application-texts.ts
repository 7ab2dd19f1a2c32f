import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of the frame and texts that several screens share. Texts of an application itself come from its document. */
export const english = {
  unreachable: {
    detail: 'The server isn’t responding.',
    next: 'Try again when you are back online. Your input is kept.',
  },
  frame: {
    relatedScreens: 'Related screens',
    skip: 'Skip to content',
    navigation: 'Screens',
    menu: 'Menu',
    inbox: 'Inbox',
    about: 'About',
    document: 'The document',
    outbox: 'Outbox',
    loading: 'Loading …',
    loadingFailed: 'The application could not be loaded.',
    tryAgain: 'Try again',
    screenFailed: 'This screen could not be displayed.',
    screenFailedNext: 'Try again. Your input is kept.',
    unread: (count: number) => (count === 1 ? '1 unread' : `${count} unread`),
    breadcrumb: 'Breadcrumb',
  },
  palette: { open: 'Search and commands' },
  appearance: {
    title: 'Appearance',
  },
  account: {
    title: 'Your account',
    signIn: 'Sign in',
  },
  lists: {
    deleted: (nouns: string) => `Deleted ${nouns}`,
    saved: (name: string) => `${name}: filters`,
  },
  values: {
    empty: 'empty',
    hidden: 'Not visible to you',
    notShown: 'not shown',
    /** The number of values that did not fit. */
    more: (count: number) => `+${count}`,
  },
  /** Labels of the attributes that every record has. */
  builtIn: {
    id: 'Id',
    createdAt: 'Created at',
    createdBy: 'Created by',
    changedAt: 'Changed at',
    changedBy: 'Changed by',
  },
  notAllowed: 'You don’t have permission to do this.',
} as const;

export const texts: Translated<typeof english> = inPageLanguage('client', english);

/** Returns the label of a built-in attribute, or the name unchanged if it is not one. */
export function builtInText(name: string): string {
  const all: Readonly<Record<string, string>> = texts.builtIn;
  return Object.hasOwn(all, name) ? (all[name] ?? name) : name;
}
