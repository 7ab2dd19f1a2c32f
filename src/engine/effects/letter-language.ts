import { placeholdersIn } from '../../expressions/syntax/placeholders.ts';
import { formatter } from '../../fields/text/format.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Model } from '../../model/types/model.ts';
import { builtInLanguageOf, languageColumnOf, normalizeSpaces } from '../../model/types/translation.ts';
import type { CompiledLetterText } from '../compiled/compiled-email.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { standardTextsIn } from '../languages/index.ts';

/** The languages in which e-mails are written, whatever the language of the request that sends them. */
export interface LetterLanguages {
  /** Returns the language of the e-mails to a person, as the field with the note `language` holds it. */
  readonly of: (person: Row) => string;
  /** The language of the document, for addresses. */
  readonly own: string;
  /** Returns the Model with values written in a language. */
  readonly modelIn: (model: CompiledModel, tag: string) => CompiledModel;
  /** Returns the translation of a text, with the values of its own places; the text itself if there is none. */
  readonly textIn: (text: CompiledLetterText, tag: string) => CompiledLetterText;
}

/** `document`: as it is written, with its translations. */
export function letterLanguages({ product, entities, translations }: Model): LetterLanguages {
  const own = product.language.value ?? 'en';
  const fields = new Map(
    entities.map(({ name, fields: all }) => [name, all.find(({ language }) => language)?.name ?? null]),
  );
  const translated = new Map(translations.texts.map((each) => [normalizeSpaces(each.text), each.translated]));
  // Only known tags, so that nobody fills the memory with others.
  const knownTag = (tag: string) =>
    translations.languages[languageColumnOf(translations, tag)]?.tag ?? builtInLanguageOf(tag) ?? own;
  const models = new WeakMap<CompiledModel, Map<string, CompiledModel>>();
  return {
    own,
    of: ({ entity, values }) => {
      const stated = values[fields.get(entity) ?? ''] ?? null;
      return typeof stated === 'string' ? knownTag(stated) : own;
    },
    modelIn: (model, tag) => {
      if (model.format.language === tag) return model;
      const byTag = models.get(model) ?? new Map<string, CompiledModel>();
      models.set(model, byTag);
      const known = byTag.get(tag) ?? withFormat(model, tag);
      byTag.set(tag, known);
      return known;
    },
    textIn: (text, tag) => {
      const column = languageColumnOf(translations, tag);
      const found = translated.get(normalizeSpaces(text.text))?.[column]?.text ?? '';
      return found === '' ? text : translatedText(found, text);
    },
  };
}

function withFormat(model: CompiledModel, tag: string): CompiledModel {
  const { truth } = standardTextsIn(builtInLanguageOf(tag) ?? 'en');
  return { ...model, format: formatter({ language: tag, zone: model.zone }, truth) };
}

/** A translation has the expressions of the text in any order; others stay empty. */
function translatedText(translation: string, { text, values }: CompiledLetterText): CompiledLetterText {
  const names = placeholdersIn(text);
  const known = translation.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) =>
    names.includes(name.trim()) ? whole : '',
  );
  return { text: known, values: placeholdersIn(known).flatMap((name) => values[names.indexOf(name)] ?? []) };
}
