import { defineCheck } from '../check.ts';
import { withArticle } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'entity-without-title',
  point: 3,
  severity: 'warning',
  about: 'An entity that others refer to, and that has no field people could know its records by.',
  *find(context) {
    const reported = new Set<string>();
    for (const from of context.model.entities) {
      for (const { name, at, type } of from.fields) {
        if ((type.kind !== 'reference' && type.kind !== 'references') || reported.has(type.entity)) continue;
        const target = context.schema.entities.get(type.entity);
        if (target === undefined || target.title !== null || target.entity.standing !== 'stated') continue;
        reported.add(type.entity);
        const happens = `under ${name} every ${type.entity} reads the same, “${target.entity.label}”`;
        yield {
          element: target.entity.id,
          at: target.entity.at,
          also: [at],
          message: `${from.name}.${name} is ${withArticle(type.entity)}, and no field says which one: ${type.entity} has no text and no title.`,
          next: `Mark a field of ${type.entity} with title, or give it a name: \`- name: text, required, title\`.`,
          witness: witnessOf(context, { entity: from.name, opens: 'list', happens }),
        };
      }
    }
  },
});
