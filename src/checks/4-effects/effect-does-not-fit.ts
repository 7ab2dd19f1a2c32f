import type { Formula } from '../../model/types/formula.ts';
import type { Effect, Transition } from '../../model/types/model.ts';
import { misfit } from '../lookups/value-misfit.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'effect-does-not-fit',
  point: 4,
  severity: 'error',
  about:
    'An effect that sets a field to a constant that the field rejects: too long, too large, or not matching the pattern.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          for (const { entity, field, value, effect } of filledBy(transition, machine.entity, context)) {
            const found = context.schema.entities.get(entity)?.attributes.get(field);
            const typed = context.typed(value);
            if (found?.kind !== 'field' || typed === null) continue;
            const why = misfit(found.field, typed, context.schema);
            if (why === null) continue;
            yield {
              element: transition.id,
              at: value.at ?? effect.at ?? transition.at,
              also: [found.field.at],
              message: `${capitalize(describeTransition(machine, transition))} sets ${field} of ${entity} to \`${value.text}\`, but ${why}.`,
              next: 'Correct the value, or the bounds of the field.',
              witness: witnessOf(context, {
                who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
                entity: machine.entity,
                state: transition.from === null ? null : { machine, name: transition.from },
                outcome: 'it is always refused',
              }),
            };
          }
        }
      }
    }
  },
});

interface Filled {
  readonly entity: string;
  readonly field: string;
  readonly value: Formula;
  readonly effect: Effect;
}

/** Returns what a transition writes: the final values in the record itself, and all values in other records. */
function filledBy({ effects }: Transition, entity: string, context: CheckContext): readonly Filled[] {
  return effects.flatMap((effect, index): readonly Filled[] => {
    if (effect.kind === 'create')
      return effect.values.map(({ field, value }) => ({ entity: effect.entity, field, value, effect }));
    if (effect.kind !== 'set') return [];
    const { on, field, value } = effect;
    const isLost = effects.some(
      (later, at) => at > index && later.kind === 'set' && later.on === null && later.field === field,
    );
    if (on === null) return isLost ? [] : [{ entity, field, value, effect }];
    const other = entityAt(on, context);
    return other === null ? [] : [{ entity: other, field, value, effect }];
  });
}

function entityAt(on: Formula, { typed }: CheckContext): string | null {
  const type = typed(on)?.type;
  const one = type?.t === 'list' ? type.of : type;
  return one?.t === 'record' ? one.entity : null;
}
