import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { moveOf } from '../transitions/possible-moves.ts';
import { guardOf } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'guard-never-holds',
  point: 4,
  severity: 'error',
  about: 'A guard that no record in its state can meet, whoever asks, so that the transition is never taken.',
  *findIn(context) {
    for (const machine of context.machines) {
      for (const transition of machine.transitions) {
        const { from, guard, id, standing, to, who } = transition;
        if (standing !== 'stated' || guard === null || guardOf(machine, transition, context) !== 'never') continue;
        const state = from === null ? null : { machine, name: from };
        yield {
          element: id,
          at: guard.at ?? transition.at,
          message: `The guard of ${moveOf(machine, transition)} can never hold: \`${guard.text}\`.`,
          next: 'Correct the guard, or what point 3 says of its fields; or remove the row.',
          witness: witnessOf(context, {
            who: transition.event === null ? null : (who?.[0]?.name ?? null),
            entity: machine.entity,
            state,
            happens: `whatever is filled in there, it does not come to ${to} this way`,
          }),
        };
      }
    }
  },
});
