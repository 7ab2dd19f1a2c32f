import { expectedText } from '../../fields/text/expected.ts';
import { ENGLISH_ENGINE_TEXTS, type EngineTexts, engineMessages } from '../../messages/engine-messages.ts';
import type { BuiltInLanguage } from '../../messages/languages.ts';
import type { StandardTexts } from '../compiled/standard-texts.ts';

/** Returns the engine's texts from a language file. */
export function standardTexts(texts: EngineTexts, language: BuiltInLanguage): StandardTexts {
  const messages = engineMessages(texts, language);
  const { assumed } = messages;
  const isLower = messages.nounCase === 'lower';
  return {
    ...messages,
    errors: { ...ENGLISH_ENGINE_TEXTS.errors, ...texts.errors },
    within: isLower ? withLowerFirst : (label) => label,
    expected: (expected) => expectedText(messages.expected, language, expected),
    signs: language === 'en' ? null : messages.signs,
    assumed: isLower
      ? { ...assumed, newOne: ({ entity }) => assumed.newOne({ entity: String(entity).toLowerCase() }) }
      : assumed,
  };
}

/** An all-capitals name keeps its capitals. */
const withLowerFirst = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

export const ENGLISH_STANDARD_TEXTS: StandardTexts = standardTexts(ENGLISH_ENGINE_TEXTS, 'en');
