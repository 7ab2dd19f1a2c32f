import type { Json } from '../../fields/text/json.ts';
import type { FieldProblem } from '../../fields/text/value-problem.ts';
import type { BodyRules } from '../../model/types/call.ts';

export type { Json };

/**
 * What becomes of a password that is sent: its hash, since the decision itself can't compute one, and the key of the
 * session that a change of the password leaves open.
 */
export interface HashedPassword {
  readonly hash: string;
  readonly keeps: string | null;
}

/** A file that arrived for a field and that the field does not accept: what is wrong, and the lines that decide it. */
export interface ReceivedFile {
  readonly field: string;
  readonly problem: FieldProblem;
  readonly decidedBy: readonly string[];
}

/** The entity of a record that the URL names but that does not exist for the caller. */
export interface Missing {
  readonly missing: string;
  /** Whether the URL names it by a text that cannot be its key. */
  readonly isNoKey?: boolean;
}

/**
 * A write request. `input` is the decoded body; `decide` validates it. `call` is the id of the stated call whose path
 * was requested, which limits what may be sent; it is null for the generic endpoints. `ifMatch` is the ETag sent:
 * undefined if it is required but missing, null if the caller is exempt (the product). `rules` are those of the call about
 * the members and values of its body; absent, nothing is stated.
 */
export type Intent =
  | {
      readonly kind: 'create';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly input: Json;
      /**
       * The fields of `input` that the path fills in, or the entity of a record that the path names and that does not
       * exist.
       */
      readonly within?: readonly string[] | Missing;
      /** Absent: no password may be sent. */
      readonly password?: HashedPassword;
      readonly rules?: BodyRules;
    }
  | {
      readonly kind: 'change';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly input: Json;
      readonly ifMatch: string | null | undefined;
      /** A file that the call received in place of a value in `input`, and that is refused. */
      readonly received?: ReceivedFile;
      /** The entity of a parent in the path that does not exist. */
      readonly within?: Missing;
      /** Absent: no password may be sent. */
      readonly password?: HashedPassword;
      readonly rules?: BodyRules;
    }
  | {
      readonly kind: 'delete';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly ifMatch: string | null | undefined;
      /** The entity of a parent in the path that does not exist. */
      readonly within?: Missing;
    }
  /** Restores a deleted record. `ifMatch` is the ETag of the values that the record had when it was deleted. */
  | {
      readonly kind: 'restore';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly ifMatch: string | null | undefined;
    }
  | {
      readonly kind: 'event';
      readonly entity: string;
      readonly id: string;
      readonly event: string;
      readonly call: string | null;
      /** Values of the fields that the transition asks for. */
      readonly input: Json;
      /** The fields of `input` that the path fills in, or the entity of a record in it that does not exist. */
      readonly within?: readonly string[] | Missing;
      readonly ifMatch: string | null | undefined;
      readonly rules?: BodyRules;
    };

/** A write request for a comment on a record; `comment` is the comment's id. */
export type CommentIntent =
  | {
      readonly kind: 'comment';
      readonly entity: string;
      readonly id: string;
      readonly comment: string;
      readonly input: Json;
    }
  | {
      readonly kind: 'change comment';
      readonly entity: string;
      readonly id: string;
      readonly comment: string;
      readonly input: Json;
      readonly ifMatch: string | undefined;
    }
  | {
      readonly kind: 'remove comment';
      readonly entity: string;
      readonly id: string;
      readonly comment: string;
      readonly ifMatch: string | undefined;
    };
