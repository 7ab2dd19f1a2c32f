import type { Entity, Field, Model } from '../types/model.ts';
import type { Type } from '../types/types.ts';

/**
 * Returns the Model with every field whose type refers to a missing entity changed to the unknown type, which is shown
 * but never written.
 */
export function markUnknownTypes(model: Model): Model {
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
