import type { StandardTexts } from '../../engine/compiled/standard-texts.ts';
import type { BuiltInLanguage } from '../../messages/languages.ts';
import { page } from '../platform/page-settings.ts';
import type { Translated } from '../platform/worded.ts';

/** The texts of one language by the part of the client that shows them, and the sentences of the engine. */
type Translation = Readonly<Record<string, unknown>> & { readonly engine: StandardTexts };

/**
 * The texts in the language of this page; null if that is English, which each part of the client holds itself. Modules
 * that import a text wait until they are loaded. A language that cannot be loaded is replaced by English.
 */
const translation: Translation | null = await loadTranslation();

/** The sentences of the engine in the language of this page; undefined if that is English. */
export const translatedSentences: StandardTexts | undefined = translation?.engine;

/** The texts of a part of the client in the language of this page. `Catalogue` lists the parts. */
export function inPageLanguage<T>(part: string, english: T): Translated<T> {
  return (translation?.[part] ?? english) as Translated<T>;
}

async function loadTranslation(): Promise<Translation | null> {
  try {
    return await load(page.ours);
  } catch {
    return null;
  }
}

/** Each language but English is a chunk of its own, and imports nothing that could wait for this. */
async function load(language: BuiltInLanguage): Promise<Translation | null> {
  switch (language) {
    case 'de':
      return { ...(await import('../translations/german.ts')).german };
    case 'ar':
      return { ...(await import('../translations/arabic.ts')).arabic };
    case 'en':
      return null;
  }
}
