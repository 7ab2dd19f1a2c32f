import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';

/** A column: for a choice, for a record that the cards refer to, or for cards without a value. */
export interface ColumnInfo {
  /** The choice, the id of the record, or `NO_VALUE`. */
  readonly name: string;
  readonly label: string;
  readonly element: string;
  /** The field of whose choices or states it is one; null if the column is for no choice. */
  readonly choiceOf: Attribute | null;
  /** Entity of the column's record; null if the column is for no record. */
  readonly of: string | null;
  /** The column's record with the fields that this person may read. */
  readonly record?: WireRecord | undefined;
  /** True for cards without a value of a required field: the column is shown only while it has cards, and accepts none. */
  readonly isLeftOver?: boolean;
}

/** Name of the column for cards without a value. */
export const NO_VALUE = '';
