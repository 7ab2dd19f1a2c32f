import type { Bucket } from '../../engine/query/list-plan.ts';
import type { SqlValue } from '../core/storage.ts';

/**
 * Buckets divided into slots of equal width, each with at most one bucket boundary, so that the bucket of a number is
 * found with one division and one lookup, however many buckets there are.
 */
export interface Slots {
  /** For each slot: its number, the boundary in it, and the buckets before and from that boundary. */
  readonly rows: readonly (readonly [number: number, end: number, before: string | null, after: string | null])[];
  /** Start of slot 0 and width of each slot. Everything below is in slot -1. */
  readonly begin: number;
  readonly width: number;
  /** Everything from here on is in the slot with the number `last`. */
  readonly rest: number;
  readonly last: number;
}

/** Fewer buckets are searched just as fast without slots. */
const FEW = 8;
/** Limit for buckets of very different widths, which would need too many slots. */
const MOST_SLOTS = 20_000;

/** Returns null if there are few buckets, if they are not contiguous, or if their bounds are not numbers. */
export function slotsOf(buckets: readonly Bucket[]): Slots | null {
  if (buckets.length < FEW) return null;
  const found = buckets.map(({ key, from, to }) => ({ key, from: Number(from), to: Number(to) }));
  const sorted = found.toSorted((one, other) => one.from - other.from);
  const [first, second] = sorted;
  const last = sorted.at(-1);
  const isOne = sorted.every(({ from, to }, at) => from < to && (at === 0 || sorted[at - 1]?.to === from));
  if (!isOne || first === undefined || second === undefined || last === undefined) return null;
  const inner = sorted.slice(1, -1);
  const width = Math.min(...inner.map(({ from, to }) => to - from));
  const [begin, rest] = [second.from, last.from];
  const count = Math.ceil((rest - begin) / width);
  if (count > MOST_SLOTS) return null;
  const rows: Slots['rows'][number][] = [[-1, first.from, null, first.key]];
  let at = 0;
  for (let number = 0; number < count; number++) {
    const from = begin + number * width;
    while (at < inner.length - 1 && (inner[at]?.to ?? 0) <= from) at++;
    const here = inner[at];
    rows.push([number, here?.to ?? rest, here?.key ?? null, inner[at + 1]?.key ?? last.key]);
  }
  rows.push([count, last.to, last.key, null]);
  return { rows, begin, width, rest, last: count };
}

/**
 * Returns the given values of a statement over slots: the slots as JSON, then their numbers in the statement's order.
 */
export function slotParameters({ rows, begin, width, rest, last }: Slots): readonly SqlValue[] {
  return [JSON.stringify(rows), begin, width, rest, last];
}
