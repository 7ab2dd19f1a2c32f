import type { Chart, NumberTile } from '../../model/types/model.ts';
import { isUnreadableForAll, rolesThatCannotRead } from '../access/field-access.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'tile-unreadable',
  point: 2,
  severity: 'warning',
  about: 'A number or chart over a field that a role of its screen can never read, so it is missing for that role.',
  *find({ entities }) {
    for (const context of entities) {
      const entity = context.entity.name;
      for (const screen of context.screens) {
        const roles = screen.roles?.map(({ name }) => name) ?? [];
        for (const tile of [...screen.numbers, ...screen.charts]) {
          if (tile.standing !== 'stated') continue;
          for (const field of new Set(fieldsOf(tile))) {
            const blind = rolesThatCannotRead(roles, entity, field, context.permissions, context);
            if (blind.length === 0) continue;
            const all = isUnreadableForAll(roles, entity, field, context.permissions, context);
            yield {
              element: tile.id,
              severity: all ? 'warning' : 'note',
              at: tile.at,
              message: `“${tile.name}” on ${screen.name} uses ${field}, but ${joinNames(blind)} can never read ${field} of ${entity}.`,
              next: `Grant it in a row “${entity}.${field}: read” of point 6, or remove ${joinNames(blind)} from For of ${screen.name}.`,
              witness: witnessOf(context, { who: blind[0] ?? null, screen, outcome: `“${tile.name}” is missing` }),
            };
          }
        }
      }
    }
  },
});

function fieldsOf(tile: NumberTile | Chart): readonly string[] {
  return ['by' in tile ? tile.by : null, tile.field].filter((field) => field !== null);
}
