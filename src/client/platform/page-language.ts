import { directionOf } from '../../fields/text/direction.ts';
import { type BuiltInLanguage, builtInLanguageOf } from '../../model/types/translation.ts';
import { stored } from './browser-storage.ts';

/** What decides the language of a page, each a language tag. */
export interface LanguageWishes {
  /** What the person chose on this device. */
  readonly chosen: string | null;
  /** What the document states. */
  readonly stated: string | null;
  /** What the browser asks for, the best first. */
  readonly browser: readonly string[];
}

export interface PageLanguage {
  /** Of labels, numbers and dates, and of the direction of the page. */
  readonly tag: string;
  /** Of our own texts: the same wherever we speak it. */
  readonly ours: BuiltInLanguage;
}

/** The person's choice goes before the document's language, that before the browser's, and English stands in for all. */
export function languageFor({ chosen, stated, browser }: LanguageWishes): PageLanguage {
  const wished = browser.flatMap((tag) => builtInLanguageOf(tag) ?? []);
  const known = [chosen, stated].flatMap((tag) => (tag === null ? [] : (builtInLanguageOf(tag) ?? [])));
  return { tag: chosen ?? stated ?? wished[0] ?? 'en', ours: known[0] ?? wished[0] ?? 'en' };
}

/** Where the choice stands in the browser's storage. */
export const LANGUAGE = 'ninefold language';

/** What was chosen on this device; null: whatever the document and the browser say. */
export function chosenLanguage(): string | null {
  const tag = stored(LANGUAGE);
  try {
    return tag !== null && Intl.getCanonicalLocales(tag).length === 1 ? tag : null;
  } catch {
    return null;
  }
}

/** The language of this page; without a page, English. The server marks a language that no line states. */
export function languageOfPage(): PageLanguage {
  if (typeof document === 'undefined') return { tag: 'en', ours: 'en' };
  const { documentElement } = document;
  const own = documentElement.dataset['documentLanguage'];
  return languageFor({ chosen: chosenLanguage(), stated: own ?? null, browser: navigator.languages });
}

/** Says on the page's root which language it is in, for readers aloud and for the direction of everything. */
export function markPage({ tag }: PageLanguage): void {
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
}
