import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'effect-empties-required',
  point: 4,
  severity: 'warning',
  about: 'An effect that clears a required field.',
  *find({ entities }) {
    for (const context of entities) {
      const attributes = context.schema.entities.get(context.entity.name)?.attributes;
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          for (const [index, effect] of transition.effects.entries()) {
            if (
              effect.kind !== 'set' ||
              effect.change !== null ||
              effect.on !== null ||
              effect.value.tree?.op !== 'null'
            )
              continue;
            const attribute = attributes?.get(effect.field);
            const isFilled = transition.effects.some(
              (later, at) => at > index && later.kind === 'set' && later.on === null && later.field === effect.field,
            );
            if (attribute?.kind !== 'field' || !attribute.field.required || isFilled) continue;
            yield {
              element: transition.id,
              at: effect.at ?? transition.at,
              also: [attribute.field.at],
              message: `${capitalize(describeTransition(machine, transition))} clears ${effect.field}, which is required.`,
              next: `Set another value, or don't require ${effect.field} in point 3.`,
              witness: witnessOf(context, {
                who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
                entity: machine.entity,
                state: transition.from === null ? null : { machine, name: transition.from },
                outcome: `afterwards ${effect.field} is empty, and the record can't be saved until somebody fills it in`,
              }),
            };
          }
        }
      }
    }
  },
});
