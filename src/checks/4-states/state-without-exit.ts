import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { isDeletable } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'state-without-exit',
  point: 4,
  severity: 'warning',
  about: 'A state that no row leads out of but that is not final.',
  *find(context) {
    for (const machine of context.model.machines) {
      const left = new Set(machine.transitions.map(({ from }) => from));
      for (const state of machine.states) {
        if (state.final || left.has(state.name) || machine.standing !== 'stated') continue;
        // A deletion also leaves the state.
        const isDeleted = isDeletable(machine, state.name, context);
        if (isDeleted && !machine.states.some(({ final }) => final)) continue;
        yield {
          element: state.id,
          severity: isDeleted ? 'note' : 'warning',
          at: state.at ?? machine.at,
          message: isDeleted
            ? `Only deletion leads out of ${state.name}, but it is not final.`
            : `Nothing leads out of ${state.name}, but it is not final.`,
          next: isDeleted
            ? `If such records are deleted, leave it. Otherwise add a row whose From is ${state.name}, or add it to the line “- Final:”.`
            : `Add a row whose From is ${state.name}, or add it to the line “- Final:”.`,
          witness: witnessOf(context, {
            entity: machine.entity,
            state: { machine, name: state.name },
            outcome: 'no action is possible',
          }),
        };
      }
    }
  },
});
