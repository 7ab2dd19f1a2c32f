import type { Place } from './place.ts';

/** `## Translations`: what the document says, in other languages. */
export interface Translations {
  /** Language tags, in the order of the columns. */
  readonly languages: readonly Language[];
  readonly texts: readonly Translation[];
}

export interface Language {
  readonly tag: string;
  readonly at: Place | null;
}

/** A text as the document says it, and the same in each of the languages; empty where it is not translated. */
export interface Translation {
  readonly text: string;
  readonly at: Place | null;
  readonly translated: readonly TranslatedText[];
}

export interface TranslatedText {
  readonly text: string;
  readonly at: Place | null;
}

/** A document without translations. */
export const NO_TRANSLATIONS: Translations = { languages: [], texts: [] };

/** The languages that a document has: its own, then those that it is translated to. */
export function languagesOf({ product, translations }: Languages): readonly string[] {
  return [...new Set([product.language.value ?? 'en', ...translations.languages.map(({ tag }) => tag)])];
}

interface Languages {
  readonly product: { readonly language: { readonly value: string | null } };
  readonly translations: Translations;
}

/** The same text however its words are spaced and broken into lines. */
export const spaced = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/** Languages of our own texts, by the primary part of their tags. */
export const OURS = ['en', 'de', 'ar'] as const;

export type Ours = (typeof OURS)[number];

/** The language of ours that a tag is of: `de-AT` is German. */
export function oursOf(tag: string): Ours | null {
  const primary = primaryOf(tag);
  return OURS.find((each) => each === primary) ?? null;
}

/** The language without its region or script: of `de-AT` `de`. */
export const primaryOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

/** The column of a language: of the very tag, else of the same language elsewhere; -1: none. */
export function columnOf({ languages }: Translations, tag: string): number {
  const exact = languages.findIndex((each) => each.tag.toLowerCase() === tag.toLowerCase());
  return exact >= 0 ? exact : languages.findIndex((each) => primaryOf(each.tag) === primaryOf(tag));
}
