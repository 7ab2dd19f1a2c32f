import type { Json } from '../../fields/text/json.ts';

export type { Json };

/** A record of this entity, which an address names, is not there for whoever asks. */
export interface Missing {
  readonly missing: string;
}

/**
 * What somebody wants to do. `input` is as it came over the wire; `decide` reads it.
 * `call` is the id of the call that asks, which says what may be sent; null for our own endpoints.
 * `ifMatch`: the ETag sent; undefined: none was sent where one is needed; null: the caller is exempt (the product).
 */
export type Intent =
  | {
      readonly kind: 'create';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly input: Json;
      /** Fields of `input` that the path fills, or the entity of a record that the path names and that is not there. */
      readonly within?: readonly string[] | Missing;
    }
  | {
      readonly kind: 'change';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly input: Json;
      readonly ifMatch: string | null | undefined;
    }
  | {
      readonly kind: 'delete';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly ifMatch: string | null | undefined;
    }
  /** A deleted record comes back; `ifMatch` is of what it held when it went. */
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
      readonly ifMatch: string | null | undefined;
    };

/** What somebody wants to do with a comment at a record; `comment` is its id. */
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
