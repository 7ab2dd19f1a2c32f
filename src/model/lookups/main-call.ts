import type { Call } from '../types/model.ts';

/**
 * The call that forms, tables and imports send, of all that create, or change, records of an entity: the one that takes the
 * most fields, then the one with the shortest path, wherever it stands among the others. `taken`: how many fields a call
 * takes; null: whatever there is.
 */
export function mainCall(
  calls: readonly Call[],
  kind: 'create' | 'change',
  entity: string,
  taken: (call: Call) => number | null,
): Call | undefined {
  const widthOf = (call: Call) => taken(call) ?? Number.POSITIVE_INFINITY;
  const goesBefore = (one: Call, other: Call): boolean => {
    const [width, others] = [widthOf(one), widthOf(other)];
    if (width !== others) return width > others;
    return one.path === other.path ? one.id < other.id : one.path.length < other.path.length;
  };
  return calls
    .filter(({ does }) => does.kind === kind && does.entity === entity)
    .reduce<Call | undefined>((best, call) => (best === undefined || goesBefore(call, best) ? call : best), undefined);
}
