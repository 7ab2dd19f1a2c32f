import type { Typed } from '../../expressions/types/typed.ts';
import { containsQuery, walk } from '../../expressions/types/walk.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'unique-over-other-records',
  point: 3,
  severity: 'warning',
  about: 'A conditional unique key whose condition reads other records.',
  *find({ entities }) {
    for (const context of entities) {
      for (const entity of context.model.entities) {
        for (const { where, fields, at, id } of entity.unique) {
          const typed = context.typed(where);
          if (typed === null || !walk(typed).some(isInOtherRecord)) continue;
          const key = `The condition of the unique key ${joinNames(fields.map(({ name }) => name))}`;
          const isAsked = containsQuery(typed);
          yield {
            element: id,
            at: where?.at ?? at,
            severity: isAsked ? 'error' : 'warning',
            message: isAsked
              ? `${key} queries other records, so it is ignored and all records must differ.`
              : `${key} reads other records, but is only checked when ${entity.name} is written: a change of the others may leave duplicates.`,
            next: `Give ${entity.name} a field that is computed from it, such as \`counts: yes/no, computed: ${where?.text ?? ''}\`, and use that field here.`,
          };
        }
      }
    }
  },
});

/** Whether a part of an expression reads another record. */
const isInOtherRecord = (part: Typed): boolean =>
  part.op === 'query' || (part.op === 'field' && part.of.op === 'field' && part.of.type.t === 'record');
