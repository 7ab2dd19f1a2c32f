import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'choice-alone',
  point: 3,
  severity: 'warning',
  about: 'A choice with only one option.',
  *find({ entities }) {
    for (const { model } of entities) {
      for (const entity of model.entities) {
        for (const { id, name, at, type, standing } of entity.fields) {
          if (standing !== 'stated' || type.kind !== 'choice' || type.options.length !== 1) continue;
          const only = type.options[0]?.name ?? '';
          yield {
            element: id,
            at,
            message: `${name} of ${entity.name} has only one option, ${only}.`,
            next: `Add the other options after a comma, as in \`${only}, Other\`. If you meant an entity or a type, correct its name.`,
          };
        }
      }
    }
  },
});
