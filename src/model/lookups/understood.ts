import type { Entity, Field, Model } from '../types/model.ts';
import type { Type } from '../types/types.ts';

/**
 * The document as far as it can run: a field whose type names an entity that is not there is one of a type that is not
 * known, which is shown and never written.
 */
export function understood(model: Model): Model {
  const names = new Set(model.entities.map(({ name }) => name));
  const ofKnownType = (field: Field): Field =>
    'entity' in field.type && !names.has(field.type.entity) ? { ...field, type: unknownOf(field.type) } : field;
  const ofKnownTypes = (entity: Entity): Entity => {
    const fields = entity.fields.map(ofKnownType);
    return fields.every((field, index) => field === entity.fields[index]) ? entity : { ...entity, fields };
  };
  const entities = model.entities.map(ofKnownTypes);
  return entities.every((entity, index) => entity === model.entities[index]) ? model : { ...model, entities };
}

function unknownOf(type: Extract<Type, { readonly entity: string }>): Type {
  const before = { list: 'list of ', references: 'several of ', reference: '' }[type.kind];
  return { kind: 'unknown', text: `${before}${type.entity}` };
}
