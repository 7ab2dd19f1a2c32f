import type { Ours } from '../../model/types/translation.ts';
import type { Asking } from '../runtime/request-context.ts';
import { arabic } from './arabic.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { ServerSaid } from './message-texts.ts';

const ALL: Readonly<Record<Ours, ServerSaid>> = { en: english, de: german, ar: arabic };

/** What the server says in the language that a request is answered in. */
export const saidIn = ({ version }: Pick<Asking, 'version'>): ServerSaid => ALL[version.speech.ours];
