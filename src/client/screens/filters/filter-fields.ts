import type { Attribute } from '../../../model/lookups/schema.ts';
import { attributeLabel } from '../../view/attribute-label.ts';
import type { ViewContext } from '../../view/view-context.tsx';
import type { FilterField } from './filter-model.ts';
import { hasConditions } from './filter-start.ts';
import type { FilterWords } from './filter-text.ts';
import type { FilterOf } from './use-filter.ts';

/** Words with a meaning of their own in the expression language. */
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

/**
 * Returns the fields that the person can filter a list of this entity by: readable fields that the server can compare,
 * and files, of which it can tell whether there is one.
 */
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
