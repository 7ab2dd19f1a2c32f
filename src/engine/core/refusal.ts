/** The situations of refusal, in the order in which they are looked for. */
export type Situation =
  | 'not signed in'
  | 'too many requests'
  | 'unreadable'
  | 'not found'
  | 'not allowed'
  | 'match required'
  | 'changed meanwhile'
  | 'wrong state'
  | 'not met'
  | 'in use'
  | 'invalid'
  | 'too large'
  | 'document changed'
  | 'unavailable';

/** Why something is refused: all that a person needs to mend it, and the elements of the Model that decided. */
export interface Refusal {
  readonly situation: Situation;
  /** The catalogue's code where it names the situation, else ours. */
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** What to do; may be empty. */
  readonly next: string;
  /** Ids of the elements that decided, as far as this person may know them; empty where they may not. */
  readonly decidedBy: readonly string[];
  /** For `invalid`: every failing rule at once. `path` is `['lines', 0, 'amount']`. */
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  readonly next: string;
  readonly decidedBy: readonly string[];
}
