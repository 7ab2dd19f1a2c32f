import type { StandardTexts } from '../../engine/compiled/standard-texts.ts';
import { standardTexts } from '../../engine/languages/standard-texts.ts';
import english from '../../messages/en.json' with { type: 'json' };
import type { BuiltInLanguage } from '../../messages/languages.ts';
import { LANGUAGE_LOADERS } from '../../messages/load-language.ts';
import type { ClientMessages } from '../../messages/message-types.ts';
import { page } from '../platform/page-settings.ts';
import { clientMessages } from './client-messages.ts';

/**
 * The texts in the language of this page. Modules that import them wait until they are loaded. Each language but English
 * is a file of its own. A language that cannot be loaded is replaced by English.
 */
const { language, file } = await load(page.ours);

/** The texts of the client in the language of this page. */
export const messages: ClientMessages = clientMessages(language, file);

/** The texts of the engine in the language of this page. */
export const engineTexts: StandardTexts = standardTexts(file.engine, language);

interface LoadedLanguage {
  readonly language: BuiltInLanguage;
  readonly file: typeof english;
}

async function load(wanted: BuiltInLanguage): Promise<LoadedLanguage> {
  if (wanted !== 'en') {
    try {
      return { language: wanted, file: (await LANGUAGE_LOADERS[wanted]()).default };
    } catch {
      // English is shown instead.
    }
  }
  return { language: 'en', file: english };
}
