import type { Row } from '../../fields/text/value.ts';
import type { PreparedEntity, PreparedMachine, PreparedTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Refusal } from '../core/refusal.ts';
import { rowWith, valuesOf } from '../core/row.ts';
import { guardRefusal, personRefusal } from './possible-transitions.ts';

/** The `(new)` row that a machine of a new record takes, or why it takes none. */
export type Start =
  | { readonly machine: PreparedMachine; readonly transition: PreparedTransition }
  | { readonly machine: PreparedMachine; readonly transition: null; readonly refusal: Refusal };

/** The `(new)` rows of a machine, in stated order. */
export function startsOf({ transitions }: PreparedMachine): readonly PreparedTransition[] {
  return transitions.filter(({ transition }) => transition.from === null);
}

/**
 * For each machine of a new record the first `(new)` row that this person may take and whose guard holds. If none does, the
 * refusal is that of the first row that they may take, else that of the first row. Machines without such a row are left out.
 */
export function chosenStarts(context: Context, { machines }: PreparedEntity, row: Row): readonly Start[] {
  return machines.flatMap((machine): readonly Start[] => {
    let denied: Refusal | null = null;
    let unmet: Refusal | null = null;
    for (const transition of startsOf(machine)) {
      const refusal = personRefusal(context, transition, row, { anybody: isByProduct(transition) });
      if (refusal !== null) {
        denied ??= refusal;
        continue;
      }
      const guard = guardRefusal(context, transition, row);
      if (guard === null) return [{ machine, transition }];
      unmet ??= guard;
    }
    const refusal = unmet ?? denied;
    return refusal === null ? [] : [{ machine, transition: null, refusal }];
  });
}

/** The transitions of the starts that were found. */
export function takenStarts(starts: readonly Start[]): readonly PreparedTransition[] {
  return starts.flatMap(({ transition }) => transition ?? []);
}

/** The record in the states that its starts lead to. */
export function inStartStates(row: Row, starts: readonly Start[]): Row {
  const moved = takenStarts(starts).filter(({ machine, transition }) => row.values[machine.name] !== transition.to);
  if (moved.length === 0) return row;
  return rowWith(row, valuesOf(moved.map(({ machine, transition }) => [machine.name, transition.to])));
}

/** A blank `Who` on a `(new)` row means the product, which starts every record. */
function isByProduct({ who }: PreparedTransition): boolean {
  return who !== null && who.length === 0;
}
