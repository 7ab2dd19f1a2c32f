import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity, CompiledMachine, CompiledTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Refusal } from '../core/refusal.ts';
import { rowWith, valuesOf } from '../core/row-values.ts';
import { guardRefusal, personRefusal } from './transition-refusals.ts';

/** The `(new)` transition that a machine of a new record takes, or the refusal if it takes none. */
export type InitialTransition =
  | { readonly machine: CompiledMachine; readonly transition: CompiledTransition }
  | { readonly machine: CompiledMachine; readonly transition: null; readonly refusal: Refusal };

/** Returns the `(new)` transitions of a machine, in stated order. */
export function initialTransitions({ transitions }: CompiledMachine): readonly CompiledTransition[] {
  return transitions.filter(({ transition }) => transition.from === null);
}

/**
 * For each machine of a new record, chooses the first `(new)` transition that this person may take and whose guard
 * holds. If there is none, the refusal is that of the first transition they may take, else that of the first one.
 * Machines without `(new)` transitions are omitted.
 */
export function chooseInitialTransitions(
  context: Context,
  { machines }: CompiledEntity,
  row: Row,
): readonly InitialTransition[] {
  return machines.flatMap((machine): readonly InitialTransition[] => {
    let denied: Refusal | null = null;
    let unmet: Refusal | null = null;
    for (const transition of initialTransitions(machine)) {
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

/** Returns the transitions of the successful starts. */
export function possibleInitialTransitions(starts: readonly InitialTransition[]): readonly CompiledTransition[] {
  return starts.flatMap(({ transition }) => transition ?? []);
}

/** Returns the record in the states to which its starts lead. */
export function inStartStates(row: Row, starts: readonly InitialTransition[]): Row {
  const moved = possibleInitialTransitions(starts).filter(
    ({ machine, transition }) => row.values[machine.name] !== transition.to,
  );
  if (moved.length === 0) return row;
  return rowWith(row, valuesOf(moved.map(({ machine, transition }) => [machine.name, transition.to])));
}

/** Returns whether `Who` is blank, which on a `(new)` transition means the product, which starts every record. */
function isByProduct({ who: performers }: CompiledTransition): boolean {
  return performers !== null && performers.length === 0;
}
