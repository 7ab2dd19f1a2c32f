import type { Element } from './element.ts';
import type { Formula } from './formula.ts';
import type { Reference } from './screen.ts';
import type { StandardCode } from './standard-codes.ts';

/** How the calls of the document answer with refusals. */
export interface ErrorAnswers {
  /** The shape of the body, or `none`; null: problem details. */
  readonly body: Formula | null;
  /** Null: `application/problem+json` for problem details, otherwise `application/json`. */
  readonly mediaType: string | null;
  /** The member that errors about no field are about. */
  readonly member: string | null;
}

/** An entry of the error catalogue. */
export interface ErrorEntry extends Element {
  readonly code: string;
  /** HTTP status. Null if it is not shown: the status of the refused situation is used. */
  readonly status: number | null;
  readonly message: string;
  readonly next: string;
  /** The standard errors that this entry replaces. */
  readonly standsFor: readonly StandardCode[];
  /** What raises the error, for a code with several causes: rules, events, permissions (`Book: delete`), entities, fields. */
  readonly causes: readonly Reference[];
  /** The member that the error is about if it is about no field. */
  readonly member: string | null;
  /** The shape of the body, or `none`; null: that of all errors. */
  readonly body: Formula | null;
}
