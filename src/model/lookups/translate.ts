import type { EngineMessages } from '../../messages/message-types.ts';
import type { Entity, Model, Rule, Screen } from '../types/model.ts';
import { mapTexts, spellingsOf } from '../types/translated-texts.ts';
import { type Language, languageColumnOf, normalizeSpaces, primaryLanguageOf } from '../types/translation.ts';

/** The texts of assumed elements in one language. */
export type AssumedTexts = EngineMessages['assumed'];

/**
 * Returns the Model in a language: the document's translations, and the texts of assumed elements in that language; the
 * rest as written. Names do not change, so both Models have the same meaning and store the same data.
 */
export function translateModel(model: Model, tag: string, words: AssumedTexts): Model {
  const translations = textsIn(model, tag);
  const ownLanguage: Language = { tag: model.product.language.value ?? 'en', at: null };
  const own = primaryLanguageOf(ownLanguage.tag) === primaryLanguageOf(tag);
  const withTranslations =
    translations.size === 0 ? model : mapTexts(model, (text, key, owner) => textIn(text, key, owner, translations));
  const entities = withTranslations.entities.map((entity, index) =>
    withTranslatedPlural(entity, model.entities[index] ?? entity, translations, words),
  );
  const named: Model = {
    ...withTranslations,
    product: {
      ...withTranslations.product,
      audience: withTranslations.product.audience.map((each) => translations.get(normalizeSpaces(each)) ?? each),
      language: own ? model.product.language : { ...model.product.language, value: tag },
    },
    translations: {
      languages: own ? model.translations.languages : [ownLanguage, ...model.translations.languages],
      texts: [],
    },
    entities,
    screens: withTranslations.screens.map((screen) => screenIn(screen, entities, words)),
    rules: withTranslations.rules.map((rule) => ruleIn(rule, entities, words)),
  };
  return named;
}

type Known = ReadonlyMap<string, string>;

/** Returns the translations of a language, by the text in the document. */
function textsIn({ translations }: Model, tag: string): Known {
  const column = languageColumnOf(translations, tag);
  if (column < 0) return new Map();
  return new Map(
    translations.texts.flatMap(({ text, translated: all }) => {
      const translation = all[column]?.text ?? '';
      return translation === '' ? [] : [[normalizeSpaces(text), translation] as const];
    }),
  );
}

function textIn(text: string, key: string, owner: Readonly<Record<string, unknown>>, translations: Known): string {
  for (const spelling of spellingsOf(text, key, owner)) {
    const translation = translations.get(spelling);
    if (translation !== undefined) return translation;
  }
  return text;
}

/** An entity with a translated label does not get an English plural; an assumed entity gets its built-in name. */
function withTranslatedPlural(entity: Entity, before: Entity, translations: Known, { names }: AssumedTexts): Entity {
  if (entity.standing === 'assumed')
    return mapTexts(entity, (text) =>
      Object.hasOwn(names, text) ? (names[text as keyof typeof names] ?? text) : text,
    );
  if (entity.label === before.label || before.plural !== null) return entity;
  return {
    ...entity,
    plural: translations.get(`${before.label}s`) ?? translations.get(`${before.name}s`) ?? entity.label,
  };
}

function screenIn(screen: Screen, entities: readonly Entity[], words: AssumedTexts): Screen {
  if (screen.assumption !== 'A-SCREENS') return screen;
  const entity = entities.find(({ name }) => name === screen.entity);
  if (entity === undefined) return screen;
  if (screen.kind === 'form') return { ...screen, label: words.newOne({ entity: entity.label }) };
  if (screen.kind === 'table') return { ...screen, label: entity.plural ?? words.listOf({ entity: entity.label }) };
  return screen.kind === 'record' ? { ...screen, label: entity.label } : screen;
}

/** Replaces the built-in messages of `required when` and `shown when`. */
function ruleIn(rule: Rule, entities: readonly Entity[], words: AssumedTexts): Rule {
  if (rule.point !== 3 || rule.field === null) return rule;
  const name = rule.field.name;
  const field = entities.find(({ name: entity }) => entity === rule.entity)?.fields.find((each) => each.name === name);
  if (field === undefined) return rule;
  if (rule.name.endsWith(' required when')) return { ...rule, message: words.requiredHere({ field: field.label }) };
  return rule.name.endsWith(' shown when') ? { ...rule, message: words.notGivenHere({ field: field.label }) } : rule;
}
