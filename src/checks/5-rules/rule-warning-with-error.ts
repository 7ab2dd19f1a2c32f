import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'rule-warning-with-error',
  point: 5,
  severity: 'note',
  about: 'A warning that names an error.',
  *find({ entities }) {
    for (const context of entities) {
      for (const { name, error, severity, standing, at, id, entity } of context.rules) {
        if (severity !== 'warning' || error === null || standing !== 'stated') continue;
        yield {
          element: id,
          at: error.at ?? at,
          also: [context.schema.errors.get(error.name)?.at ?? null],
          message: `${name} only warns, so its error ${error.name} is never returned.`,
          next: `Write a text under Message instead, or make ${name} an error.`,
          witness: witnessOf(context, {
            entity,
            opens: 'form',
            outcome: `a record that breaks ${name} is saved, and ${error.name} is never returned`,
          }),
        };
      }
    }
  },
});
