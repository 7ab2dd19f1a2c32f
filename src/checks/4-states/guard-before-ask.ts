import { partsOf } from '../../expressions/types/conjuncts.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { moveOf } from '../moves.ts';
import { possible } from '../reason.ts';
import { isEmpty, pathOf } from '../typed-parts.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'guard-before-ask',
  point: 4,
  severity: 'warning',
  about: 'A guard that needs what its own event only then asks for: guards are judged before.',
  *findIn(context) {
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
          if (possible([wants, { condition: isEmpty(field), truth: true }], given) || !possible([wants], given))
            continue;
          yield {
            element: transition.id,
            at: transition.guard?.at ?? transition.at,
            also: [effect.at],
            message: `The guard of ${moveOf(machine, transition)} needs ${effect.field} before the event asks for it: \`${transition.guard?.text}\`.`,
            next: `Make it a rule of point 5 on “${machine.entity}, ${transition.event}”, which is judged after the ask.`,
            witness: witnessOf(context, {
              who: transition.who?.[0]?.name ?? null,
              entity: machine.entity,
              state: transition.from === null ? null : { machine, name: transition.from },
              happens: `as long as ${effect.field} is empty, the event is refused before it asks for ${effect.field}`,
            }),
          };
        }
      }
    }
  },
});

/** A field that something else may fill before is another matter: the guard may speak of the value that the event replaces. */
function isFilledHere(
  name: string,
  machine: Machine,
  { event }: Transition,
  guard: Typed,
  { entity }: EntityContext,
): boolean {
  const wanted = partsOf(guard).some(
    (part) =>
      part.op === 'binary' &&
      part.operator === '!=' &&
      part.right.op === 'literal' &&
      part.right.value === null &&
      part.left.op === 'field' &&
      part.left.field === name,
  );
  if (wanted) return true;
  const askedOn = entity.fields.find((field) => field.name === name)?.askedOn ?? [];
  const others = machine.transitions.filter((row) => row.event !== event).flatMap(({ effects }) => effects);
  const elsewhere = others.some((effect) => (effect.kind === 'ask' || effect.kind === 'set') && effect.field === name);
  return askedOn.length > 0 && askedOn.every((on) => on.name === event) && !elsewhere;
}
