import { defineCheck } from '../runner/check.ts';
import { isSatisfiable } from '../solver/solver.ts';

export const check = defineCheck({
  code: 'shown-never',
  point: 3,
  severity: 'warning',
  about: 'A field that is shown only under a condition that never holds.',
  *find({ entities }) {
    for (const { model, rules, typed, schema } of entities) {
      for (const entity of model.entities) {
        for (const field of entity.fields) {
          if (field.shownWhen === null) continue;
          // “Shown when” is a rule in the Model: the field is empty, or the condition holds.
          const rule = rules.find(
            ({ id, at }) => id.includes('shown when') && at === (field.shownWhen?.at ?? field.at),
          );
          const stated = typed(rule?.condition ?? null);
          const condition = stated?.op === 'binary' && stated.operator === 'or' ? stated.right : null;
          if (condition === null || isSatisfiable([{ condition, truth: true }], { schema, valid: true })) continue;
          yield {
            element: field.id,
            at: field.shownWhen.at ?? field.at,
            message: `${field.name} of ${entity.name} is never shown: \`${field.shownWhen.text}\` never holds.`,
            next: 'Correct the condition, or the types and bounds of the fields that it reads.',
          };
        }
      }
    }
  },
});
