import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { currentPerson, equality } from '../lookups/typed-parts.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';
import { canHoldTogether, cellGrants, inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'notify-cannot-read',
  point: 4,
  severity: 'warning',
  about: 'A notification or e-mail about a record that its recipient may not read after the transition.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          for (const effect of transition.standing === 'stated' ? transition.effects : []) {
            if (
              (effect.kind !== 'notify' && effect.kind !== 'email') ||
              mayRead(machine, transition, context.typed(effect.to), context)
            )
              continue;
            const to = effect.to.text;
            yield {
              element: transition.id,
              at: effect.to.at ?? effect.at ?? transition.at,
              message: `${capitalize(describeTransition(machine, transition))} ${effect.kind === 'email' ? 'e-mails' : 'notifies'} ${to}, who may not read ${withArticle(machine.entity)} in ${transition.to}.`,
              next: `Allow ${to} to read it in the row “${machine.entity}: read” of point 6, or ${effect.kind} somebody else.`,
              witness: witnessOf(context, {
                who: to,
                entity: machine.entity,
                state: { machine, name: transition.to },
                outcome:
                  effect.kind === 'email'
                    ? 'the e-mail has none of its values'
                    : 'the notification has no title, and its link is not found',
              }),
            };
          }
        }
      }
    }
  },
});

/**
 * Whether the person whom the path leads to may read the record in the target state. False only if no cell can allow
 * it.
 */
function mayRead(machine: Machine, { to }: Transition, person: Typed | null, context: CheckContext): boolean {
  const me = currentPerson(context.schema);
  const cells = context.access.cells(machine.entity, 'read');
  if (person === null || me === null || person.op !== 'field' || cells.length === 0) return true;
  if (person.type.t !== 'record' || me.type.t !== 'record' || person.type.entity !== me.type.entity) return true;
  const given = [equality(person, me), ...inState(machine, to, context)];
  const admits = cells.some((cell) => context.access.canHold(cell.role) && cellGrants(cell, given, context));
  return admits || !canHoldTogether(given, context);
}
