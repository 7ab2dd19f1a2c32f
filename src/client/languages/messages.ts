import type { StandardTexts } from '../../engine/compiled/standard-texts.ts';
import type { BuiltInLanguage } from '../../messages/languages.ts';
import { LANGUAGE_LOADERS } from '../../messages/load-language.ts';
import type { ClientMessages } from '../../messages/message-types.ts';
import { page } from '../platform/page-settings.ts';
import { clientMessages } from './client-messages.ts';

/**
 * The texts of the client in the language of this page. Modules that import them wait until they are loaded. Each language
 * but English is a file of its own, which imports nothing that could wait for this. A language that cannot be loaded is
 * replaced by English.
 */
export const messages: ClientMessages = await loadMessages(page.ours);

/** The sentences of the engine in the language of this page; undefined if that is English. */
export const translatedSentences: StandardTexts | undefined = await loadSentences(page.ours).catch(() => undefined);

async function loadMessages(language: BuiltInLanguage): Promise<ClientMessages> {
  if (language === 'en') return clientMessages('en');
  try {
    const { default: file } = await LANGUAGE_LOADERS[language]();
    return clientMessages(language, file);
  } catch {
    return clientMessages('en');
  }
}

async function loadSentences(language: BuiltInLanguage): Promise<StandardTexts | undefined> {
  switch (language) {
    case 'de':
      return (await import('../../engine/languages/de.ts')).german;
    case 'ar':
      return (await import('../../engine/languages/ar.ts')).arabic;
    case 'en':
      return undefined;
  }
}
