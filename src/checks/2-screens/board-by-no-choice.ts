import { defineCheck } from '../check.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'board-by-no-choice',
  point: 2,
  severity: 'error',
  about: 'A board by a field that is no state, no choice and no reference, so that it has no columns.',
  *findIn(context) {
    const attributes = context.schema.entities.get(context.entity.name)?.attributes;
    for (const screen of context.screens) {
      const attribute = screen.kind === 'board' && screen.by !== null ? attributes?.get(screen.by) : undefined;
      if (attribute === undefined || screen.standing !== 'stated') continue;
      const { type } = attribute;
      if (type.kind === 'unknown' || type.kind === 'reference' || (type.kind === 'choice' && !type.several)) continue;
      yield {
        element: screen.id,
        at: screen.at,
        also: [attribute.kind === 'field' ? attribute.field.at : null],
        message: `${screen.name} is a board by ${attribute.name}, and ${attribute.name} of ${context.entity.name} is no state and no choice: it has no columns.`,
        next: `Name a field with choices, or the states of ${context.entity.name}; or show it as a table.`,
        witness: witnessOf(context, { screen, happens: 'there is no column to put a record into' }),
      };
    }
  },
});
