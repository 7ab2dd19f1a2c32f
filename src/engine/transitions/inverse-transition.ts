import type { Row } from '../../fields/text/value.ts';
import type { PreparedEntity, PreparedTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import { mayReadRecord } from '../context/permissions.ts';

/** A transition that was judged as an event would take it: how the record stands after it. */
export interface Step {
  readonly transition: PreparedTransition;
  readonly after: Row;
}

/**
 * The event by which this person could take a step back at once: it leads from the new state to the old, asks for nothing
 * that must be given, and `stepOf`, asked about the record as it would stand, finds nothing against it. Null: point 4 has
 * none, or none that is certain beforehand; what is not known takes nothing back.
 */
export function wayBackOf(
  context: Context,
  entity: PreparedEntity,
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
