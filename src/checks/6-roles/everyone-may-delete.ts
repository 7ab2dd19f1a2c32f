import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'everyone-may-delete',
  point: 6,
  severity: 'note',
  about: 'Everyone who signs in may delete the records of others.',
  *find({ entities }) {
    for (const context of entities) {
      const { access, entity } = context;
      const everyone = new Set(access.everyone.map(({ name }) => name));
      const cell = context.permissions.find(
        ({ operation, role, grant, standing }) =>
          standing === 'stated' &&
          operation === 'delete' &&
          everyone.has(role) &&
          grant.kind === 'yes' &&
          grant.where === null,
      );
      if (cell === undefined || entity.belongsTo !== null) continue;
      // Nobody can delete a record that they cannot read.
      const reads = access.cells(entity.name, 'read').some(({ role, grant }) => {
        return everyone.has(role) && grant.kind === 'yes' && grant.where === null;
      });
      const denied = access.cells(entity.name, 'delete').some(({ grant }) => grant.kind === 'never');
      if (!reads || denied) continue;
      yield {
        element: cell.id,
        at: cell.at,
        message: `Everyone who signs in may delete every ${entity.name}.`,
        next: 'If this is intended, leave it. Otherwise write a condition into the cell, such as `createdBy == me`.',
        witness: witnessOf(context, {
          who: cell.role,
          entity: entity.name,
          outcome: `somebody else has created ${withArticle(entity.name)}, and they can delete it`,
        }),
      };
    }
  },
});
