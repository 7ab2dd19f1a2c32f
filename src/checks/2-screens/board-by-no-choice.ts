import type { Attribute } from '../../model/lookups/schema.ts';
import { defineCheck } from '../check.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'board-by-no-choice',
  point: 2,
  severity: 'error',
  about: 'A board by no field, or by one that is no state, no choice and no reference, so that it has no columns.',
  *findIn(context) {
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
            ? `${screen.name} is a board of ${entity}, and by which field is not said: it has no columns.`
            : `${screen.name} is a board by ${attribute.name}, and ${attribute.name} of ${entity} is no state and no choice: it has no columns.`,
        next: `Name a field with choices, or the states of ${entity}, behind “board by”; or show it as a table.`,
        witness: witnessOf(context, { screen, happens: 'there is no column to put a record into' }),
      };
    }
  },
});

function hasColumns({ type }: Attribute): boolean {
  return type.kind === 'unknown' || type.kind === 'reference' || (type.kind === 'choice' && !type.several);
}
