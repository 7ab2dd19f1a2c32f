import { conjunctsOf } from '../../expressions/types/conjuncts.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { isEmpty, pathOf } from '../lookups/typed-parts.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'guard-before-ask',
  point: 4,
  severity: 'warning',
  about: 'A guard that needs a field that its own event asks for: guards are checked before the event asks.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          const guard = context.typed(transition.guard);
          if (guard === null || transition.standing !== 'stated') continue;
          for (const effect of transition.effects) {
            if (effect.kind !== 'ask') continue;
            const field = pathOf(context.schema, machine.entity, [effect.field]);
            if (field === null || !isFilledHere(effect.field, machine, transition, guard, context)) continue;
            const given = { schema: context.schema, valid: true };
            const wants = { condition: guard, truth: true };
            if (
              isSatisfiable([wants, { condition: isEmpty(field), truth: true }], given) ||
              !isSatisfiable([wants], given)
            )
              continue;
            yield {
              element: transition.id,
              at: transition.guard?.at ?? transition.at,
              also: [effect.at],
              message: `The guard of ${describeTransition(machine, transition)} needs ${effect.field} before the event asks for it: \`${transition.guard?.text}\`.`,
              next: `Make it a rule of point 5 on “${machine.entity}, ${transition.event}”, which is checked after the event has asked.`,
              witness: witnessOf(context, {
                who: transition.who?.[0]?.name ?? null,
                entity: machine.entity,
                state: transition.from === null ? null : { machine, name: transition.from },
                outcome: `while ${effect.field} is empty, the event is refused before it asks for ${effect.field}`,
              }),
            };
          }
        }
      }
    }
  },
});

/** Whether only this event fills the field. Otherwise the guard may be about the value that the event replaces. */
function isFilledHere(
  name: string,
  machine: Machine,
  { event }: Transition,
  guard: Typed,
  { entity }: EntityContext,
): boolean {
  const isRequired = conjunctsOf(guard).some(
    (part) =>
      part.op === 'binary' &&
      part.operator === '!=' &&
      part.right.op === 'literal' &&
      part.right.value === null &&
      part.left.op === 'field' &&
      part.left.field === name,
  );
  if (isRequired) return true;
  const askedOn = entity.fields.find((field) => field.name === name)?.askedOn ?? [];
  const others = machine.transitions.filter((row) => row.event !== event).flatMap(({ effects }) => effects);
  const isWrittenElsewhere = others.some(
    (effect) => (effect.kind === 'ask' || effect.kind === 'set') && effect.field === name,
  );
  return askedOn.length > 0 && askedOn.every((on) => on.name === event) && !isWrittenElsewhere;
}
