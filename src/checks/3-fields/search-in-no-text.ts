import { textFormatKinds } from '../../model/types/text-formats.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

const SEARCHED: readonly string[] = ['text', 'long text', 'unknown', ...textFormatKinds];

export const check = defineCheck({
  code: 'search-in-no-text',
  point: 3,
  severity: 'warning',
  about: 'A searchable field that is not a text.',
  *find({ entities }) {
    for (const { model } of entities) {
      for (const entity of model.entities) {
        for (const { id, name, at, type, searchable, standing } of entity.fields) {
          if (standing !== 'stated' || !searchable || SEARCHED.includes(type.kind)) continue;
          const instead =
            type.kind === 'reference' || type.kind === 'references'
              ? 'lists can be filtered by it'
              : 'lists can be filtered and sorted by it';
          yield {
            element: id,
            at,
            message: `${name} of ${entity.name} is searchable, but only texts can be searched: ${name} is ${withArticle(type.kind)}.`,
            next: `Remove searchable (${instead} anyway), or make the field a text.`,
          };
        }
      }
    }
  },
});
