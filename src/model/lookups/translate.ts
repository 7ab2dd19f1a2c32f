import type { Entity, Model, Rule, Screen } from '../types/model.ts';
import { spellingsOf, withTexts } from '../types/translated-texts.ts';
import { columnOf, type Language, primaryOf, spaced } from '../types/translation.ts';

/** How what we assume is called in one language. */
export interface AssumedWords {
  /** The list of an entity without a plural, and the form that makes one of it. */
  readonly listOf: (entity: string) => string;
  readonly newOne: (entity: string) => string;
  /** What a field says that is required, or asked for, only while a condition holds. */
  readonly requiredHere: (field: string) => string;
  readonly notGivenHere: (field: string) => string;
  /** Names of ours, by what they are in English: `Person`. */
  readonly names: Readonly<Record<string, string>>;
}

/**
 * The Model as it reads in a language: what the document translates, and what we assume, in it; all else as it is
 * written. Names stay, so that both mean the same and are kept alike.
 */
export function translated(model: Model, tag: string, words: AssumedWords): Model {
  const known = textsIn(model, tag);
  const ownLanguage: Language = { tag: model.product.language.value ?? 'en', at: null };
  const own = primaryOf(ownLanguage.tag) === primaryOf(tag);
  const inIt = known.size === 0 ? model : withTexts(model, (text, key, owner) => textIn(text, key, owner, known));
  const entities = inIt.entities.map((entity, index) => called(entity, model.entities[index] ?? entity, known, words));
  const named: Model = {
    ...inIt,
    product: {
      ...inIt.product,
      audience: inIt.product.audience.map((each) => known.get(spaced(each)) ?? each),
      language: own ? model.product.language : { ...model.product.language, value: tag },
    },
    translations: {
      languages: own ? model.translations.languages : [ownLanguage, ...model.translations.languages],
      texts: [],
    },
    entities,
    screens: inIt.screens.map((screen) => screenIn(screen, entities, words)),
    rules: inIt.rules.map((rule) => ruleIn(rule, entities, words)),
  };
  return named;
}

type Known = ReadonlyMap<string, string>;

/** What each text is in the language, by its spelling in the document. */
function textsIn({ translations }: Model, tag: string): Known {
  const column = columnOf(translations, tag);
  if (column < 0) return new Map();
  return new Map(
    translations.texts.flatMap(({ text, translated: all }) => {
      const found = all[column]?.text ?? '';
      return found === '' ? [] : [[spaced(text), found] as const];
    }),
  );
}

function textIn(text: string, key: string, owner: Readonly<Record<string, unknown>>, known: Known): string {
  for (const spelling of spellingsOf(text, key, owner)) {
    const found = known.get(spelling);
    if (found !== undefined) return found;
  }
  return text;
}

/** An entity that is called otherwise has no plural by the rules of English; one of ours has a name of ours. */
function called(entity: Entity, before: Entity, known: Known, { names }: AssumedWords): Entity {
  if (entity.standing === 'assumed')
    return withTexts(entity, (text) => (Object.hasOwn(names, text) ? (names[text] ?? text) : text));
  if (entity.label === before.label || before.plural !== null) return entity;
  return { ...entity, plural: known.get(`${before.label}s`) ?? known.get(`${before.name}s`) ?? entity.label };
}

function screenIn(screen: Screen, entities: readonly Entity[], words: AssumedWords): Screen {
  if (screen.assumption !== 'A-SCREENS') return screen;
  const entity = entities.find(({ name }) => name === screen.entity);
  if (entity === undefined) return screen;
  if (screen.kind === 'form') return { ...screen, label: words.newOne(entity.label) };
  if (screen.kind === 'table') return { ...screen, label: entity.plural ?? words.listOf(entity.label) };
  return screen.kind === 'record' ? { ...screen, label: entity.label } : screen;
}

/** What `required when` and `shown when` of a field say, in our words. */
function ruleIn(rule: Rule, entities: readonly Entity[], words: AssumedWords): Rule {
  if (rule.point !== 3 || rule.field === null) return rule;
  const name = rule.field.name;
  const field = entities.find(({ name: entity }) => entity === rule.entity)?.fields.find((each) => each.name === name);
  if (field === undefined) return rule;
  if (rule.name.endsWith(' required when')) return { ...rule, message: words.requiredHere(field.label) };
  return rule.name.endsWith(' shown when') ? { ...rule, message: words.notGivenHere(field.label) } : rule;
}
