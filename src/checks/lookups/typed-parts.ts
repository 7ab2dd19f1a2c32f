import { staticTypeOf } from '../../expressions/types/static-of.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Attribute, Schema } from '../../model/lookups/schema.ts';

const NOWHERE = { from: 0, to: 0 } as const;

/** The expression `this`: the current record. */
export function thisRecord(entity: string): Typed {
  return { op: 'this', type: { t: 'record', entity }, ...NOWHERE };
}

/** The expression `me`: the person who is signed in. Null if people cannot sign in. */
export function currentPerson(schema: Schema): Typed | null {
  const entity = schema.person?.entity.name;
  return entity === undefined ? null : { op: 'me', type: { t: 'record', entity }, ...NOWHERE };
}

/**
 * Returns the expression for a path such as `owner.manager`; null if a name is not stated or does not lead to a record.
 */
export function pathOf(schema: Schema, entity: string, path: readonly string[]): Typed | null {
  let typed = thisRecord(entity);
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

export function equality(left: Typed, right: Typed): Typed {
  return { op: 'binary', operator: '==', left, right, type: { t: 'boolean' }, ...NOWHERE };
}

/** A literal for a choice, a role or a text, with the type of `like`. */
export function literalNamed(name: string, like: Typed): Typed {
  return { op: 'literal', value: name, type: like.type, ...NOWHERE };
}

/** The condition that an expression is empty. */
export function isEmpty(typed: Typed): Typed {
  return equality(typed, { op: 'literal', value: null, type: { t: 'empty' }, ...NOWHERE });
}
