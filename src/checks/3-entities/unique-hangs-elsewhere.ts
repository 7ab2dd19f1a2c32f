import type { Typed } from '../../expressions/types/typed.ts';
import { holdsQuery, walk } from '../../expressions/types/walk.ts';
import { defineCheck } from '../check.ts';
import { listed } from '../places.ts';

export const check = defineCheck({
  code: 'unique-hangs-elsewhere',
  point: 3,
  severity: 'warning',
  about: 'A key among some records only, where what says which ones stands in other records.',
  *findIn(context) {
    for (const entity of context.model.entities) {
      for (const { where, fields, at, id } of entity.unique) {
        const typed = context.typed(where);
        if (typed === null || !walk(typed).some(isElsewhere)) continue;
        const key = `Which records are to differ in ${listed(fields.map(({ name }) => name))}`;
        const isAsked = holdsQuery(typed);
        yield {
          element: id,
          at: where?.at ?? at,
          severity: isAsked ? 'error' : 'warning',
          message: isAsked
            ? `${key} can't be counted for a key, so that all of them are to differ.`
            : `${key} hangs on other records, and is looked at when ${entity.name} is written, not when those are: two may come to be alike.`,
          next: `Give ${entity.name} a field that is computed from it, such as \`counts: yes/no, computed: ${where?.text ?? ''}\`, and name that field here.`,
        };
      }
    }
  },
});

/** Whether that stands in another record than the one at hand. */
const isElsewhere = (part: Typed): boolean =>
  part.op === 'query' || (part.op === 'field' && part.of.op === 'field' && part.of.type.t === 'record');
