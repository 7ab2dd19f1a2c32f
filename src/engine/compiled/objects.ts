import type { Row, Value } from '../../fields/text/value.ts';

/** Makes and filters objects. The server has it; the browser, which makes none and gets them filtered, does not load it. */
export interface Objects {
  /** Returns what a record holds, as a value of the type `object`. */
  readonly valuesOf: (row: Row) => Value;
  /** Returns the part of an object that the person of a decision may read; null if there is none. */
  readonly readable: (context: object, value: Value) => Value;
}
