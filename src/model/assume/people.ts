import type { Entity, Field, Model } from '../model.ts';
import { idOf } from '../place.ts';
import { PLAIN_FIELD } from '../plain-field.ts';
import type { Type } from '../types.ts';
import { assumed, free, named } from './element.ts';

/** Somebody has to sign in: where no field is marked `sign-in`, a built-in person with a name, an address and roles. */
export function assumePeople(model: Model): Model {
  if (model.entities.some((entity) => entity.fields.some((field) => field.signIn))) return model;
  const taken = (name: string) => model.entities.some((entity) => entity.name === name);
  const name = free(['Person', 'Account', 'User'], taken);
  const entity: Entity = {
    ...assumed('A-PEOPLE', 3, idOf('entity', name), 'People who sign in.'),
    ...named(name),
    plural: name === 'Person' ? 'People' : null,
    fields: [
      field(
        name,
        'name',
        { kind: 'text', min: { value: 1 }, max: { value: 80 } },
        { required: true, title: true, searchable: true },
      ),
      field(name, 'email', { kind: 'email' }, { required: true, unique: true, signIn: true }),
      field(name, 'roles', { kind: 'role', several: true }, {}),
    ],
    belongsTo: null,
    was: [],
    unique: [],
  };
  return { ...model, entities: [...model.entities, entity] };
}

function field(entity: string, name: string, type: Type, notes: Partial<Field>): Field {
  return {
    ...assumed('A-PEOPLE', 3, idOf('field', entity, name)),
    ...named(name),
    type,
    ...PLAIN_FIELD,
    ...notes,
  };
}
