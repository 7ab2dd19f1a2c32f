import type { Attribute } from '../../model/lookups/schema.ts';
import { defineCheck } from '../check.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'calendar-by-no-date',
  point: 2,
  severity: 'error',
  about: 'A calendar by a field that is no date, or that does not say by which.',
  *findIn(context) {
    const attributes = context.schema.entities.get(context.entity.name)?.attributes;
    for (const screen of context.screens) {
      if (screen.standing !== 'stated' || screen.kind !== 'calendar') continue;
      const names = [screen.by, screen.until].filter((name) => name !== null);
      const wrong = names.map((name) => attributes?.get(name)).find((found) => found !== undefined && !isDate(found));
      if (screen.by !== null && wrong === undefined) continue;
      const entity = context.entity.name;
      yield {
        element: screen.id,
        at: screen.at,
        also: [wrong?.kind === 'field' ? wrong.field.at : null],
        message:
          wrong === undefined
            ? `${screen.name} is a calendar, and by which date of ${entity} is not said.`
            : `${screen.name} is a calendar by ${names.join(' to ')}, and ${wrong.name} of ${entity} is no date.`,
        next: `Write “calendar by” and a date of ${entity}; or show it as a table.`,
        witness: witnessOf(context, { screen, happens: 'there is no day to draw a record on' }),
      };
    }
  },
});

function isDate({ type: { kind } }: Attribute): boolean {
  return kind === 'date' || kind === 'date and time' || kind === 'unknown';
}
