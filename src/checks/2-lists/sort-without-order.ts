import type { Attribute } from '../../model/lookups/schema.ts';
import type { Kind } from '../../model/types/types.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'sort-without-order',
  point: 2,
  severity: 'warning',
  about: 'A sort order by a field whose values have none (files, lines, several records), or by the same field twice.',
  *find({ entities }) {
    for (const context of entities) {
      const attributes = context.schema.entities.get(context.entity.name)?.attributes;
      for (const screen of context.screens) {
        if (screen.standing !== 'stated') continue;
        const seen = new Set<string>();
        for (const { at, field } of screen.sort) {
          const attribute = attributes?.get(field);
          const isAgain = seen.has(field);
          seen.add(field);
          if (attribute === undefined || (!isAgain && hasOrder(attribute))) continue;
          yield {
            element: screen.id,
            at: at ?? screen.at,
            also: [attribute.kind === 'field' ? attribute.field.at : null],
            message: isAgain
              ? `${screen.name} is sorted by ${field} twice; the second has no effect.`
              : `${screen.name} is sorted by ${field}, but ${field} of ${context.entity.name} holds ${wordsOf(attribute)}, which have no order.`,
            next: isAgain ? `Remove one, or name the field that you meant.` : 'Sort by a field that holds one value.',
            witness: witnessOf(context, {
              who: screen.roles?.[0]?.name ?? null,
              screen,
              outcome: `this ${field} has no effect on the order`,
            }),
          };
        }
      }
    }
  },
});

const NONE: ReadonlyMap<Kind, string> = new Map([
  ['list', 'lines'],
  ['references', 'several records'],
  ['file', 'files'],
  ['object', 'objects'],
  ['texts', 'several texts'],
]);

function hasOrder({ type }: Attribute): boolean {
  return !NONE.has(type.kind) && !('several' in type && type.several);
}

function wordsOf({ type }: Attribute): string {
  return NONE.get(type.kind) ?? 'several values';
}
