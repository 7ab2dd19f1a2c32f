import type { Attribute } from '../../model/lookups/schema.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'calendar-by-no-date',
  point: 2,
  severity: 'error',
  about: 'A calendar without a date field, or by a field that is not a date.',
  *find({ entities }) {
    for (const context of entities) {
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
              ? `${screen.name} is a calendar but does not name a date of ${entity}.`
              : `${screen.name} is a calendar by ${names.join(' to ')}, but ${wrong.name} of ${entity} is not a date.`,
          next: `Write “calendar by” and a date field of ${entity}, or show a table instead.`,
          witness: witnessOf(context, { screen, outcome: 'no record appears on any day' }),
        };
      }
    }
  },
});

function isDate({ type: { kind } }: Attribute): boolean {
  return kind === 'date' || kind === 'date and time' || kind === 'unknown';
}
