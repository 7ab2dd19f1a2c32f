import { pointsNotShown } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { newlyFails } from '../transitions/newly-failing-rules.ts';
import { errorsRaisedBy, isStandardError } from '../transitions/raised-events.ts';

export const check = defineCheck({
  code: 'call-misses-error',
  point: 7,
  severity: 'warning',
  about: 'A call that can fail with an error that its May fail with does not list.',
  *find(context) {
    const { model, schema } = context;
    if (pointsNotShown(model).includes(8)) return;
    const rules = Map.groupBy(model.rules, ({ entity }) => entity);
    for (const call of model.calls) {
      if (call.standing !== 'stated') continue;
      const known = new Set(call.errors.map(({ name }) => name));
      const raised =
        errorsRaisedBy(call, schema, rules, (rule, machine, row) => newlyFails(rule, machine, row, context)) ?? [];
      const missing = raised.filter(
        ({ code }) => schema.errors.has(code) && !known.has(code) && !isStandardError(code, schema),
      );
      const codes = [...new Set(missing.map(({ code }) => code))];
      if (codes.length === 0) continue;
      const by = [...new Set(missing.map((each) => each.by))];
      yield {
        element: call.id,
        at: call.at,
        message: `The call ${call.name} can fail with ${joinNames(codes)} because of ${joinNames(by)}, but does not list it.`,
        next: `Add ${joinNames(codes)} to its May fail with.`,
      };
    }
  },
});
