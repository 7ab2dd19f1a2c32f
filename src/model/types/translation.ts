import { BUILT_IN_LANGUAGES, type BuiltInLanguage } from '../../messages/languages.ts';
import type { Place } from './element.ts';

/** `## Translations`: texts of the document in other languages. */
export interface Translations {
  /** Language tags, in the order of the columns. */
  readonly languages: readonly Language[];
  readonly texts: readonly Translation[];
}

export interface Language {
  readonly tag: string;
  readonly at: Place | null;
}

/** A text of the document and its translation in each language; empty if it is not translated. */
export interface Translation {
  readonly text: string;
  readonly at: Place | null;
  readonly translated: readonly TranslatedText[];
}

export interface TranslatedText {
  readonly text: string;
  readonly at: Place | null;
}

/** The translations of a document that has none. */
export const NO_TRANSLATIONS: Translations = { languages: [], texts: [] };

/** Returns the tags of a document's languages: its own, then those of its translations. */
export function languagesOf({ product, translations }: Languages): readonly string[] {
  return [...new Set([product.language.value ?? 'en', ...translations.languages.map(({ tag }) => tag)])];
}

interface Languages {
  readonly product: { readonly language: { readonly value: string | null } };
  readonly translations: Translations;
}

/** Returns a text with single spaces between its words, so that line breaks make no difference. */
export const normalizeSpaces = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/** Returns the built-in language for a tag: `de-AT` gives `de`. Null if there is none. */
export function builtInLanguageOf(tag: string): BuiltInLanguage | null {
  const primary = primaryLanguageOf(tag);
  return BUILT_IN_LANGUAGES.find((each) => each === primary) ?? null;
}

/** Returns the language without region or script: `de` for `de-AT`. */
export const primaryLanguageOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

/**
 * Returns the index of a language's column: of the exact tag, otherwise of the same primary language; -1 if there is
 * none.
 */
export function languageColumnOf({ languages }: Translations, tag: string): number {
  const exact = languages.findIndex((each) => each.tag.toLowerCase() === tag.toLowerCase());
  return exact >= 0 ? exact : languages.findIndex((each) => primaryLanguageOf(each.tag) === primaryLanguageOf(tag));
}
