import type { WireRecord } from '../../../engine/core/wire-format.ts';

/** A column: of a choice, of a record that cards lead to, or of those without a value. */
export interface ColumnOf {
  /** The choice, the id of the record, or nothing. */
  readonly name: string;
  readonly label: string;
  readonly element: string;
  /** Its place among all choices of the field, which gives it its tint; -1 where it is no choice. */
  readonly index: number;
  /** The entity of the record that it stands for; null: it stands for none. */
  readonly of: string | null;
  /** That record, as this person reads it. */
  readonly record?: WireRecord | undefined;
  /** Of a field that must be given: it stands only while it holds cards, and none is moved there. */
  readonly isLeftOver?: boolean;
}

/** The name of the column of cards without a value. */
export const NO_VALUE = '';
