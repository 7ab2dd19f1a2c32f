import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of menus and of the page for an unknown address, loaded with them. */
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
    /** The language of the document, or the browser's if the document names none. */
    usual: 'Default',
  },
  notFound: {
    title: 'Page not found',
    text: 'There is nothing at this address.',
    home: 'Go to the first screen',
    notAllowed: 'You don’t have permission to open this',
    circle: 'This address redirects in a circle.',
    asking: 'Looking for the page …',
  },
  account: {
    signOut: 'Sign out',
    notSignedOut: 'You are still signed in. Check your connection and sign out again.',
  },
} as const;

export const menuTexts: Translated<typeof english> = inPageLanguage('menus', english);
