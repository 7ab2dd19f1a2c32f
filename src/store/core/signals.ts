/**
 * Words between the programs that have the same data open: heard by those that listen now, kept nowhere, and lost with a
 * connection. What must not get lost goes another way.
 */
export interface Signals {
  /** Resolves once it was tried; never rejects. At most `MOST_BYTES` as UTF-8, or nobody hears it. */
  readonly send: (text: string) => Promise<void>;
  /** Told what any program says, this one among them. */
  readonly subscribe: (heard: (text: string) => void) => () => void;
}

export const MOST_BYTES = 7_500;
