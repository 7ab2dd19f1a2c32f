/** What can be wrong with the store itself. */
export type StoreTrouble =
  /** Another process holds the data. */
  | 'locked'
  /** The folder or a file in it can't be written. */
  | 'unwritable'
  /** The data was written by a newer program. */
  | 'newer format'
  /** This SQLite loses committed writes. */
  | 'unsafe database'
  /** No document was applied yet. */
  | 'no document'
  /** The write was decided by a document that is no longer the applied one. */
  | 'document changed'
  /** A number that is no safe integer; it is never rounded in silence. */
  | 'number too large'
  /** The database does not answer, or the way to it is gone. */
  | 'unreachable'
  /** Too much at once, or it took too long: nothing was done. */
  | 'busy'
  /** A question that a person sent would take too long: they can narrow it. */
  | 'too broad'
  /** Too many uploads that no record holds yet, of the person or of all. */
  | 'too many uploads'
  | 'closed'
  /** The disk is full, the file is damaged, and the like. */
  | 'failed';

/** A failure of the store, never of a person's input. `message` is a whole sentence that says what to do next. */
export class StoreError extends Error {
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.trouble = trouble;
  }
}
