import { normalized } from '../../fields/text/fold.ts';
import type { Option } from '../../model/types/types.ts';
import { defineCheck } from '../check.ts';

export const check = defineCheck({
  code: 'choice-twice',
  point: 3,
  severity: 'error',
  about: 'A choice that lists one option twice, or two that differ in capitals or spaces alone.',
  *findIn({ model }) {
    for (const entity of model.entities) {
      for (const field of entity.fields) {
        if (field.type.kind !== 'choice') continue;
        for (const [first, second] of twins(field.type.options)) {
          const says =
            first === second ? `lists ${first} twice` : `lists ${first} and ${second}, which people can't tell apart`;
          yield {
            element: field.id,
            at: field.at,
            message: `${field.name} of ${entity.name} ${says}.`,
            next: `Remove one of them, or write the other option that was meant.`,
          };
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
