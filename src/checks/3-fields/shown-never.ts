import { defineCheck } from '../runner/check.ts';
import { possible } from '../solver/solver.ts';

export const check = defineCheck({
  code: 'shown-never',
  point: 3,
  severity: 'warning',
  about: 'A field that is asked for only while a condition holds that never does.',
  *findIn({ model, rules, typed, schema }) {
    for (const entity of model.entities) {
      for (const field of entity.fields) {
        if (field.shownWhen === null) continue;
        // What is shown when stands as a rule: the field is empty, or the condition holds.
        const rule = rules.find(({ id, at }) => id.includes('shown when') && at === (field.shownWhen?.at ?? field.at));
        const stated = typed(rule?.condition ?? null);
        const condition = stated?.op === 'binary' && stated.operator === 'or' ? stated.right : null;
        if (condition === null || possible([{ condition, truth: true }], { schema, valid: true })) continue;
        yield {
          element: field.id,
          at: field.shownWhen.at ?? field.at,
          message: `${field.name} of ${entity.name} is never shown: \`${field.shownWhen.text}\` can't hold.`,
          next: 'Correct the condition, or the types and bounds of the fields that it reads.',
        };
      }
    }
  },
});
