import { pointsNotShown } from '../../model/types/model.ts';
import { defineCheck } from '../check.ts';
import { newlyFails } from '../newly-fails.ts';
import { listed } from '../places.ts';
import { isUsual, raisedBy } from '../raised.ts';

export const check = defineCheck({
  code: 'call-misses-error',
  point: 7,
  severity: 'warning',
  about: 'A call that can be refused with an error which its May fail with does not list.',
  *find(context) {
    const { model, schema } = context;
    if (pointsNotShown(model).includes(8)) return;
    const rules = Map.groupBy(model.rules, ({ entity }) => entity);
    for (const call of model.calls) {
      if (call.standing !== 'stated') continue;
      const known = new Set(call.errors.map(({ name }) => name));
      const raised =
        raisedBy(call, schema, rules, (rule, machine, row) => newlyFails(rule, machine, row, context)) ?? [];
      const missing = raised.filter(
        ({ code }) => schema.errors.has(code) && !known.has(code) && !isUsual(code, schema),
      );
      const codes = [...new Set(missing.map(({ code }) => code))];
      if (codes.length === 0) continue;
      const by = [...new Set(missing.map((each) => each.by))];
      yield {
        element: call.id,
        at: call.at,
        message: `The call ${call.name} can fail with ${listed(codes)}, by ${listed(by)}, and does not say so.`,
        next: `Add ${listed(codes)} to its May fail with.`,
      };
    }
  },
});
