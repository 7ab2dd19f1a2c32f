import { STANDARD_CODES } from '../../model/standard-codes.ts';
import { defineCheck } from '../check.ts';
import { usesByCode } from '../errors.ts';

export const check = defineCheck({
  code: 'error-never-raised',
  point: 8,
  severity: 'warning',
  about: 'An entry of the catalogue that nothing in the document raises.',
  *find(context) {
    const { model } = context;
    const uses = usesByCode(context);
    for (const { id, code, at, standing, standsFor } of model.errors) {
      const named = uses.get(code) ?? [];
      // What has words in place of a code, as “network error”, happens where no line of a document raises it.
      const isOutside = /\s/.test(code) || standsFor.length > 0;
      if (standing !== 'stated' || isOutside || STANDARD_CODES.has(code) || named.some(({ raises }) => raises))
        continue;
      yield {
        element: id,
        at,
        also: named.map((use) => use.at),
        message:
          named.length === 0
            ? `Nothing raises ${code}.`
            : `Nothing raises ${code}: a call may fail with it, and no rule or transition does.`,
        next: `Name ${code} in the column Error of a rule or transition, or remove the entry.`,
      };
    }
  },
});
