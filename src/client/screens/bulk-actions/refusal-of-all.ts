import type { Can, WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';

/** Null where it may be done with one row at least: the others are then refused one by one, each with its reason. */
export function refusalOfAll(records: readonly WireRecord[], of: (can: Can) => WireRefusal | null): WireRefusal | null {
  const refusals = records.map(({ _: { can } }) => of(can));
  return refusals.includes(null) ? null : (refusals[0] ?? null);
}
