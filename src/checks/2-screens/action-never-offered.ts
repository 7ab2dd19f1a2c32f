import type { Reference, Screen } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { listed } from '../places.ts';
import { inState, mayBe } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'action-never-offered',
  point: 2,
  severity: 'warning',
  about: 'An action on the rows of a screen that shows no record in a state from which it could be taken.',
  *findIn(context) {
    for (const screen of context.screens) {
      if (screen.standing !== 'stated') continue;
      for (const action of screen.actions) {
        const states = barringStates(screen, action, context);
        if (states === null) continue;
        yield {
          element: screen.id,
          at: action.at ?? screen.at,
          also: [screen.filter?.at ?? null],
          message: `“${action.name}” on ${screen.name} can never be taken: it leaves ${listed(states, 'or')}, and the screen shows no ${context.entity.name} in ${states.length === 1 ? 'that state' : 'those states'}.`,
          next: `Take “${action.name}” out of the actions, or let the screen show ${listed(states, 'or')}.`,
          witness: witnessOf(context, { screen, happens: `“${action.name}” is refused on every row` }),
        };
      }
    }
  },
});

/** The states that the event leaves, where the filter of the screen admits none of them; else null. */
function barringStates(screen: Screen, action: Reference, context: EntityContext): string[] | null {
  const filter = context.typed(screen.filter);
  const ways = context.machines.flatMap((machine) =>
    machine.transitions.filter(({ event }) => event === action.name).map((transition) => ({ machine, transition })),
  );
  if (filter === null || ways.length === 0) return null;
  const admitted = ways.some(({ machine, transition: { from } }) => {
    return from === null || mayBe([filter, ...inState(machine, from, context)], context);
  });
  return admitted ? null : [...new Set(ways.map(({ transition }) => transition.from ?? ''))];
}
