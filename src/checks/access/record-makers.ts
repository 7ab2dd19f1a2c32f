import type { Typed } from '../../expressions/types/typed.ts';
import type { Entity } from '../../model/types/model.ts';
import { currentPerson, equality, pathOf } from '../lookups/typed-parts.ts';
import type { CheckContext } from '../runner/check.ts';

/** Returns the fields that hold the person who created the record: those whose default is `me`, and `createdBy`. */
export function makerFields(entity: Entity, { schema }: CheckContext): readonly string[] {
  const people = schema.person?.entity.name;
  const own = entity.fields.filter(
    ({ type, default: first }) => type.kind === 'reference' && type.entity === people && first?.text.trim() === 'me',
  );
  return [...own.map(({ name }) => name), 'createdBy'];
}

/** Returns the conditions that the current person created the record, one for each such field. */
export function madeByMe(entity: Entity, context: CheckContext): readonly Typed[] {
  const me = currentPerson(context.schema);
  if (me === null) return [];
  return makerFields(entity, context).flatMap((name) => {
    const field = pathOf(context.schema, entity.name, [name]);
    return field === null ? [] : [equality(field, me)];
  });
}
