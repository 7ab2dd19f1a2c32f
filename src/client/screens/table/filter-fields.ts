import type { Attribute } from '../../../model/schema.ts';
import { builtInText } from '../../texts.ts';
import type { EntityInView, ViewContext } from '../../view/view.tsx';
import type { FilterField } from './filter-model.ts';
import type { FilterWords } from './filter-text.ts';

/** Words that mean something by themselves in the notation. */
const ownWords: ReadonlySet<string> = new Set([
  'me',
  'now',
  'today',
  'old',
  'this',
  'and',
  'or',
  'not',
  'in',
  'null',
  'true',
  'false',
]);

/** What the person can ask of a list of this entity: what they may read and the server can compare, and whether a file is there. */
export function filterWordsOf(context: ViewContext, entity: EntityInView): FilterWords {
  const { schema, format } = context;
  const comparable = new Set(entity.filters);
  const fields = entity.reads.flatMap((name): FilterField[] => {
    const attribute = entity.attributes.get(name);
    if (attribute === undefined || name === 'id') return [];
    if (!comparable.has(name) && attribute.type.kind !== 'file') return [];
    return [fieldFor(context, attribute, attributeLabel(attribute, format.language))];
  });
  const isTaken = (name: string) => ownWords.has(name) || entity.attributes.has(name) || schema.constants.has(name);
  return { fields: new Map(fields.map((field) => [field.name, field])), isTaken };
}

function fieldFor(
  { schema, entity: entityOf }: ViewContext,
  { name, id, type }: Attribute,
  label: string,
): FilterField {
  const target = type.kind === 'reference' || type.kind === 'references' ? entityOf(type.entity) : null;
  const title = target?.title ?? null;
  return {
    name,
    id,
    type,
    label,
    titleField: title !== null && target?.reads.includes(title) === true ? title : null,
    isPerson: target !== null && schema.person?.entity.name === target.name,
  };
}

/** What people call a field, a state or a built-in, in the language of the document. */
export function attributeLabel(attribute: Attribute, language: string): string {
  const named = attribute.kind === 'field' ? attribute.field : attribute.kind === 'state' ? attribute.machine : null;
  if (named === null) return builtInText(attribute.name);
  return Object.hasOwn(named.translations, language) ? (named.translations[language] ?? named.label) : named.label;
}
