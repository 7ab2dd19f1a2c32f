import type { Entity, Field, Machine, Model, Role } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';

/** What a name stands for on an entity. */
export type NamedAttribute =
  | { readonly kind: 'field'; readonly field: Field; readonly type: Type }
  | { readonly kind: 'state'; readonly machine: Machine; readonly type: Type }
  | { readonly kind: 'built-in'; readonly type: Type };

export function entityNamed(model: Model, name: string): Entity | null {
  return model.entities.find((entity) => entity.name === name) ?? null;
}

export function machinesOf(model: Model, entity: string): readonly Machine[] {
  return model.machines.filter((machine) => machine.entity === entity);
}

/** Returns the state of a record as the rows of a machine name it; empty if its events have no states. */
export function stateOf({ name, stateless }: Machine, values: ReadonlyMap<string, unknown>): unknown {
  return stateless ? '' : values.get(name);
}

/** Sets the state of a draft, if the machine has states. */
export function setState<T>({ name, stateless }: Machine, values: Map<string, T>, state: T): void {
  if (!stateless) values.set(name, state);
}

/** Returns the entity of the people who sign in. */
export function personEntity(model: Model): Entity | null {
  return model.entities.find((entity) => entity.fields.some((field) => field.signIn)) ?? null;
}

const named = new WeakMap<Model, Map<string, Map<string, NamedAttribute | null>>>();

/** Resolves a name: fields first, then states, then built-in fields. Memoized, because every value needs it. */
export function attributeNamed(model: Model, entity: string, name: string): NamedAttribute | null {
  const entities = named.get(model) ?? new Map<string, Map<string, NamedAttribute | null>>();
  named.set(model, entities);
  const things = entities.get(entity) ?? new Map<string, NamedAttribute | null>();
  entities.set(entity, things);
  const known = things.get(name);
  if (known !== undefined) return known;
  const found = lookedUp(model, entity, name);
  things.set(name, found);
  return found;
}

function lookedUp(model: Model, entity: string, name: string): NamedAttribute | null {
  const field = entityNamed(model, entity)?.fields.find((each) => each.name === name);
  if (field !== undefined) return { kind: 'field', field, type: field.type };
  const machine = machinesOf(model, entity).find((each) => each.name === name && !each.stateless);
  if (machine !== undefined) {
    const options = machine.states.map((state) => ({
      name: state.name,
      label: state.label,
      translations: state.translations,
    }));
    return { kind: 'state', machine, type: { kind: 'choice', options, several: false } };
  }
  if (name === 'id') return { kind: 'built-in', type: { kind: 'text', min: null, max: null } };
  if (name === 'createdAt' || name === 'changedAt') return { kind: 'built-in', type: { kind: 'date and time' } };
  const person = personEntity(model);
  if (name !== 'createdBy' && name !== 'changedBy') return null;
  return {
    kind: 'built-in',
    type: person === null ? { kind: 'unknown', text: '' } : { kind: 'reference', entity: person.name },
  };
}

export function roleNamed(model: Model, name: string): Role | null {
  return model.roles.find((role) => role.name === name) ?? null;
}

/** Returns the names of the visible values of an entity: stated fields, then states. */
export function shownNames(model: Model, entity: string): readonly string[] {
  const fields = entityNamed(model, entity)?.fields.map((field) => field.name) ?? [];
  return [
    ...new Set([...fields, ...machinesOf(model, entity).flatMap((machine) => (machine.stateless ? [] : machine.name))]),
  ];
}
