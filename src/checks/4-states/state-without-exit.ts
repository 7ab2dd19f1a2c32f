import { defineCheck } from '../check.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'state-without-exit',
  point: 4,
  severity: 'warning',
  about: 'A state that no row leads out of, and that is not said to be final.',
  *findEach(context) {
    for (const machine of context.model.machines) {
      // Deleting a record is a way out as well.
      const deleting = context.access.cells(machine.entity, 'delete');
      if (deleting.some(({ grant, standing }) => standing === 'stated' && grant.kind === 'yes')) continue;
      const left = new Set(machine.transitions.map(({ from }) => from));
      for (const state of machine.states) {
        if (state.final || left.has(state.name) || machine.standing !== 'stated') continue;
        yield {
          element: state.id,
          at: state.at ?? machine.at,
          message: `Nothing leads out of ${state.name}, and it is not final.`,
          next: `Add a row whose From is ${state.name}, or add it to the line “- Final:”.`,
          witness: witnessOf(context, {
            entity: machine.entity,
            state: { machine, name: state.name },
            happens: 'there is nothing that leads on',
          }),
        };
      }
    }
  },
});
