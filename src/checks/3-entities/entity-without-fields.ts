import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'entity-without-fields',
  point: 3,
  severity: 'warning',
  about: 'An entity without fields and states.',
  *find({ entities }) {
    for (const { model, machines } of entities) {
      for (const { id, name, at, standing, fields } of model.entities) {
        if (standing !== 'stated' || fields.length > 0 || machines.length > 0) continue;
        yield {
          element: id,
          at,
          message: `${name} has no field, so all its records are the same.`,
          next: `Add a field under the heading, such as \`- name: text, required\`, or remove ${name}.`,
        };
      }
    }
  },
});
