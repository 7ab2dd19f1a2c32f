import { writeStorage } from '../platform/browser-storage.ts';
import { LANGUAGE_KEY } from '../platform/page-language.ts';

/** Stores the language for the next page load; null removes the choice. */
export const chooseLanguage = (tag: string | null): void => writeStorage(LANGUAGE_KEY, tag);
