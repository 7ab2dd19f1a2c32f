import { normalized } from '../../fields/text/fold.ts';
import type { Option } from '../../model/types/types.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'choice-twice',
  point: 3,
  severity: 'error',
  about: 'A choice with the same option twice, or with two that differ only in capitals or spaces.',
  *find({ entities }) {
    for (const { model } of entities) {
      for (const entity of model.entities) {
        for (const field of entity.fields) {
          if (field.type.kind !== 'choice') continue;
          for (const [first, second] of twins(field.type.options)) {
            const says =
              first === second ? `lists ${first} twice` : `lists ${first} and ${second}, which are easily confused`;
            yield {
              element: field.id,
              at: field.at,
              message: `${field.name} of ${entity.name} ${says}.`,
              next: `Remove one of them, or correct it.`,
            };
          }
        }
      }
    }
  },
});

function twins(options: readonly Option[]): [string, string][] {
  const seen = new Map<string, string>();
  const found: [string, string][] = [];
  for (const { name } of options) {
    const key = normalized(name, 'NFKC')
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '');
    const first = seen.get(key);
    if (first === undefined) seen.set(key, name);
    else found.push([first, name]);
  }
  return found;
}
