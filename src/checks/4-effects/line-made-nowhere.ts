import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'line-made-nowhere',
  point: 4,
  severity: 'error',
  about: 'An effect that makes a line where the record has no list that it could stand in, or several.',
  *findIn({ machines, schema }) {
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
              ? `This makes ${withArticle(effect.entity)}, and ${withArticle(entity)} has several lists of them.`
              : `This makes ${withArticle(effect.entity)}, and ${withArticle(entity)} has no list that it could stand in.`,
            next: many
              ? `Keep the lines of ${entity} in one list, or give each list lines of its own.`
              : `Raise an event of ${owner} here that makes the line, since lines stand in ${withArticle(owner)}.`,
          };
        }
      }
    }
  },
});
