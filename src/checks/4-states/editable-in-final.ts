import type { Edit } from '../../model/types/diagnostic.ts';
import type { Machine, Reference } from '../../model/types/model.ts';
import { rewriteEdit } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'editable-in-final',
  point: 4,
  severity: 'error',
  about: 'A state that is both editable and final.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const final = finalIn(machine, context);
        const stated = (machine.editableIn ?? []).filter(({ at }) => at !== null);
        for (const state of stated) {
          if (!final.has(state.name)) continue;
          yield {
            element: machine.id,
            at: state.at,
            message: `${state.name} is final, so ${machine.entity} can't be edited in it.`,
            next: `Remove ${state.name} from “Editable in” or from “Final”.`,
            edit: withoutState(stated, state, machine),
            witness: witnessOf(context, {
              entity: machine.entity,
              state: { machine, name: state.name },
              outcome: 'nobody can change a field',
            }),
          };
        }
      }
    }
  },
});

/**
 * Returns the edit that removes the state from the line; null if it is the only one there, or if states are grouped.
 */
function withoutState(stated: readonly Reference[], state: Reference, { groups }: Machine): Edit | null {
  const index = stated.indexOf(state);
  const [before, after] = [stated[index - 1]?.at ?? null, stated[index + 1]?.at ?? null];
  if (state.at === null || groups.length > 0) return null;
  const title = `Remove ${state.name}`;
  if (before !== null && before.line === state.at.line) return rewriteEdit({ from: before.to }, state.at, '', title);
  return after !== null && after.line === state.at.line ? rewriteEdit(state.at, { to: after.from }, '', title) : null;
}
