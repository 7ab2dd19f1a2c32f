import { BUILT_IN } from '../../model/lookups/schema.ts';
import { defineCheck } from '../check.ts';

export const check = defineCheck({
  code: 'built-in-name',
  point: 3,
  severity: 'error',
  about: 'A field or state with the name of what every record has by itself.',
  *findIn({ model, machines }) {
    for (const entity of model.entities) {
      for (const { id, name, at, standing } of [...entity.fields, ...machines]) {
        if (standing !== 'stated' || !BUILT_IN.includes(name)) continue;
        yield {
          element: id,
          at,
          message: `Every ${entity.name} has ${name} by itself, and no document can state it.`,
          next:
            name === 'id'
              ? 'Remove the line, or give the field another name, such as number.'
              : `Remove the line: the product keeps ${name}. If something else is meant, give it another name.`,
        };
      }
    }
  },
});
