import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'title-twice',
  point: 3,
  severity: 'warning',
  about: 'Two fields of one entity that are both marked as what people know a record by.',
  *findIn({ model }) {
    for (const { name, fields } of model.entities) {
      const [first, ...others] = fields.filter(({ title, standing }) => title && standing === 'stated');
      for (const field of others) {
        yield {
          element: field.id,
          at: field.at,
          also: [first?.at ?? null],
          message: `People know ${name} by ${first?.name ?? ''} already: ${field.name} can't be the title too.`,
          next: `Only the first counts. Remove title from one of them, or make one field of both: \`= ${first?.name ?? ''} + " " + ${field.name}\`.`,
        };
      }
    }
  },
});
