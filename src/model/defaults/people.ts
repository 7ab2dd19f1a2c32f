import { PLAIN_FIELD } from '../lookups/plain-field.ts';
import type { Entity, Field, Model } from '../types/model.ts';
import { idOf } from '../types/place.ts';
import type { Type } from '../types/types.ts';
import { assumed, free, named } from './element.ts';

/**
 * Somebody has to sign in. Where no field is marked `sign-in` and one entity alone has both a role and an address, its
 * records are the people, who sign in with that address; else a built-in person with a name, an address and roles.
 */
export function assumePeople(model: Model): Model {
  return openPeople()(model);
}

/** The same for one version of a document after the other: the people are the same object while their entity is. */
export function openPeople(): (model: Model) => Model {
  const own = new WeakMap<Entity, Entity>();
  const builtIn = new Map<string, Entity>();
  return (model) => withPeople(model, own, builtIn);
}

function withPeople(model: Model, known: WeakMap<Entity, Entity>, builtIn: Map<string, Entity>): Model {
  if (model.entities.some((entity) => entity.fields.some((field) => field.signIn))) return model;
  const own = withOwnPeople(model, known);
  if (own !== null) return own;
  const taken = (name: string) => model.entities.some((entity) => entity.name === name);
  const name = free(['Person', 'Account', 'User'], taken);
  const entity = builtIn.get(name) ?? personNamed(name);
  builtIn.set(name, entity);
  return { ...model, entities: [...model.entities, entity] };
}

function personNamed(name: string): Entity {
  return {
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

/** The entity of the document that its people are, with its address to sign in with; null where it has none, or several. */
function withOwnPeople(model: Model, known: WeakMap<Entity, Entity>): Model | null {
  const found = model.entities.flatMap((entity) => {
    const roles = entity.fields.filter(({ type }) => type.kind === 'role');
    const addresses = entity.fields.filter(({ type }) => type.kind === 'email');
    return roles.length === 1 && addresses.length === 1 && addresses[0] !== undefined
      ? [{ entity, address: addresses[0] }]
      : [];
  });
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const { entity, address } = only;
  const signIn: Field = { ...address, signIn: true, standing: 'assumed', assumption: 'A-PEOPLE' };
  const fields = entity.fields.map((each) => (each === address ? signIn : each));
  const people = known.get(entity) ?? { ...entity, fields };
  known.set(entity, people);
  return { ...model, entities: model.entities.map((each) => (each === entity ? people : each)) };
}
