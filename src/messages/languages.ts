// Written by `npm run index` from what this folder holds.

/** Languages of the built-in texts, by the primary part of their tags. */
export const BUILT_IN_LANGUAGES = ['en', 'ar', 'de'] as const;

export type BuiltInLanguage = (typeof BUILT_IN_LANGUAGES)[number];
