import { LANGUAGE } from './page-language.ts';

/** Speaks it from the next page on; null: no choice. */
export function chooseLanguage(tag: string | null): void {
  try {
    if (tag === null) localStorage.removeItem(LANGUAGE);
    else localStorage.setItem(LANGUAGE, tag);
  } catch {
    // Where nothing may be stored, the page stays as it is.
  }
}
