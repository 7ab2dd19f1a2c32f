import { statedGroupingOf } from '../../model/types/screen.ts';
import { isUnreadableForAll, rolesThatCannotRead } from '../access/field-access.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'group-unreadable',
  point: 2,
  severity: 'warning',
  about: 'Groups by a field that a role of the screen can never read, so the role sees no groups.',
  *find({ entities }) {
    for (const context of entities) {
      const entity = context.entity.name;
      for (const screen of context.screens) {
        const stated = statedGroupingOf(screen);
        if (screen.standing !== 'stated' || screen.roles === null || stated === null) continue;
        const { field, at } = stated;
        const roles = screen.roles.map(({ name }) => name);
        const blind = rolesThatCannotRead(roles, entity, field, context.permissions, context);
        if (blind.length === 0) continue;
        const all = isUnreadableForAll(roles, entity, field, context.permissions, context);
        yield {
          element: screen.id,
          severity: all ? 'warning' : 'note',
          at: at ?? screen.at,
          message: `${screen.name} is grouped by ${field}, but ${joinNames(blind)} can never read ${field} of ${entity}.`,
          next: `Grant it in a row “${entity}.${field}: read” of point 6, or group by a field that they may read.`,
          witness: witnessOf(context, {
            who: blind[0] ?? null,
            screen,
            outcome: 'the records appear without groups',
          }),
        };
      }
    }
  },
});
