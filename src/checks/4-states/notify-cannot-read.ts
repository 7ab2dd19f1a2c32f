import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { capital, moveOf } from '../moves.ts';
import { withArticle } from '../places.ts';
import { equal, personOf } from '../typed-parts.ts';
import { grants, inState, mayBe } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'notify-cannot-read',
  point: 4,
  severity: 'warning',
  about: 'Somebody is told of a record that they may not read once the transition is through.',
  *findIn(context) {
    for (const machine of context.machines) {
      for (const transition of machine.transitions) {
        for (const effect of transition.standing === 'stated' ? transition.effects : []) {
          if (effect.kind !== 'notify' || mayRead(machine, transition, context.typed(effect.to), context)) continue;
          const to = effect.to.text;
          yield {
            element: transition.id,
            at: effect.to.at ?? effect.at ?? transition.at,
            message: `${capital(moveOf(machine, transition))} notifies ${to}, who may not read ${withArticle(machine.entity)} in ${transition.to}.`,
            next: `Let the row “${machine.entity}: read” of point 6 admit ${to} then, or notify somebody else.`,
            witness: witnessOf(context, {
              who: to,
              entity: machine.entity,
              state: { machine, name: transition.to },
              happens: 'the notice names no title, and what it leads to is not found',
            }),
          };
        }
      }
    }
  },
});

/** False only where no cell can admit the person whom a path leads to, in the state that it leads to. */
function mayRead(machine: Machine, { to }: Transition, person: Typed | null, context: CheckContext): boolean {
  const me = personOf(context.schema);
  const cells = context.access.cells(machine.entity, 'read');
  if (person === null || me === null || person.op !== 'field' || cells.length === 0) return true;
  if (person.type.t !== 'record' || me.type.t !== 'record' || person.type.entity !== me.type.entity) return true;
  const given = [equal(person, me), ...inState(machine, to, context)];
  const admits = cells.some((cell) => context.access.canHold(cell.role) && grants(cell, given, context));
  return admits || !mayBe(given, context);
}
