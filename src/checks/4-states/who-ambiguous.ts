import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'who-ambiguous',
  point: 4,
  severity: 'error',
  about: 'A name under Who that is both a role and a field.',
  *find({ model, schema }) {
    for (const machine of model.machines) {
      const attributes = schema.entities.get(machine.entity)?.attributes;
      for (const { id, at, who, standing } of machine.transitions) {
        for (const { name, at: place } of standing === 'stated' ? (who ?? []) : []) {
          const [role, field] = [schema.roles.get(name), attributes?.get(name)];
          if (role === undefined || field === undefined) continue;
          yield {
            element: id,
            at: place ?? at,
            also: [role.at, field.kind === 'field' ? field.field.at : null],
            message: `${name} under Who is both a role and a field of ${machine.entity}.`,
            next: 'Rename one of the two.',
          };
        }
      }
    }
  },
});
