import english from './en.json' with { type: 'json' };
import { formatMessages } from './format-messages.ts';
import type { BuiltInLanguage } from './languages.ts';
import type { EngineMessages } from './message-types.ts';

/** The engine's texts as in a language file. */
export type EngineTexts = (typeof english)['engine'];

/** Returns the engine's texts in a language; English ones replace what the language lacks. */
export const engineMessages = (texts: EngineTexts, language: BuiltInLanguage): EngineMessages =>
  formatMessages(texts, language, { fallback: english.engine });

export const ENGLISH_ENGINE_TEXTS: EngineTexts = english.engine;

export const ENGLISH_ENGINE_MESSAGES: EngineMessages = engineMessages(english.engine, 'en');
