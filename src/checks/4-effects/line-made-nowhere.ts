import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'line-made-nowhere',
  point: 4,
  severity: 'error',
  about: 'An effect that creates a line although the record has no list for it, or several.',
  *find({ entities }) {
    for (const { machines, schema } of entities) {
      for (const { entity, transitions } of machines) {
        const fields = schema.entities.get(entity)?.entity.fields ?? [];
        for (const { id, at: place, effects } of transitions) {
          for (const effect of effects) {
            if (effect.kind !== 'create') continue;
            const made = schema.entities.get(effect.entity);
            if (made === undefined || (made.entity.belongsTo === null && made.owner === null)) continue;
            const lists = fields.filter(({ type }) => type.kind === 'list' && type.entity === effect.entity);
            if (lists.length === 1) continue;
            const owner = made.owner?.entity ?? made.entity.belongsTo?.name ?? '';
            const many = lists.length > 1;
            yield {
              element: id,
              at: effect.at ?? place,
              message: many
                ? `This creates ${withArticle(effect.entity)}, but ${withArticle(entity)} has several lists of them.`
                : `This creates ${withArticle(effect.entity)}, but ${withArticle(entity)} has no list of them.`,
              next: many
                ? `Keep the lines of ${entity} in one list, or give each list its own entity.`
                : `Instead, raise an event of ${owner} that creates the line.`,
            };
          }
        }
      }
    }
  },
});
