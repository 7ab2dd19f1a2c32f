import type { Bucket } from '../../engine/query/list-plan.ts';
import type { SqlValue } from '../core/storage.ts';

/**
 * Buckets cut into slots of one width, none of which holds more than one end: the bucket of a number is found by a division
 * and one look, however many buckets there are.
 */
export interface Slots {
  /** Of each slot its number, the end in it, and the buckets before and from that end on. */
  readonly rows: readonly (readonly [number: number, end: number, before: string | null, after: string | null])[];
  /** Where slot 0 begins, and how wide each is. All below stands in slot -1. */
  readonly begin: number;
  readonly width: number;
  /** From here on all stands in the slot of the number `last`. */
  readonly rest: number;
  readonly last: number;
}

/** Fewer buckets are looked through as quickly. */
const FEW = 8;
/** Of buckets that differ this much in their length there would be too many slots. */
const MOST_SLOTS = 20_000;

/** Null where there are few, where they don't follow one upon the other, or where they are no numbers. */
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

/** What a statement over slots is given: the slots as JSON, then their numbers in the order in which the statement has them. */
export function givenOf({ rows, begin, width, rest, last }: Slots): readonly SqlValue[] {
  return [JSON.stringify(rows), begin, width, rest, last];
}
