/** `not shown`: nobody has it until a line says so. Absent: as is assumed. */
export type Offer = 'yes' | 'no' | 'not shown';

/** What a screen offers besides what it shows. */
export interface Offers {
  /** Whether people may have its rows as a file. */
  readonly exported?: Offer;
  /** Whether people may make records of a file here. */
  readonly imported?: Offer;
  /** Whether deleted records are found from here. */
  readonly trash?: Offer;
  /** Whether fields are changed in the rows of a table. */
  readonly inline?: Offer;
  /** Whether people who look at the same record see one another here. */
  readonly presence?: Offer;
  /** Whether a record leads to a form that begins with its values. */
  readonly duplicated?: Offer;
  /** Whether a record lists those that refer to it. */
  readonly related?: Offer;
  /** Whether people write comments at the record. */
  readonly comments?: Offer;
}
