/** Kinds of failure of the store itself. */
export type StoreFailure =
  /** Another process has the data open. */
  | 'locked'
  /** The folder or a file in it is not writable. */
  | 'unwritable'
  /** The data was written by a newer version of the program. */
  | 'newer format'
  /** This SQLite version loses committed writes. */
  | 'unsafe database'
  /** No document has been applied yet. */
  | 'no document'
  /** The write was decided under a document that is no longer the applied one. */
  | 'document changed'
  /** The number is not a safe integer; it is never rounded silently. */
  | 'number too large'
  /** The database or the network connection to it does not respond. */
  | 'unreachable'
  /** Overloaded or timed out: nothing was done. */
  | 'busy'
  /** A person's query would take too long; a narrower query may succeed. */
  | 'too broad'
  /** Too many unattached uploads, of the person or in total. */
  | 'too many uploads'
  | 'closed'
  /** Any other failure: the disk is full, the file is damaged, and the like. */
  | 'failed';

/** A failure of the store, never of a person's input. `message` is a full sentence that says what to do next. */
export class StoreError extends Error {
  readonly trouble: StoreFailure;

  constructor(trouble: StoreFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.trouble = trouble;
  }
}
