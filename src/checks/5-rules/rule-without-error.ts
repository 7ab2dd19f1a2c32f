import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'rule-without-error',
  point: 5,
  severity: 'note',
  about: 'A rule that has neither an error of the catalogue nor a message, where other rules of its entity have one.',
  *findIn(context) {
    const { rules } = context;
    const stated = rules.filter(({ point, standing }) => point === 5 && standing === 'stated');
    const spoken = stated.filter(({ error, message }) => error !== null || message !== null);
    if (spoken.length === 0) return;
    for (const { id, at, condition, name, entity, error, message } of stated) {
      if (error !== null || message !== null || context.typed(condition) === null) continue;
      yield {
        element: id,
        at: condition?.at ?? at,
        message: `${name} has no message of its own: people read the condition in our words.`,
        next: `Name an error of point 8 for ${name}, or write a message.`,
        witness: witnessOf(context, {
          entity,
          opens: 'form',
          happens: `what ${name} refuses is answered with the condition itself, \`${condition?.text}\`, and no advice`,
        }),
      };
    }
  },
});
