import { LANGUAGE_FILES } from '../../messages/language-files.ts';
import { BUILT_IN_LANGUAGES, type BuiltInLanguage } from '../../messages/languages.ts';
import type { StandardTexts } from '../compiled/standard-texts.ts';
import { ENGLISH_STANDARD_TEXTS, standardTexts } from './standard-texts.ts';

const TEXTS: ReadonlyMap<BuiltInLanguage, StandardTexts> = new Map(
  BUILT_IN_LANGUAGES.map((language) => [language, standardTexts(LANGUAGE_FILES[language].engine, language)]),
);

/** Returns the engine's texts in a built-in language. */
export const standardTextsIn = (language: BuiltInLanguage): StandardTexts =>
  TEXTS.get(language) ?? ENGLISH_STANDARD_TEXTS;
