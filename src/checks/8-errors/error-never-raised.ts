import { STANDARD_CODES } from '../../model/types/standard-codes.ts';
import { defineCheck } from '../check.ts';
import { usesByCode } from '../errors.ts';
import { FEW, someOf } from '../places.ts';

export const check = defineCheck({
  code: 'error-never-raised',
  point: 8,
  severity: 'warning',
  about: 'An entry of the catalogue that nothing in the document raises.',
  *find(context) {
    const { model } = context;
    const uses = usesByCode(context);
    const never = model.errors.filter(({ code, standing, standsFor }) => {
      // What has words in place of a code, as “network error”, happens where no line of a document raises it.
      const isOutside = /\s/.test(code) || standsFor.length > 0;
      const isRaised = uses.get(code)?.some(({ raises }) => raises) ?? false;
      return standing === 'stated' && !isOutside && !STANDARD_CODES.has(code) && !isRaised;
    });
    const [first, ...others] = never;
    // Where so many are, the document says in sentences what raises them: that is one thing to mend.
    if (first !== undefined && never.length > FEW) {
      yield {
        element: first.id,
        at: first.at,
        also: others.map(({ at }) => at),
        message: `No rule or transition raises ${someOf(never.map(({ code }) => code))}.`,
        next: 'Name each in the column Error of the rule or transition that raises it, or remove the entry.',
      };
      return;
    }
    for (const { id, code, at } of never) {
      const named = uses.get(code) ?? [];
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
