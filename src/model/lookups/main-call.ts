import type { Call } from '../types/model.ts';

/**
 * Returns the call that forms, tables and imports use to create or change records of an entity: of all such calls the
 * one that accepts the most fields, then the one with the shortest path. The order in the document does not count.
 * `taken` returns the number of fields that a call accepts; null: all fields.
 */
export function mainCall(
  calls: readonly Call[],
  kind: 'create' | 'change',
  entity: string,
  acceptedFields: (call: Call) => number | null,
): Call | undefined {
  const widthOf = (call: Call) => acceptedFields(call) ?? Number.POSITIVE_INFINITY;
  const precedes = (one: Call, other: Call): boolean => {
    const [width, others] = [widthOf(one), widthOf(other)];
    if (width !== others) return width > others;
    return one.path === other.path ? one.id < other.id : one.path.length < other.path.length;
  };
  return calls
    .filter(({ does }) => does.kind === kind && does.entity === entity)
    .reduce<Call | undefined>((best, call) => (best === undefined || precedes(call, best) ? call : best), undefined);
}
