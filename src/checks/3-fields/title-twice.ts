import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'title-twice',
  point: 3,
  severity: 'warning',
  about: 'An entity with two titles.',
  *find({ entities }) {
    for (const { model } of entities) {
      for (const { name, fields } of model.entities) {
        const [first, ...others] = fields.filter(({ title, standing }) => title && standing === 'stated');
        for (const field of others) {
          yield {
            element: field.id,
            at: field.at,
            also: [first?.at ?? null],
            message: `${field.name} is marked as title, but ${name} already has the title ${first?.name ?? ''}.`,
            next: `Only the first counts. Remove title from one of them, or combine both in one field: \`= ${first?.name ?? ''} + " " + ${field.name}\`.`,
          };
        }
      }
    }
  },
});
