import { BOOLEAN, CONDITION } from '../../expressions/types/kinds.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { containsQuery, withParts } from '../../expressions/types/walk.ts';
import type { EntitySchema } from '../../model/lookups/schema.ts';
import type { UniqueKey } from '../../model/types/model.ts';
import { type CompileContext, compiledOf, compiledTyped } from '../compiled/compiled-formula.ts';
import type { CompiledKey } from '../compiled/compiled-model.ts';

/** Compiles a composite key. If its condition does not compile, the key applies to all records. */
export function compileKey(key: UniqueKey, entity: EntitySchema, place: CompileContext): CompiledKey {
  const where = key.where === null ? null : compiledOf(key.where, CONDITION, place);
  if (where === null || where.unknown.length > 0 || containsQuery(where.typed)) return { key, partial: null };
  const name = entity.entity.name;
  const type = { t: 'record', entity: name } as const;
  const at = { from: 0, to: 0 };
  const self: Typed = { op: 'this', type, ...at };
  const other: Typed = { op: 'local', name: OTHER, type, ...at };
  const equal = key.fields.flatMap((field): Typed[] => {
    const attribute = entity.attributes.get(field.name);
    if (attribute === undefined) return [];
    const read = (of: Typed): Typed => ({
      op: 'field',
      of,
      entity: name,
      field: field.name,
      type: staticTypeOf(attribute.type, attribute.id),
      ...at,
    });
    return [{ op: 'binary', operator: '==', left: read(other), right: read(self), type: BOOLEAN, ...at }];
  });
  const parts = [...equal, ofAnother(where.typed, other)];
  const query: Typed = {
    op: 'query',
    name: 'exists',
    entity: name,
    local: OTHER,
    where: parts.reduce((left, right) => ({ op: 'binary', operator: 'and', left, right, type: BOOLEAN, ...at })),
    body: null,
    others: true,
    type: BOOLEAN,
    ...at,
  };
  return { key, partial: { where, taken: compiledTyped(query, place) } };
}

/** A local name that no document can contain. */
const OTHER = '#key';

/** Rewrites a condition on `this` as one on another record. */
function ofAnother(typed: Typed, other: Typed): Typed {
  return typed.op === 'this' ? other : withParts(typed, (part) => ofAnother(part, other));
}
