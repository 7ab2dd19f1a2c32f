import type { AggregatePlan, Bucket } from '../../engine/query/list-plan.ts';
import type { AggregateRow } from '../core/store.ts';

/** The first day of contiguous buckets and the day after the last, as in `Bucket`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** Fewer than the maximum number of groups. */
const MOST_DAYS = 9_000;
const DAY = 86_400_000;

/** Whether the values of single days can be added up to those of buckets. */
export const isAdditive = ({ aggregate, furtherMeasures }: AggregatePlan): boolean =>
  aggregate !== 'average' && furtherMeasures === undefined;

/** Returns null if the buckets are not contiguous, not dates, or too many days. */
export function daySpanOf(buckets: readonly Bucket[]): DaySpan | null {
  const [first, last] = [buckets[0]?.from, buckets.at(-1)?.to];
  if (typeof first !== 'string' || typeof last !== 'string') return null;
  const isContiguous = buckets.every(({ from }, at) => at === 0 || buckets[at - 1]?.to === from);
  const days = (Date.parse(last) - Date.parse(first)) / DAY;
  return isContiguous && days <= MOST_DAYS ? { from: first, to: last } : null;
}

/** Adds up the rows of single days, which are sorted by day. Days before or after all buckets must be absent. */
export function bucketsOfDays(
  { aggregate }: Pick<AggregatePlan, 'aggregate'>,
  buckets: readonly Bucket[],
  days: readonly AggregateRow[],
): AggregateRow[] {
  const rows = new Map<string, AggregateRow>();
  let at = 0;
  for (const day of days) {
    while (at < buckets.length - 1 && String(day.key) >= String(buckets[at]?.to)) at += 1;
    const key = buckets[at]?.key ?? '';
    const before = rows.get(key);
    const value = before === undefined ? day.value : combined(aggregate, before.value, day.value);
    rows.set(key, { key, value, rows: (before?.rows ?? 0) + day.rows });
  }
  return [...rows.values()];
}

/** A sum is null if it is too large. A minimum or maximum is null without values. */
function combined(aggregate: AggregatePlan['aggregate'], one: number | null, other: number | null): number | null {
  if (aggregate === 'min' || aggregate === 'max') {
    if (one === null || other === null) return one ?? other;
    return aggregate === 'min' ? Math.min(one, other) : Math.max(one, other);
  }
  if (one === null || other === null) return null;
  const sum = one + other;
  return Number.isSafeInteger(sum) ? sum : null;
}
