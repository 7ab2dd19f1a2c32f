import { boundValue, sizeWords } from '../lookups/bound-values.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'file-over-limit',
  point: 3,
  severity: 'warning',
  about: 'A field for files that exceed the upload limit.',
  *find({ entities }) {
    for (const context of entities) {
      const { model, schema } = context;
      for (const entity of model.entities) {
        for (const { id, name, at, type } of entity.fields) {
          const size = type.kind === 'file' ? boundValue(type.maxSize, schema) : null;
          if (size === null) continue;
          const limit = model.limits.find((each) => each.name === 'upload size');
          if (limit === undefined || limit.value === null || size <= limit.value) continue;
          const most = sizeWords(limit.value);
          const assumed = limit.standing === 'assumed' ? ` (assumed, because point 9 states no other)` : '';
          yield {
            element: id,
            at,
            also: [limit.at],
            message: `${name} of ${entity.name} allows files up to ${sizeWords(size)}, but the upload limit is ${most}${assumed}.`,
            next: `Write the row “Upload size | ${sizeWords(size)}” in point 9, or allow smaller files only.`,
            witness: witnessOf(context, {
              entity: entity.name,
              opens: 'form',
              outcome: `a file of ${sizeWords(size)} under ${name} is refused`,
            }),
          };
        }
      }
    }
  },
});
