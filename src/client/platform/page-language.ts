import { directionOf } from '../../fields/text/direction.ts';
import type { BuiltInLanguage } from '../../messages/languages.ts';
import { builtInLanguageOf } from '../../model/types/translation.ts';
import { readStorage } from './browser-storage.ts';

/** What decides the language of a page; each is a language tag. */
export interface LanguagePreferences {
  /** Chosen by the person on this device. */
  readonly chosen: string | null;
  /** Stated in the document. */
  readonly stated: string | null;
  /** Preferred by the browser, best first. */
  readonly browser: readonly string[];
}

export interface PageLanguage {
  /** Language of labels, numbers and dates, and of the direction of the page. */
  readonly tag: string;
  /** Language of the built-in texts. */
  readonly ours: BuiltInLanguage;
}

/** Decides the language: the person's choice, else the document's language, else the browser's, else English. */
export function languageFor({ chosen, stated, browser }: LanguagePreferences): PageLanguage {
  const preferred = browser.flatMap((tag) => builtInLanguageOf(tag) ?? []);
  const known = [chosen, stated].flatMap((tag) => (tag === null ? [] : (builtInLanguageOf(tag) ?? [])));
  return { tag: chosen ?? stated ?? preferred[0] ?? 'en', ours: known[0] ?? preferred[0] ?? 'en' };
}

/** Storage key of the choice. */
export const LANGUAGE_KEY = 'ninefold language';

/** Returns the language chosen on this device, or null. */
export function chosenLanguage(): string | null {
  const tag = readStorage(LANGUAGE_KEY);
  try {
    return tag !== null && Intl.getCanonicalLocales(tag).length === 1 ? tag : null;
  } catch {
    return null;
  }
}

/**
 * Returns the language of this page; English if there is no page. The server marks a language that the document states.
 */
export function languageOfPage(): PageLanguage {
  if (typeof document === 'undefined') return { tag: 'en', ours: 'en' };
  const { documentElement } = document;
  const own = documentElement.dataset['documentLanguage'];
  return languageFor({ chosen: chosenLanguage(), stated: own ?? null, browser: navigator.languages });
}

/** Sets the language and direction of the page's root element. */
export function setPageLanguage({ tag }: PageLanguage): void {
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
}
