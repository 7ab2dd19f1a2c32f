import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What a press opens says, and a page that is not there: it comes with that. */
export const english = {
  frame: {
    closeMenu: 'Close the menu',
  },
  appearance: {
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
    signOut: 'Sign out',
    notSignedOut: 'You are still signed in. Check the connection, then sign out again.',
  },
} as const;

export const menuTexts: Worded<typeof english> = inPageLanguage('menus', english);
