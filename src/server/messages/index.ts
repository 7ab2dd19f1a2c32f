import type { BuiltInLanguage } from '../../model/types/translation.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { arabic } from './arabic.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { ServerMessages } from './message-texts.ts';

const ALL: Readonly<Record<BuiltInLanguage, ServerMessages>> = { en: english, de: german, ar: arabic };

/** Returns the server's own texts in the language of the response. */
export const messagesIn = ({ version }: Pick<RequestContext, 'version'>): ServerMessages => ALL[version.speech.ours];
