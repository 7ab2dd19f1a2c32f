import type { Permission } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { equal, pathOf, personOf } from '../typed-parts.ts';
import { grants } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'create-without-read',
  point: 6,
  severity: 'note',
  about: 'A role that may create records and never finds the ones that it has made.',
  *findIn(context) {
    const { access, entity } = context;
    if (entity.belongsTo !== null) return;
    for (const cell of access.cells(entity.name, 'create')) {
      const { grant, id, at, role, standing } = cell;
      // Whoever has not signed in is nobody whose records could be told.
      const isGuest = context.schema.roles.get(role)?.guest === true;
      if (standing !== 'stated' || grant.kind !== 'yes' || isGuest || !access.canHold(role)) continue;
      if (access.cells(entity.name, 'read').length === 0 || finds(cell, context)) continue;
      yield {
        element: id,
        at,
        message: `${role} may create ${entity.name} and may read none of those that it has made.`,
        next: `Nothing, if this is meant. Else grant ${role} the row “${entity.name}: read”, as in \`createdBy == me\`.`,
        witness: witnessOf(context, {
          who: role,
          entity: entity.name,
          opens: 'form',
          happens: 'once it is saved, they do not find it any more',
        }),
      };
    }
  },
});

/** Whether a holder may read some record that they made themselves; also where that can't be said. */
function finds(cell: Permission, context: EntityContext): boolean {
  const { access, entity, schema } = context;
  const held = context.access.held(cell.role);
  const related = (role: string) => (schema.roles.get(role)?.relation.length ?? 0) > 0;
  const cells = access.cells(entity.name, 'read').filter(({ role }) => held.has(role) || related(role));
  const [maker, me] = [pathOf(schema, entity.name, ['createdBy']), personOf(schema)];
  const where = cell.grant.kind === 'yes' ? context.typed(cell.grant.where) : null;
  const given = [...(maker === null || me === null ? [] : [equal(maker, me)]), ...(where === null ? [] : [where])];
  return cells.some((each) => grants(each, given, context));
}
