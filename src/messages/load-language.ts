// Written by `npm run index` from what this folder holds.
import type { BuiltInLanguage } from './languages.ts';

/** Loads a language other than English, which each page has. */
export const LANGUAGE_LOADERS = {
  'ar': () => import('./ar.json', { with: { type: 'json' } }),
  'de': () => import('./de.json', { with: { type: 'json' } }),
} satisfies Readonly<Record<Exclude<BuiltInLanguage, 'en'>, () => Promise<unknown>>>;
