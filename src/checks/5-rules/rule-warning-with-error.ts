import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'rule-warning-with-error',
  point: 5,
  severity: 'note',
  about: 'A rule that only warns and names an error, which is then never answered.',
  *findIn(context) {
    for (const { name, error, severity, standing, at, id, entity } of context.rules) {
      if (severity !== 'warning' || error === null || standing !== 'stated') continue;
      yield {
        element: id,
        at: error.at ?? at,
        also: [context.schema.errors.get(error.name)?.at ?? null],
        message: `${name} only warns, and names the error ${error.name}: nothing is refused with it.`,
        next: `Write the words under Message instead, or let ${name} refuse.`,
        witness: witnessOf(context, {
          entity,
          opens: 'form',
          happens: `what breaks ${name} is saved all the same, and ${error.name} is answered by nothing`,
        }),
      };
    }
  },
});
