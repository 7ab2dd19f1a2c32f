import type { Typed } from '../expressions/types/typed.ts';
import type { Entity } from '../model/types/model.ts';
import type { CheckContext } from './check.ts';
import { equal, pathOf, personOf } from './typed-parts.ts';

/** The fields that hold whoever made the record: those that begin as `me`, and the product's own. */
export function makerFields(entity: Entity, { schema }: CheckContext): readonly string[] {
  const people = schema.person?.entity.name;
  const own = entity.fields.filter(
    ({ type, default: first }) => type.kind === 'reference' && type.entity === people && first?.text.trim() === 'me',
  );
  return [...own.map(({ name }) => name), 'createdBy'];
}

/** That the person at hand made the record. */
export function madeByMe(entity: Entity, context: CheckContext): readonly Typed[] {
  const me = personOf(context.schema);
  if (me === null) return [];
  return makerFields(entity, context).flatMap((name) => {
    const field = pathOf(context.schema, entity.name, [name]);
    return field === null ? [] : [equal(field, me)];
  });
}
