import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { pointsNotShown } from '../../model/types/model.ts';
import { STANDARD_CODES } from '../../model/types/standard-codes.ts';
import { usesByCode } from '../lookups/error-uses.ts';
import { renameEdit } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'error-not-in-catalogue',
  point: 8,
  severity: 'warning',
  about: 'An error that a rule, a transition or a call names but that is not in the catalogue.',
  *find(context) {
    const { model, schema } = context;
    if (pointsNotShown(model).includes(8)) return;
    for (const [code, uses] of usesByCode(context)) {
      const [first, ...others] = uses;
      if (first === undefined || schema.errors.has(code) || STANDARD_CODES.has(code)) continue;
      const meant = nearest(code, [...schema.errors.keys(), ...STANDARD_CODES]);
      yield {
        element: first.element,
        at: first.at,
        also: others.map(({ at }) => at),
        message: `The catalogue has no error ${code}.`,
        next: `${meant === null ? '' : `Did you mean ${meant}? Otherwise g`}${meant === null ? 'G' : ''}ive it a row in point 8 with a status and a message.`,
        edit: renameEdit(first.at, code, meant),
      };
    }
  },
});
