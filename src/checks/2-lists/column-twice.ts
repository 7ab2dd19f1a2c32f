import type { ScreenField } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'column-twice',
  point: 2,
  severity: 'warning',
  about: 'A field that a screen names twice for the same people.',
  *find(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      const named = Map.groupBy(screen.fields, ({ name }) => name);
      for (const [name, uses] of named) {
        for (const [index, field] of uses.entries()) {
          const earlier = uses.slice(0, index).find((other) => isForSame(other, field));
          if (earlier === undefined) continue;
          yield {
            element: screen.id,
            at: field.at ?? screen.at,
            also: [earlier.at],
            message: `${screen.name} names ${name} twice.`,
            next: `Remove one, or name the field that you meant.`,
            witness: witnessOf(context, {
              who: screen.roles?.[0]?.name ?? null,
              screen,
              outcome: `${name} appears twice, with the same value`,
            }),
          };
        }
      }
    }
  },
});

/** A field without roles is for everybody who opens the screen. */
function isForSame(one: ScreenField, other: ScreenField): boolean {
  if (one.roles.length === 0 || other.roles.length === 0) return true;
  return one.roles.some(({ name }) => other.roles.some((role) => role.name === name));
}
