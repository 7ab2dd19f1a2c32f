import { textFormatKinds } from '../../model/types/text-formats.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

const SEARCHED: readonly string[] = ['text', 'long text', 'unknown', ...textFormatKinds];

export const check = defineCheck({
  code: 'search-in-no-text',
  point: 3,
  severity: 'warning',
  about: 'A field that is marked searchable, of a kind that the search does not look into.',
  *findIn({ model }) {
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
          message: `${name} of ${entity.name} is searchable, and the search looks into texts alone: ${name} is ${withArticle(type.kind)}.`,
          next: `Remove searchable (${instead} all the same), or keep the value as text.`,
        };
      }
    }
  },
});
