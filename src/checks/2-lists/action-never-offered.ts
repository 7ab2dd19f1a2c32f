import type { Reference, Screen } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { canHoldTogether, inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'action-never-offered',
  point: 2,
  severity: 'warning',
  about: 'An action on the rows of a screen that shows no record in a state where the action is possible.',
  *find({ entities }) {
    for (const context of entities) {
      for (const screen of context.screens) {
        if (screen.standing !== 'stated') continue;
        for (const action of screen.actions) {
          const states = barringStates(screen, action, context);
          if (states === null) continue;
          yield {
            element: screen.id,
            at: action.at ?? screen.at,
            also: [screen.filter?.at ?? null],
            message: `“${action.name}” on ${screen.name} can never be used: it starts in ${joinNames(states, 'or')}, but the screen shows no ${context.entity.name} in ${states.length === 1 ? 'that state' : 'those states'}.`,
            next: `Remove “${action.name}” from the actions, or let the screen show ${joinNames(states, 'or')}.`,
            witness: witnessOf(context, { screen, outcome: `“${action.name}” is refused on every row` }),
          };
        }
      }
    }
  },
});

/** Returns the source states of the event if no record in them matches the filter of the screen; otherwise null. */
function barringStates(screen: Screen, action: Reference, context: EntityContext): string[] | null {
  const filter = context.typed(screen.filter);
  const transitionsOfEvent = context.machines.flatMap((machine) =>
    machine.transitions.filter(({ event }) => event === action.name).map((transition) => ({ machine, transition })),
  );
  if (filter === null || transitionsOfEvent.length === 0) return null;
  const admitted = transitionsOfEvent.some(({ machine, transition: { from } }) => {
    return from === null || canHoldTogether([filter, ...inState(machine, from, context)], context);
  });
  return admitted ? null : [...new Set(transitionsOfEvent.map(({ transition }) => transition.from ?? ''))];
}
