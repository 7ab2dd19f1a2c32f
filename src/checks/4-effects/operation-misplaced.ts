import { mentions } from '../../expressions/types/conjuncts.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { capitalize } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'operation-misplaced',
  point: 4,
  severity: 'error',
  about:
    'A row of a plain operation that can never come about: at a line, about what a new record was before, or with lines of a deleted record.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          const found = problemOf(machine, transition, context);
          if (found !== null) yield { element: transition.id, at: transition.at, ...found };
        }
      }
    }
  },
});

function problemOf(
  { entity }: Machine,
  { timer, effects }: Transition,
  context: EntityContext,
): { readonly message: string; readonly next: string } | null {
  if (timer?.kind !== 'operation') return null;
  const { schema } = context;
  const stated = schema.entities.get(entity);
  const owner = stated?.owner?.entity ?? stated?.entity.belongsTo?.name ?? null;
  if (owner !== null)
    return {
      message: `${capitalize(withArticle(entity))} is a line and is written with its ${owner}, so “on ${timer.operation}” never acts.`,
      next: `State the effects at ${owner}, or use the (new) row of a table with states.`,
    };
  const typed = timer.where === null ? null : context.typed(timer.where);
  if (timer.operation === 'create' && typed !== null && mentions(typed, 'old'))
    return {
      message: `A new ${entity} was nothing before, so the condition of “on create” cannot read old.`,
      next: 'Write the condition about the new record.',
    };
  const line = effects.find(
    (effect) => effect.kind === 'create' && (schema.entities.get(effect.entity)?.owner?.entity ?? null) === entity,
  );
  if (timer.operation === 'delete' && line?.kind === 'create')
    return {
      message: `The ${entity} is deleted, so it gets no ${line.entity}.`,
      next: 'Create a record of an entity that belongs to no other.',
    };
  return null;
}
