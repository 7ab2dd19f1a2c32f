import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity, CompiledTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import { mayReadRecord } from '../context/permissions.ts';

/** The outcome of a transition: the record after it. */
export interface Step {
  readonly transition: CompiledTransition;
  readonly after: Row;
}

/**
 * Returns the event with which this person could undo a step immediately: it leads from the new state to the old one,
 * requires no asks, and `stepOf`, called with the resulting record, does not refuse it. Returns null if point 4 has no
 * such event or if it is not certain to be allowed; unknown conditions count as refused.
 */
export function inverseEvent(
  context: Context,
  entity: CompiledEntity,
  { transition: { transition, machine }, after }: Step,
  stepOf: (event: string, row: Row) => Step | null,
): string | null {
  if (transition.from === null || transition.from === transition.to) return null;
  const leading = entity.machines
    .filter((each) => each.machine === machine)
    .flatMap(({ transitions }) => transitions)
    .filter((each) => each.transition.from === transition.to && each.transition.to === transition.from)
    .filter(({ asks }) => asks.every(({ optional }) => optional));
  if (leading.length === 0 || !mayReadRecord(context, after)) return null;
  for (const { transition: back } of leading) {
    if (back.event !== null && stepOf(back.event, after)?.transition.transition === back) return back.event;
  }
  return null;
}
