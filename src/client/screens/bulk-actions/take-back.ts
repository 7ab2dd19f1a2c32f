import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Machine } from '../../../model/types/model.ts';
import type { BulkOutcome } from '../../data/bulk.ts';
import type { SeenVersion } from '../../data/record-version.ts';
import { undoFor } from '../record/undo.ts';

/** Rows that one event leads back to where they were. */
export interface TakeBack {
  readonly event: string;
  readonly rows: readonly (SeenVersion & { readonly title: string })[];
}

/** By event, what can be taken back of what was done to many rows; `before`: each as it was, as far as its states go. */
export function takeBacksOf(
  machines: readonly Machine[],
  outcomes: readonly BulkOutcome[],
  before: (outcome: BulkOutcome, after: WireRecord) => WireRecord | null,
): readonly TakeBack[] {
  const found = new Map<string, TakeBack['rows'][number][]>();
  for (const outcome of outcomes) {
    const after = outcome.record ?? null;
    const was = after === null ? null : before(outcome, after);
    const undo = was === null || after === null ? null : undoFor(machines, was, after);
    if (undo === null || after === null) continue;
    const rows = found.get(undo.event) ?? [];
    rows.push({ id: after.id, etag: after._.etag, expected: undo.expected, title: after._.title });
    found.set(undo.event, rows);
  }
  return [...found].map(([event, rows]) => ({ event, rows }));
}

/** A record as it was before, by the states that are known of then. */
export function withStates(after: WireRecord, states: readonly (readonly [string, Json])[]): WireRecord {
  return { ...after, ...Object.fromEntries(states.filter(([name]) => name !== '_')) };
}

/** How many rows they are. */
export const countOf = (parts: readonly TakeBack[]): number => parts.reduce((sum, { rows }) => sum + rows.length, 0);
