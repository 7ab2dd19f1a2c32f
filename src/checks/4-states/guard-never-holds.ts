import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { describeTransition } from '../transitions/possible-moves.ts';
import { guardOutcome } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'guard-never-holds',
  point: 4,
  severity: 'error',
  about: 'A guard that no record in its state can meet.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          const { from, guard, id, standing, to, who } = transition;
          if (standing !== 'stated' || guard === null || guardOutcome(machine, transition, context) !== 'never')
            continue;
          const state = from === null ? null : { machine, name: from };
          yield {
            element: id,
            at: guard.at ?? transition.at,
            message: `The guard of ${describeTransition(machine, transition)} can never hold: \`${guard.text}\`.`,
            next: 'Correct the guard or its fields in point 3, or remove the row.',
            witness: witnessOf(context, {
              who: transition.event === null ? null : (who?.[0]?.name ?? null),
              entity: machine.entity,
              state,
              outcome: machine.stateless ? 'this can never happen' : `it can never move to ${to} this way`,
            }),
          };
        }
      }
    }
  },
});
