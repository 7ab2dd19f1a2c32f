import type { SqlValue } from '../core/storage.ts';

/**
 * How empty values come last in a key of an order that is not the first. The first key needs none of it: its rows with
 * and without a value are read one after the other.
 */
export interface EmptiesLast {
  /** A value above all others, which stands for an empty one in ascending order; null if empty values are last anyway. */
  readonly greatest: { readonly text: string; readonly value: SqlValue } | null;
  /** Follows a key in descending order. */
  readonly descending: string;
}

/** Built-in columns that every row fills. */
const ALWAYS_FILLED: ReadonlySet<string> = new Set(['id', 'created_at', 'changed_at']);

export function isAlwaysFilled({ physical }: { readonly physical: string }): boolean {
  return ALWAYS_FILLED.has(physical);
}
