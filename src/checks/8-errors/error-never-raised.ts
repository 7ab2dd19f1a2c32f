import { STANDARD_CODES } from '../../model/types/standard-codes.ts';
import { usesByCode } from '../lookups/error-uses.ts';
import { FEW, joinFirstNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'error-never-raised',
  point: 8,
  severity: 'warning',
  about: 'An entry of the catalogue that nothing in the document raises.',
  *find(context) {
    const { model } = context;
    const uses = usesByCode(context);
    const never = model.errors.filter(({ code, standing, standsFor }) => {
      // An entry with words instead of a code, such as "network error", happens outside of what the document states.
      const isOutside = /\s/.test(code) || standsFor.length > 0;
      const isRaised = uses.get(code)?.some(({ raises }) => raises) ?? false;
      return standing === 'stated' && !isOutside && !STANDARD_CODES.has(code) && !isRaised;
    });
    const [first, ...others] = never;
    // If there are many, the document probably describes in sentences what raises them, which is one problem.
    if (first !== undefined && never.length > FEW) {
      yield {
        element: first.id,
        at: first.at,
        also: others.map(({ at }) => at),
        message: `No rule or transition raises ${joinFirstNames(never.map(({ code }) => code))}.`,
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
            : `Nothing raises ${code}: calls list it, but no rule or transition raises it.`,
        next: `Name ${code} in the column Error of a rule or transition, or remove the entry.`,
      };
    }
  },
});
