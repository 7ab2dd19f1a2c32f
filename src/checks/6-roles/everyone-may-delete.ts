import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'everyone-may-delete',
  point: 6,
  severity: 'note',
  about: 'Everyone who signs in may delete what others have made.',
  *findIn(context) {
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
    if (cell === undefined || entity.belongsTo !== null) return;
    // Nobody deletes what they do not find.
    const reads = access.cells(entity.name, 'read').some(({ role, grant }) => {
      return everyone.has(role) && grant.kind === 'yes' && grant.where === null;
    });
    const denied = access.cells(entity.name, 'delete').some(({ grant }) => grant.kind === 'never');
    if (!reads || denied) return;
    yield {
      element: cell.id,
      at: cell.at,
      message: `Everyone who signs in may delete every ${entity.name}.`,
      next: 'Nothing, if this is meant. Else write a condition into the cell, as in `createdBy == me`.',
      witness: witnessOf(context, {
        who: cell.role,
        entity: entity.name,
        happens: `somebody else has made ${withArticle(entity.name)} like this, and they can delete it`,
      }),
    };
  },
});
