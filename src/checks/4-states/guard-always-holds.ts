import { defineCheck } from '../runner/check.ts';
import { canFail } from '../solver/solver.ts';
import { describeTransition } from '../transitions/possible-moves.ts';
import { guardOutcome } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'guard-always-holds',
  point: 4,
  severity: 'warning',
  about: 'A guard that every record in its state meets.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          const { guard, id, standing, from } = transition;
          if (standing !== 'stated' || guard === null || guardOutcome(machine, transition, context) !== 'always')
            continue;
          const typed = context.typed(guard);
          // The guard may only repeat the state under From.
          const repeats = from !== null && typed !== null && canFail(typed, context.schema);
          yield {
            element: id,
            at: guard.at ?? transition.at,
            severity: repeats ? 'note' : 'warning',
            message: repeats
              ? `The guard of ${describeTransition(machine, transition)} only repeats its From: \`${guard.text}\`.`
              : `The guard of ${describeTransition(machine, transition)} always holds: \`${guard.text}\`.`,
            next: repeats ? 'Remove the guard, or add another condition.' : 'Correct the guard, or remove it.',
          };
        }
      }
    }
  },
});
