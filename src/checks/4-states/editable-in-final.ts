import type { Edit } from '../../model/types/diagnostic.ts';
import type { Machine, Reference } from '../../model/types/model.ts';
import { defineCheck } from '../check.ts';
import { finalIn } from '../moves.ts';
import { rewriting } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'editable-in-final',
  point: 4,
  severity: 'error',
  about: 'A state that is said to be editable and final: nothing can be changed in a final state.',
  *findIn(context) {
    for (const machine of context.machines) {
      const final = finalIn(machine, context);
      const stated = (machine.editableIn ?? []).filter(({ at }) => at !== null);
      for (const state of stated) {
        if (!final.has(state.name)) continue;
        yield {
          element: machine.id,
          at: state.at,
          message: `${state.name} is final, and a ${machine.entity} can't be editable in it.`,
          next: `Take ${state.name} out of “Editable in”, or out of “Final”.`,
          edit: withoutState(stated, state, machine),
          witness: witnessOf(context, {
            entity: machine.entity,
            state: { machine, name: state.name },
            happens: 'no field can be changed, whoever looks at it',
          }),
        };
      }
    }
  },
});

/** Null where it stands alone, or in a group. */
function withoutState(stated: readonly Reference[], state: Reference, { groups }: Machine): Edit | null {
  const index = stated.indexOf(state);
  const [before, after] = [stated[index - 1]?.at ?? null, stated[index + 1]?.at ?? null];
  if (state.at === null || groups.length > 0) return null;
  const title = `Take ${state.name} out`;
  if (before !== null && before.line === state.at.line) return rewriting({ from: before.to }, state.at, '', title);
  return after !== null && after.line === state.at.line ? rewriting(state.at, { to: after.from }, '', title) : null;
}
