import { PLAIN_FIELD } from '../lookups/plain-field.ts';
import { idOf } from '../types/element.ts';
import type { Entity, Field, Model } from '../types/model.ts';
import type { Type } from '../types/types.ts';
import { assumedElement, assumedName, firstFreeName } from './element.ts';

/**
 * A-PEOPLE: if no field is marked `sign-in` and exactly one entity has one role field and one e-mail field, its records
 * are the people, who sign in with that address. Otherwise adds an entity with a name, an address and roles.
 */
export function assumePeople(model: Model): Model {
  if (model.entities.some((entity) => entity.fields.some((field) => field.signIn))) return model;
  const own = withOwnPeople(model);
  if (own !== null) return own;
  const isTaken = (name: string) => model.entities.some((entity) => entity.name === name);
  return {
    ...model,
    entities: [...model.entities, personNamed(firstFreeName(['Person', 'Account', 'User'], isTaken))],
  };
}

function personNamed(name: string): Entity {
  return {
    ...assumedElement('A-PEOPLE', 3, idOf('entity', name), 'People who sign in.'),
    ...assumedName(name),
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
    key: null,
  };
}

function field(entity: string, name: string, type: Type, notes: Partial<Field>): Field {
  return {
    ...assumedElement('A-PEOPLE', 3, idOf('field', entity, name)),
    ...assumedName(name),
    type,
    ...PLAIN_FIELD,
    ...notes,
  };
}

/** Marks the sign-in field of the document's own people entity. Null if there is no such entity, or several. */
function withOwnPeople(model: Model): Model | null {
  const candidates = model.entities.flatMap((entity) => {
    const roles = entity.fields.filter(({ type }) => type.kind === 'role');
    const addresses = entity.fields.filter(({ type }) => type.kind === 'email');
    return roles.length === 1 && addresses.length === 1 && addresses[0] !== undefined
      ? [{ entity, address: addresses[0] }]
      : [];
  });
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) return null;
  const { entity, address } = only;
  const signIn: Field = { ...address, signIn: true, standing: 'assumed', assumption: 'A-PEOPLE' };
  const fields = entity.fields.map((each) => (each === address ? signIn : each));
  return { ...model, entities: model.entities.map((each) => (each === entity ? { ...entity, fields } : each)) };
}
