import type { Can, WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';

/**
 * Returns the refusal of the first record if every record refuses the action; null if at least one allows it. The server
 * then refuses the others one by one, each with its reason.
 */
export function refusalOfAll(records: readonly WireRecord[], of: (can: Can) => WireRefusal | null): WireRefusal | null {
  const refusals = records.map(({ _: { can } }) => of(can));
  return refusals.includes(null) ? null : (refusals[0] ?? null);
}
