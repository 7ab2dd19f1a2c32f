import { isUnreadableForAll, rolesThatCannotRead } from '../access/field-access.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'sort-unreadable',
  point: 2,
  severity: 'warning',
  about: 'A sort order by a field that a role of the screen can never read, so the role sees another order.',
  *find({ entities }) {
    for (const context of entities) {
      const entity = context.entity.name;
      for (const screen of context.screens) {
        if (screen.standing !== 'stated' || screen.roles === null) continue;
        const roles = screen.roles.map(({ name }) => name);
        for (const { field, at } of screen.sort) {
          const blind = rolesThatCannotRead(roles, entity, field, context.permissions, context);
          if (blind.length === 0) continue;
          const all = isUnreadableForAll(roles, entity, field, context.permissions, context);
          yield {
            element: screen.id,
            severity: all ? 'warning' : 'note',
            at: at ?? screen.at,
            message: `${screen.name} is sorted by ${field}, but ${joinNames(blind)} can never read ${field} of ${entity}.`,
            next: `Grant it in a row “${entity}.${field}: read” of point 6, or sort by a field that they may read.`,
            witness: witnessOf(context, {
              who: blind[0] ?? null,
              screen,
              outcome: `the records are not sorted by ${field}`,
            }),
          };
        }
      }
    }
  },
});
