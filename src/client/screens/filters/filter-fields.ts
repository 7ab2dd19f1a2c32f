import type { Attribute } from '../../../model/lookups/schema.ts';
import { attributeLabel } from '../../view/attribute-label.ts';
import type { ViewContext } from '../../view/view-context.tsx';
import type { FilterField } from './filter-model.ts';
import { hasConditions } from './filter-start.ts';
import type { FilterWords } from './filter-text.ts';
import type { FilterOf } from './use-filter.ts';

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
export function filterWordsOf({ context, entity }: FilterOf): FilterWords {
  const { schema, format } = context;
  const fields = entity.reads.flatMap((name): FilterField[] => {
    const attribute = entity.attributes.get(name);
    if (attribute === undefined || !hasConditions(entity, name)) return [];
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
