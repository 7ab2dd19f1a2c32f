import { store } from '../platform/browser-storage.ts';
import { LANGUAGE } from '../platform/page-language.ts';

/** Stores the language for the next page load; null removes the choice. */
export const chooseLanguage = (tag: string | null): void => store(LANGUAGE, tag);
