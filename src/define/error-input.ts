import type { StandardCode } from '../model/types/standard-codes.ts';

export interface ErrorInput {
  readonly status?: number;
  readonly message: string;
  readonly next?: string;
  readonly standsFor?: readonly StandardCode[];
  /** Rules, events or words that raise the error, for a code with several texts. */
  readonly causes?: readonly string[];
  /** The member that the error is about if it is about no field. */
  readonly at?: string;
  /** A shape such as `{ "message": message }`, or `none`. */
  readonly body?: string;
  readonly help?: string;
}

/** How calls answer with refusals. */
export interface ErrorAnswersInput {
  readonly body?: string;
  readonly mediaType?: string;
  readonly at?: string;
}
