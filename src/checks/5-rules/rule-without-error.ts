import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'rule-without-error',
  point: 5,
  severity: 'note',
  about: 'A rule without an error and a message, although other rules of its entity have one.',
  *find({ entities }) {
    for (const context of entities) {
      const { rules } = context;
      const stated = rules.filter(({ point, standing }) => point === 5 && standing === 'stated');
      const withText = stated.filter(({ error, message }) => error !== null || message !== null);
      if (withText.length === 0) continue;
      for (const { id, at, condition, name, entity, error, message } of stated) {
        if (error !== null || message !== null || context.typed(condition) === null) continue;
        yield {
          element: id,
          at: condition?.at ?? at,
          message: `${name} has no message: people get a generated description of its condition.`,
          next: `Name an error of point 8 for ${name}, or write a message.`,
          witness: witnessOf(context, {
            entity,
            opens: 'form',
            outcome: `the refusal by ${name} only describes the condition, \`${condition?.text}\`, without advice`,
          }),
        };
      }
    }
  },
});
