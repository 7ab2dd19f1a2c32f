import type { Constant, Entity, ErrorEntry, Field, Machine, Model, Role, State } from '../types/model.ts';
import { isTextFormat, textFormat } from '../types/text-formats.ts';
import type { Type } from '../types/types.ts';

/** Look-ups over a Model. Every map is keyed by names as written. */
export interface Schema {
  readonly model: Model;
  readonly entities: ReadonlyMap<string, EntitySchema>;
  readonly constants: ReadonlyMap<string, Constant>;
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  readonly roles: ReadonlyMap<string, Role>;
  /** The entity with the sign-in field; its records are the people. Null if there is none. */
  readonly person: EntitySchema | null;
}

/** Look-ups over one entity. */
export interface EntitySchema {
  readonly entity: Entity;
  /** By name: stated fields, then one attribute for each machine with states, then the built-in ones. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly machines: readonly Machine[];
  /** The names of all states and events of its machines, in stated order. */
  readonly states: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  /**
   * The field that identifies a record for people: the one marked `title`, otherwise the first text that people enter.
   */
  readonly title: string | null;
  /** For lines: the owning entity and its list field; null otherwise. */
  readonly owner: { readonly entity: string; readonly field: string } | null;
}

/** Anything with a value on a record: a stated field, the state of a machine, or a built-in. */
export type Attribute =
  | { readonly kind: 'field'; readonly name: string; readonly id: string; readonly type: Type; readonly field: Field }
  | {
      readonly kind: 'state';
      readonly name: string;
      readonly id: string;
      readonly type: Type;
      readonly machine: Machine;
    }
  | { readonly kind: 'built-in'; readonly name: string; readonly id: string; readonly type: Type };

/**
 * Read-only attributes of every record, which a document cannot state. `createdBy` and `changedBy` are null if the
 * product made the write.
 */
export const BUILT_IN: readonly string[] = ['id', 'createdAt', 'createdBy', 'changedAt', 'changedBy'];

/** Whether values that differ only in case are equal: for e-mail addresses, and for fields with `ignoring case`. */
export function ignoresCase(attribute: Attribute): boolean {
  const { kind } = attribute.type;
  if (isTextFormat(kind)) return textFormat(kind).ignoresCase;
  return (kind === 'text' || kind === 'long text') && attribute.kind === 'field' && attribute.field.ignoringCase;
}

/** Builds the look-ups. If two elements have the same name, the first wins; a check reports the second. */
export function schemaOf(model: Model): Schema {
  const entities = new Map<string, EntitySchema>();
  const personName = model.entities.find((entity) => entity.fields.some((field) => field.signIn))?.name ?? null;
  const machines = Map.groupBy(model.machines, (machine) => machine.entity);
  const owners = ownersOf(model);
  for (const entity of model.entities) {
    if (entities.has(entity.name)) continue;
    const own = machines.get(entity.name) ?? [];
    const owner = owners.get(entity.name) ?? null;
    entities.set(entity.name, entitySchema(entity, own, owner, personName));
  }
  return {
    model,
    entities,
    constants: firstByName(model.constants, (constant) => constant.name),
    errors: firstByName(model.errors, (error) => error.code),
    roles: firstByName(model.roles, (role) => role.name),
    person: personName === null ? null : (entities.get(personName) ?? null),
  };
}

/** Returns the possible states of a new record: the targets of the `(new)` rows. */
export function startStatesOf({ initial, transitions }: Machine): ReadonlySet<string> {
  if (initial === null) return new Set();
  return new Set([initial, ...transitions.flatMap(({ from, to }) => (from === null ? to : []))]);
}

/** Returns the state with this name, or null. */
export function stateOf(machine: Machine, name: string): State | null {
  return machine.states.find((state) => state.name === name) ?? null;
}

function entitySchema(
  entity: Entity,
  machines: readonly Machine[],
  owner: EntitySchema['owner'],
  person: string | null,
): EntitySchema {
  const attributes = new Map<string, Attribute>();
  const add = (attribute: Attribute): void => {
    if (!attributes.has(attribute.name)) attributes.set(attribute.name, attribute);
  };
  for (const field of entity.fields) {
    add({ kind: 'field', name: field.name, id: field.id, type: shownType(entity, field), field });
  }
  for (const machine of machines) {
    if (machine.stateless) continue;
    const options = machine.states.map(({ name, label, translations }) => ({ name, label, translations }));
    const type: Type = { kind: 'choice', options, several: false };
    add({ kind: 'state', name: machine.name, id: machine.id, type, machine });
  }
  for (const name of BUILT_IN) {
    const id = `${entity.id}/${name}`;
    add({ kind: 'built-in', name, id, type: builtInType(name, person) });
  }
  return {
    entity,
    attributes,
    machines,
    states: new Set(machines.flatMap(({ states }) => states.map(({ name }) => name))),
    events: new Set(machines.flatMap(({ transitions }) => transitions.flatMap(({ event }) => event ?? []))),
    title: (entity.fields.find((field) => field.title) ?? entity.fields.find(isEnteredText))?.name ?? null,
    owner,
  };
}

/**
 * An integer that identifies a record (its title, or unique alone or with other fields) is shown without digit
 * grouping.
 */
function shownType(entity: Entity, { name, type, title, unique }: Field): Type {
  if (type.kind !== 'integer') return type;
  const isKey = title || unique || entity.unique.some(({ fields }) => fields.some((each) => each.name === name));
  return isKey ? { ...type, grouped: false } : type;
}

/** A text that people enter on creation: not a token, and not asked for by a later event. */
const isEnteredText = ({ type, computed, byProduct, writeOnly, askedOn }: Field): boolean =>
  type.kind === 'text' && computed === null && !byProduct && !writeOnly && askedOn.length === 0;

function builtInType(name: string, person: string | null): Type {
  if (name === 'id') return { kind: 'text', min: null, max: null };
  if (name.endsWith('At')) return { kind: 'date and time' };
  return person === null ? { kind: 'text', min: null, max: null } : { kind: 'reference', entity: person };
}

/** Returns the owner of each entity of lines: the first entity with a list field of it. */
function ownersOf(model: Model): Map<string, { entity: string; field: string }> {
  const owners = new Map<string, { entity: string; field: string }>();
  for (const entity of model.entities) {
    for (const { name, type } of entity.fields) {
      if (type.kind === 'list' && !owners.has(type.entity))
        owners.set(type.entity, { entity: entity.name, field: name });
    }
  }
  return owners;
}

function firstByName<T>(elements: readonly T[], name: (element: T) => string): Map<string, T> {
  const byName = new Map<string, T>();
  for (const element of elements) if (!byName.has(name(element))) byName.set(name(element), element);
  return byName;
}
