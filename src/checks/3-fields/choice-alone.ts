import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'choice-alone',
  point: 3,
  severity: 'warning',
  about: 'A choice with one option, which leaves nothing to choose.',
  *findIn({ model }) {
    for (const entity of model.entities) {
      for (const { id, name, at, type, standing } of entity.fields) {
        if (standing !== 'stated' || type.kind !== 'choice' || type.options.length !== 1) continue;
        const only = type.options[0]?.name ?? '';
        yield {
          element: id,
          at,
          message: `${name} of ${entity.name} can only be ${only}, so it tells no record from another.`,
          next: `Add the other options behind a comma, as in \`${only}, Other\`; or, if ${only} is no option but an entity or a type, correct its name.`,
        };
      }
    }
  },
});
