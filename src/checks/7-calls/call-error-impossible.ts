import { defineCheck } from '../check.ts';
import { usesByCode } from '../errors.ts';
import { isUsual, raisedBy } from '../raised.ts';

export const check = defineCheck({
  code: 'call-error-impossible',
  point: 7,
  severity: 'warning',
  about: 'A call that lists an error which other calls can raise, and nothing that this one does.',
  *find(context) {
    const { model, schema } = context;
    if (!model.calls.some(({ standing, errors }) => standing === 'stated' && errors.length > 0)) return;
    const rules = Map.groupBy(model.rules, ({ entity }) => entity);
    const uses = usesByCode(context);
    for (const call of model.calls) {
      const raised = call.standing === 'stated' && call.errors.length > 0 ? raisedBy(call, schema, rules) : null;
      if (raised === null) continue;
      const codes = new Set(raised.map(({ code }) => code));
      for (const { name, at } of call.errors) {
        const others = (uses.get(name) ?? []).filter(({ raises }) => raises);
        // What nothing raises at all is said of the catalogue.
        if (codes.has(name) || isUsual(name, schema) || others.length === 0) continue;
        yield {
          element: call.id,
          at: at ?? call.at,
          also: others.slice(0, 2).map((use) => use.at),
          message: `The call ${call.name} can't fail with ${name}: nothing that it does raises it.`,
          next: `Take ${name} out of its May fail with, or let the rule that raises it hold here too.`,
        };
      }
    }
  },
});
