/** A column: of a choice, of a record that cards lead to, or of those that lead to none. */
export interface ColumnOf {
  /** The choice, the id of the record, or nothing. */
  readonly name: string;
  readonly label: string;
  readonly element: string;
  /** Its place among all choices of the field, which gives it its tint; -1 where it is no choice. */
  readonly index: number;
  /** The entity of the record that it stands for; null: it stands for none. */
  readonly of: string | null;
}

/** In the place of a record where a card leads to none. */
export const NO_RECORD = '';
