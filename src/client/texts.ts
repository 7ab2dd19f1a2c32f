import { spoken, type Worded } from './languages/spoken.ts';

/** What the client itself says, in plain English. What an application says stands in its document. */
export const english = {
  unreachable: {
    title: 'Not reachable',
    detail: 'The server does not answer.',
    next: 'It is tried again by itself. What you typed stays here.',
  },
  frame: {
    leadsOn: 'From here',
    skip: 'Skip to the content',
    navigation: 'Screens',
    menu: 'Menu',
    closeMenu: 'Close the menu',
    inbox: 'Inbox',
    about: 'About',
    document: 'The document',
    loading: 'Loading …',
    loadingFailed: 'The application could not be loaded.',
    tryAgain: 'Try again',
    reconnecting: 'The connection is lost. It comes back by itself; what you typed stays here.',
    screenFailed: 'This screen failed.',
    screenFailedNext: 'Try it again. What you typed is kept.',
    partMissing: 'A part of this page could not be loaded.',
    unread: (count: number) => (count === 1 ? '1 unread' : `${count} unread`),
    whereYouAre: 'Where you are',
  },
  palette: { open: 'Find or do' },
  appearance: {
    title: 'Appearance',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    density: 'Density',
    comfortable: 'Comfortable',
    compact: 'Compact',
    language: 'Language',
    /** Of the document, or of the browser where it names none. */
    usual: 'As the document',
  },
  notFound: {
    title: 'There is no such page',
    text: 'Nothing of this application is at this address.',
    home: 'To the first screen',
    notAllowed: 'You may not open this',
    circle: 'This address leads on to one that leads back here.',
    asking: 'Looking for the page …',
  },
  account: {
    title: 'Your account',
    signIn: 'Sign in',
    signOut: 'Sign out',
    notSignedOut: 'You are still signed in. Check the connection, then sign out again.',
  },
  lists: {
    deleted: (nouns: string) => `Deleted ${nouns}`,
    saved: (name: string) => `${name}: narrowed by`,
  },
  values: {
    empty: 'empty',
    hidden: 'Not visible to you',
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
  noCall: { title: 'Not allowed', detail: 'You may not do this.' },
} as const;

export const texts: Worded<typeof english> = spoken?.client ?? english;

/** What people call a built-in attribute; its own name where it is none. */
export function builtInText(name: string): string {
  const all: Readonly<Record<string, string>> = texts.builtIn;
  return Object.hasOwn(all, name) ? (all[name] ?? name) : name;
}
