import type { Screen, ScreenField } from '../../model/model.ts';
import { defineCheck } from '../check.ts';
import { blindTo } from '../field-access.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'column-unreadable',
  point: 2,
  severity: 'warning',
  about: 'A column that a role of the screen may never read, so that it is not there for that role.',
  *findIn(context) {
    for (const screen of context.screens) {
      if (screen.standing !== 'stated' || screen.roles === null || screen.kind === 'form') continue;
      for (const field of screen.fields) {
        const blind = blindTo(rolesOf(screen, field), context.entity.name, field.name, context.permissions, context);
        if (blind.length === 0) continue;
        const all = blind.length === rolesOf(screen, field).length;
        yield {
          element: screen.id,
          severity: all ? 'warning' : 'note',
          at: field.at ?? screen.at,
          message: `${screen.name} has a column ${field.name}, and ${listed(blind)} may never read ${field.name} of ${context.entity.name}.`,
          next: `Grant it in a row “${context.entity.name}.${field.name}: read” of point 6, ${all ? 'or remove the column' : `or write \`${field.name} (${others(screen, field, blind)})\` to say whom the column is for`}.`,
          witness: witnessOf(context, {
            who: blind[0] ?? null,
            screen,
            happens: `the column ${field.name} is missing`,
          }),
        };
      }
    }
  },
});

function rolesOf(screen: Screen, { roles }: ScreenField): readonly string[] {
  return (roles.length > 0 ? roles : (screen.roles ?? [])).map(({ name }) => name);
}

function others(screen: Screen, field: ScreenField, blind: readonly string[]): string {
  return rolesOf(screen, field)
    .filter((name) => !blind.includes(name))
    .join(', ');
}
