import { formatMessages } from '../../messages/format-messages.ts';
import { LANGUAGE_FILES } from '../../messages/language-files.ts';
import { BUILT_IN_LANGUAGES, type BuiltInLanguage } from '../../messages/languages.ts';
import type { ServerMessages } from '../../messages/message-types.ts';
import type { RequestContext } from './request-context.ts';

/** The server's own texts, for answers before a document is involved. Texts that only programs receive stay English. */
export const ENGLISH_MESSAGES = formatMessages<ServerMessages>(LANGUAGE_FILES.en.server, 'en');

const MESSAGES: ReadonlyMap<BuiltInLanguage, ServerMessages> = new Map(
  BUILT_IN_LANGUAGES.map((language) => {
    const { server } = LANGUAGE_FILES[language];
    return [language, formatMessages<ServerMessages>(server, language, { fallback: LANGUAGE_FILES.en.server })];
  }),
);

/** Returns the server's own texts in the language of the response. */
export const messagesIn = ({ version }: Pick<RequestContext, 'version'>): ServerMessages =>
  MESSAGES.get(version.speech.builtIn) ?? ENGLISH_MESSAGES;
