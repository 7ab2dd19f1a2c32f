import { staticTypeOf } from '../expressions/types/static-of.ts';
import type { Typed } from '../expressions/types/typed.ts';
import type { Attribute, Schema } from '../model/lookups/schema.ts';

const NOWHERE = { from: 0, to: 0 } as const;

/** The record at hand. */
export function recordOf(entity: string): Typed {
  return { op: 'this', type: { t: 'record', entity }, ...NOWHERE };
}

/** Whoever is signed in; null where nobody can be. */
export function personOf(schema: Schema): Typed | null {
  const entity = schema.person?.entity.name;
  return entity === undefined ? null : { op: 'me', type: { t: 'record', entity }, ...NOWHERE };
}

/** `owner.manager` of a record; null where a name is not stated or leads to no record. */
export function pathOf(schema: Schema, entity: string, path: readonly string[]): Typed | null {
  let typed = recordOf(entity);
  for (const name of path) {
    if (typed.type.t !== 'record') return null;
    const attribute = schema.entities.get(typed.type.entity)?.attributes.get(name);
    if (attribute === undefined) return null;
    typed = fieldOf(typed, typed.type.entity, attribute);
  }
  return typed;
}

export function fieldOf(of: Typed, entity: string, attribute: Attribute): Typed {
  return {
    op: 'field',
    of,
    entity,
    field: attribute.name,
    type: staticTypeOf(attribute.type, attribute.id),
    ...NOWHERE,
  };
}

export function equal(left: Typed, right: Typed): Typed {
  return { op: 'binary', operator: '==', left, right, type: { t: 'boolean' }, ...NOWHERE };
}

/** A choice, a role or a text of that name. */
export function named(name: string, like: Typed): Typed {
  return { op: 'literal', value: name, type: like.type, ...NOWHERE };
}

/** That something is empty. */
export function isEmpty(typed: Typed): Typed {
  return equal(typed, { op: 'literal', value: null, type: { t: 'empty' }, ...NOWHERE });
}
