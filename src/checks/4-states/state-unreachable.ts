import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'state-unreachable',
  point: 4,
  severity: 'warning',
  about: 'A state that no new record can reach.',
  *find({ model }) {
    for (const machine of model.machines) {
      const reached = reachedFrom(machine);
      for (const state of machine.states) {
        if (reached.has(state.name) || machine.initial === null) continue;
        yield {
          element: state.id,
          at: state.at ?? machine.at,
          message: `No transitions lead from a new ${machine.entity} to ${state.name}.`,
          next: `Add a row whose To is ${state.name}, or remove the state.`,
        };
      }
    }
  },
});

/** Returns the states that a new record can reach. Ignores guards. */
function reachedFrom(machine: Machine): Set<string> {
  const reached = new Set<string>(startStatesOf(machine));
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of machine.transitions) if (from !== null && reached.has(from)) reached.add(to);
  }
  return reached;
}
