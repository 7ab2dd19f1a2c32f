import { store } from '../stored.ts';
import { LANGUAGE } from './page-language.ts';

/** Speaks it from the next page on; null: no choice. */
export const chooseLanguage = (tag: string | null): void => store(LANGUAGE, tag);
