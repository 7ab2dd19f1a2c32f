import { misfit } from '../lookups/value-misfit.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'default-does-not-fit',
  point: 3,
  severity: 'error',
  about: 'A default that its own field rejects: too long, too large, or not matching the pattern.',
  *find({ entities }) {
    for (const context of entities) {
      for (const entity of context.model.entities) {
        for (const field of entity.fields) {
          const typed = context.typed(field.default);
          const why = typed === null ? null : misfit(field, typed, context.schema);
          if (why === null) continue;
          yield {
            element: field.id,
            at: field.default?.at ?? field.at,
            message: `${field.name} of ${entity.name} has the default \`${field.default?.text ?? ''}\`, but ${why}.`,
            next: 'Correct the default, or the bounds of the field.',
            witness: witnessOf(context, {
              entity: entity.name,
              opens: 'form',
              outcome: `saving with the default of ${field.name} is refused`,
            }),
          };
        }
      }
    }
  },
});
