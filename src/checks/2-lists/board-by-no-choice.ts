import type { Attribute } from '../../model/lookups/schema.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'board-by-no-choice',
  point: 2,
  severity: 'error',
  about: 'A board without a field for its columns, or by a field that is not a state, a choice or a reference.',
  *find({ entities }) {
    for (const context of entities) {
      const attributes = context.schema.entities.get(context.entity.name)?.attributes;
      for (const screen of context.screens) {
        if (screen.kind !== 'board' || screen.standing !== 'stated') continue;
        const attribute = screen.by === null ? null : attributes?.get(screen.by);
        if (attribute === undefined || (attribute !== null && hasColumns(attribute))) continue;
        const entity = context.entity.name;
        yield {
          element: screen.id,
          at: screen.at,
          also: [attribute?.kind === 'field' ? attribute.field.at : null],
          message:
            attribute === null
              ? `${screen.name} is a board of ${entity} without a field for its columns.`
              : `${screen.name} is a board by ${attribute.name}, but ${attribute.name} of ${entity} is not a state, a choice or a reference: the board has no columns.`,
          next: `After “board by”, name a choice, a reference or the states of ${entity}; or show a table instead.`,
          witness: witnessOf(context, { screen, outcome: 'the board has no column for any record' }),
        };
      }
    }
  },
});

function hasColumns({ type }: Attribute): boolean {
  return type.kind === 'unknown' || type.kind === 'reference' || (type.kind === 'choice' && !type.several);
}
