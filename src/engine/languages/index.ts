import type { BuiltInLanguage } from '../../messages/languages.ts';
import type { StandardTexts } from '../compiled/standard-texts.ts';
import { english } from '../errors/standard-texts-en.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';

/** What the engine says in a language of ours. */
export function sentencesIn(language: BuiltInLanguage): StandardTexts {
  switch (language) {
    case 'de':
      return german;
    case 'ar':
      return arabic;
    case 'en':
      return english;
  }
}
