/** `not shown` withholds the feature until a line decides it. Absent: the assumption decides. */
export type FeatureInput = 'yes' | 'no' | 'not shown';

/** Features that a screen offers besides its content. */
export interface ScreenFeatures {
  /** Whether its rows can be exported to a file. */
  readonly exported?: FeatureInput;
  /** Whether records can be imported from a file. */
  readonly imported?: FeatureInput;
  /** Whether the screen leads to the deleted records. */
  readonly trash?: FeatureInput;
  /** Whether fields can be edited in the rows of a table. */
  readonly inline?: FeatureInput;
  /** Whether people who view the same record see one another. */
  readonly presence?: FeatureInput;
  /** Whether a record can be duplicated. */
  readonly duplicated?: FeatureInput;
  /** Whether a record shows its related lists. */
  readonly related?: FeatureInput;
  /** Whether people can comment on the record. */
  readonly comments?: FeatureInput;
}
