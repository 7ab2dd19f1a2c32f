import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Machine } from '../../../model/types/model.ts';
import type { BulkOutcome } from '../../data/bulk.ts';
import type { SeenVersion } from '../../data/record-version.ts';
import { undoFor } from '../record/undo.ts';

/** Rows whose change one event undoes. */
export interface TakeBack {
  readonly event: string;
  readonly rows: readonly (SeenVersion & { readonly title: string })[];
}

/**
 * Returns the rows of a bulk action that can be undone, grouped by the event that undoes them. `before` returns a record
 * with the states it had before the action; null if they are unknown.
 */
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

/** Returns the record with its previous states. The name `_` is skipped: it holds the record's metadata. */
export function withStates(after: WireRecord, states: readonly (readonly [string, Json])[]): WireRecord {
  return { ...after, ...Object.fromEntries(states.filter(([name]) => name !== '_')) };
}

/** Returns the total number of rows. */
export const countOf = (parts: readonly TakeBack[]): number => parts.reduce((sum, { rows }) => sum + rows.length, 0);
