import type { Attribute, EntitySchema } from '../model/lookups/schema.ts';
import { sameItems } from './parts.ts';

/** What was looked up of one entity, as it was found. */
interface SeenEntity {
  readonly isThere: boolean;
  readonly parts: Map<PartKey, unknown>;
  readonly attributes: Map<string, Attribute | undefined>;
}

/** What was looked up of all entities. */
export interface SeenEntities {
  readonly each: Map<string, SeenEntity>;
  /** Where somebody went through all of them: their names. */
  names: readonly string[] | null;
}

type PartKey = 'entity' | 'machines' | 'title' | 'owner';

function seenEntity(found: EntitySchema | undefined): SeenEntity {
  return { isThere: found !== undefined, parts: new Map(), attributes: new Map() };
}

export function nothingSeen(): SeenEntities {
  return { each: new Map(), names: null };
}

export function addAllSeen(to: SeenEntities, more: SeenEntities): void {
  to.names = more.names ?? to.names;
  for (const [name, { isThere, parts, attributes }] of more.each) {
    const known = to.each.get(name);
    if (known === undefined) {
      to.each.set(name, { isThere, parts: new Map(parts), attributes: new Map(attributes) });
      continue;
    }
    for (const [key, found] of parts) known.parts.set(key, found);
    for (const [attribute, found] of attributes) known.attributes.set(attribute, found);
  }
}

/** Whether all of it would be found as it was. `changed`: the only names of which another entity may stand there now. */
export function areSeenSame(
  { each, names }: SeenEntities,
  now: ReadonlyMap<string, EntitySchema>,
  changed: Iterable<string> = each.keys(),
): boolean {
  for (const name of changed) {
    const seen = each.get(name);
    if (seen !== undefined && !isSeenSame(seen, now.get(name))) return false;
  }
  return names === null || sameItems(names, [...now.keys()]);
}

function isSeenSame({ isThere, parts, attributes }: SeenEntity, now: EntitySchema | undefined): boolean {
  if (now === undefined || !isThere) return isThere === (now !== undefined);
  for (const [key, found] of parts) if (now[key] !== found) return false;
  for (const [name, found] of attributes) if (now.attributes.get(name) !== found) return false;
  return true;
}

/** The look-ups of an entity, in which whatever is asked is written down in `seen()`. */
export function watchedEntity(found: EntitySchema, seen: () => SeenEntity): EntitySchema {
  const part = <K extends PartKey>(key: K): EntitySchema[K] => {
    seen().parts.set(key, found[key]);
    return found[key];
  };
  const one = (name: string): Attribute | undefined => {
    const attribute = found.attributes.get(name);
    seen().attributes.set(name, attribute);
    return attribute;
  };
  const all = (): EntitySchema['attributes'] => {
    part('entity');
    part('machines');
    return found.attributes;
  };
  return {
    attributes: seenThrough(one, all),
    get entity() {
      return part('entity');
    },
    get machines() {
      return part('machines');
    },
    get states() {
      part('machines');
      return found.states;
    },
    get events() {
      part('machines');
      return found.events;
    },
    get title() {
      return part('title');
    },
    get owner() {
      return part('owner');
    },
  };
}

/** Every entity by name, each written down as far as it is looked at; whoever goes through all of them looks at each whole. */
export function watchedEntities(
  entities: ReadonlyMap<string, EntitySchema>,
  seen: () => SeenEntities,
): ReadonlyMap<string, EntitySchema> {
  const opened = new Map<string, EntitySchema>();
  const seenOf = (name: string, found: EntitySchema | undefined): SeenEntity => {
    const known = seen().each.get(name);
    if (known !== undefined) return known;
    const fresh = seenEntity(found);
    seen().each.set(name, fresh);
    return fresh;
  };
  const one = (name: string): EntitySchema | undefined => {
    const found = entities.get(name);
    seenOf(name, found);
    if (found === undefined) return undefined;
    const known = opened.get(name) ?? watchedEntity(found, () => seenOf(name, found));
    opened.set(name, known);
    return known;
  };
  const all = (): ReadonlyMap<string, EntitySchema> => {
    seen().names = [...entities.keys()];
    for (const [name, found] of entities) {
      const { parts } = seenOf(name, found);
      parts.set('entity', found.entity);
      parts.set('machines', found.machines);
      parts.set('owner', found.owner);
    }
    return entities;
  };
  return seenThrough(one, all);
}

/** A map that looks each name up by `one`, and goes through what `all` gives. */
export function seenThrough<V>(
  one: (name: string) => V | undefined,
  all: () => ReadonlyMap<string, V>,
): ReadonlyMap<string, V> {
  return {
    get: one,
    has: (name) => one(name) !== undefined,
    get size() {
      return all().size;
    },
    forEach: (work) => all().forEach(work),
    entries: () => all().entries(),
    keys: () => all().keys(),
    values: () => all().values(),
    [Symbol.iterator]: () => all()[Symbol.iterator](),
  };
}
