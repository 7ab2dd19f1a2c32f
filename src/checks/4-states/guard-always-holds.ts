import { defineCheck } from '../runner/check.ts';
import { canFail } from '../solver/solver.ts';
import { moveOf } from '../transitions/possible-moves.ts';
import { guardOf } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'guard-always-holds',
  point: 4,
  severity: 'warning',
  about: 'A guard that every record in its state meets, so that it keeps nobody from anything.',
  *findIn(context) {
    for (const machine of context.machines) {
      for (const transition of machine.transitions) {
        const { guard, id, standing, from } = transition;
        if (standing !== 'stated' || guard === null || guardOf(machine, transition, context) !== 'always') continue;
        const typed = context.typed(guard);
        // It may only repeat what From says.
        const repeats = from !== null && typed !== null && canFail(typed, context.schema);
        yield {
          element: id,
          at: guard.at ?? transition.at,
          severity: repeats ? 'note' : 'warning',
          message: repeats
            ? `The guard of ${moveOf(machine, transition)} says no more than its From: \`${guard.text}\`.`
            : `The guard of ${moveOf(machine, transition)} always holds: \`${guard.text}\`.`,
          next: repeats ? 'Leave the guard out, or say what else must be so.' : 'Correct the guard, or leave it out.',
        };
      }
    }
  },
});
