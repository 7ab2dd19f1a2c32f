import { type Attribute, type EntitySchema, type Schema, schemaOf } from './schema.ts';

/**
 * The look-ups of a Model that was changed. An entity of which nothing has changed keeps those that it had in `before`; of
 * another each attribute that stays the same is the same object.
 */
export function schemaAfter(model: Schema['model'], before: Schema | null): Schema {
  const now = schemaOf(model);
  const person = now.person?.entity.name;
  // Who the people are decides the types of what every entity has.
  if (before === null || before.person?.entity.name !== person) return now;
  const entities = new Map([...now.entities].map(([name, each]) => [name, after(each, before.entities.get(name))]));
  return { ...now, entities, person: entities.get(person ?? '') ?? null };
}

function after(now: EntitySchema, before: EntitySchema | undefined): EntitySchema {
  if (before === undefined) return now;
  const isOwned = sameOwner(before.owner, now.owner);
  if (before.entity === now.entity && sameItems(before.machines, now.machines) && isOwned) return before;
  const attributes = new Map(
    [...now.attributes].map(([name, each]) => {
      const last = before.attributes.get(name);
      return [name, last !== undefined && isSameAttribute(last, each) ? last : each] as const;
    }),
  );
  return { ...now, attributes, owner: isOwned ? before.owner : now.owner };
}

/** Whether it is the attribute of before; the same built-in has the same type as long as the people are the same entity. */
function isSameAttribute(before: Attribute, now: Attribute): boolean {
  if (before.id !== now.id) return false;
  if (before.kind === 'field') return now.kind === 'field' && before.field === now.field;
  if (before.kind === 'state') return now.kind === 'state' && before.machine === now.machine;
  return now.kind === 'built-in';
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

function sameOwner(one: EntitySchema['owner'], other: EntitySchema['owner']): boolean {
  return one?.entity === other?.entity && one?.field === other?.field;
}
