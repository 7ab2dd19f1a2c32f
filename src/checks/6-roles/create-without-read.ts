import type { Permission } from '../../model/types/model.ts';
import { currentPerson, equality, pathOf } from '../lookups/typed-parts.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { cellGrants } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'create-without-read',
  point: 6,
  severity: 'note',
  about: 'A role that may create records but cannot read them afterwards.',
  *find({ entities }) {
    for (const context of entities) {
      const { access, entity } = context;
      if (entity.belongsTo !== null) continue;
      for (const cell of access.cells(entity.name, 'create')) {
        const { grant, id, at, role, standing } = cell;
        // The records of a guest cannot be attributed to anybody.
        const isGuest = context.schema.roles.get(role)?.guest === true;
        if (standing !== 'stated' || grant.kind !== 'yes' || isGuest || !access.canHold(role)) continue;
        if (access.cells(entity.name, 'read').length === 0 || canReadOwn(cell, context)) continue;
        yield {
          element: id,
          at,
          message: `${role} may create ${entity.name} but cannot read the ones that it has created.`,
          next: `If this is intended, leave it. Otherwise grant ${role} the row “${entity.name}: read”, as in \`createdBy == me\`.`,
          witness: witnessOf(context, {
            who: role,
            entity: entity.name,
            opens: 'form',
            outcome: 'after saving, they cannot find it any more',
          }),
        };
      }
    }
  },
});

/** Whether a holder may read some record that they created; true if that cannot be decided. */
function canReadOwn(cell: Permission, context: EntityContext): boolean {
  const { access, entity, schema } = context;
  const held = context.access.certainRoles(cell.role);
  const isFromRelation = (role: string) => (schema.roles.get(role)?.relation.length ?? 0) > 0;
  const cells = access.cells(entity.name, 'read').filter(({ role }) => held.has(role) || isFromRelation(role));
  const [maker, me] = [pathOf(schema, entity.name, ['createdBy']), currentPerson(schema)];
  const where = cell.grant.kind === 'yes' ? context.typed(cell.grant.where) : null;
  const given = [...(maker === null || me === null ? [] : [equality(maker, me)]), ...(where === null ? [] : [where])];
  return cells.some((each) => cellGrants(each, given, context));
}
