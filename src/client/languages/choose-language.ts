import { store } from '../platform/browser-storage.ts';
import { LANGUAGE } from '../platform/page-language.ts';

/** Speaks it from the next page on; null: no choice. */
export const chooseLanguage = (tag: string | null): void => store(LANGUAGE, tag);
