import type { Value } from '../../fields/text/value.ts';

/** The kinds of refusal, in the order in which they are checked. */
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

/** The reason for a refusal: what a person needs to correct it, and the elements of the Model that decided. */
export interface Refusal {
  readonly situation: Situation;
  /** The error code: the one that the document's catalogue states for the situation, else the standard one. */
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** What the person can do next; may be empty. */
  readonly next: string;
  /** Ids of the elements that decided. Empty if the person may not know them. */
  readonly decidedBy: readonly string[];
  /** For `invalid`: all failures at once. A `path` looks like `['lines', 0, 'amount']`. */
  readonly failures: readonly Failure[];
  /** The entry of the catalogue, if it states a member or a body of its own. */
  readonly entry?: string;
  readonly raised?: Raised;
}

/**
 * The code that a situation, rule or key raised, and the values of its message. Only if the catalogue has rows for
 * certain calls, which replace it where it is answered.
 */
export interface Raised {
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export interface Failure {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  readonly next: string;
  readonly decidedBy: readonly string[];
  /** The status that the catalogue states for it. */
  readonly status?: number;
  /** The entry of the catalogue, if it states a member or a body of its own. */
  readonly entry?: string;
  /** The values that another record has, which must be unique. They are not disclosed. */
  readonly taken?: readonly { readonly field: string; readonly value: Value }[];
  /** Whether the answer may repeat the value that was sent. */
  readonly repeats?: boolean;
  readonly raised?: Raised;
}
