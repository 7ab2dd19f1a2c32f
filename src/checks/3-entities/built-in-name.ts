import { BUILT_IN } from '../../model/lookups/schema.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'built-in-name',
  point: 3,
  severity: 'error',
  about: 'A field or state with the name of a built-in field.',
  *find({ entities }) {
    for (const { model, machines } of entities) {
      for (const entity of model.entities) {
        for (const { id, name, at, standing } of [...entity.fields, ...machines]) {
          if (standing !== 'stated' || !BUILT_IN.includes(name)) continue;
          yield {
            element: id,
            at,
            message: `Every ${entity.name} already has the built-in field ${name}.`,
            next:
              name === 'id'
                ? 'Remove the line, or give the field another name, such as number.'
                : `Remove the line: the product maintains ${name}. If you meant something else, rename it.`,
          };
        }
      }
    }
  },
});
