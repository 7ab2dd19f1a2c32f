/**
 * Broadcast messages between the processes that have the same data open. Only current listeners receive them; they are
 * not stored, and a lost connection loses them. Use another way for messages that must arrive.
 */
export interface Signals {
  /** Resolves after the attempt and never rejects. A text of more than `MOST_BYTES` bytes in UTF-8 is not sent. */
  readonly send: (text: string) => Promise<void>;
  /**
   * The listener receives the messages of every process, including this one. Returns a function that ends the
   * subscription.
   */
  readonly subscribe: (heard: (text: string) => void) => () => void;
}

export const MOST_BYTES = 7_500;
