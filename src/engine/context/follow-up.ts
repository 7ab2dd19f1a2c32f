import type { Row, Value, Values } from '../../fields/text/value.ts';
import type { PreparedEffect } from '../compiled/compiled-model.ts';
import type { RecordKey } from '../core/facts.ts';

/**
 * What the product does at another record because of a write, in the same transaction. `by`: the element that says so;
 * `depth`: how many such steps led here; `stated`: the roles that the document gives by it.
 */
export type Consequence = {
  readonly by: string;
  readonly depth: number;
  readonly entity: string;
} & (
  | {
      readonly kind: 'set';
      readonly id: string;
      readonly field: string;
      readonly value: Value;
      readonly stated?: readonly string[];
    }
  | { readonly kind: 'raise'; readonly id: string; readonly event: string }
  /**
   * An effect of the record on others, which is worked out at its turn. `held`: what its own fields held there, as far as
   * effects further to the right set them; `loop`: of one that has begun, what it goes over and how far it is.
   */
  | {
      readonly kind: 'do';
      readonly id: string;
      readonly effect: PreparedEffect;
      readonly old: Row | null;
      readonly held: Values;
      readonly loop?: { readonly items: readonly Value[]; readonly next: number };
    }
  | { readonly kind: 'make'; readonly values: Values; readonly stated?: readonly string[] }
  | { readonly kind: 'remove'; readonly id: string; readonly of: RecordKey }
  /** It went along with a record that comes back. */
  | { readonly kind: 'restore'; readonly id: string }
  /**
   * It is written, and so is everything that follows: the rules that only the resulting state answers have to hold.
   * `byProduct`: the product wrote it; else whoever sent the request did. `before`: null where it is new.
   */
  | {
      readonly kind: 'judge';
      readonly id: string;
      readonly occasion: Occasion;
      readonly before: Row | null;
      readonly byProduct: boolean;
    }
  /** Computed fields of it came to other values: no other record may have the same. */
  | { readonly kind: 'compare'; readonly id: string; readonly fields: readonly string[] }
  /** One of these transitions of a machine follows what happened to another record, as that stands now. */
  | { readonly kind: 'take'; readonly id: string; readonly timers: readonly string[]; readonly other: Row }
);

/** More steps than these, one because of the other, are taken for a circle. */
export const MOST_DEEP = 16;
/** More records than these are not changed by one write. */
export const MOST_FOLLOWING = 1_000;

/** The write that rules are looked at for. `editable`: the record could be edited before it (M19). */
export interface Occasion {
  readonly event: string | null;
  /** `restore`: of a record that comes back only what looks at other records is asked, as of a new one. */
  readonly operation: 'create' | 'change' | 'event' | 'restore';
  readonly editable: boolean;
  /** Absent: every rule but those that only the resulting state answers. */
  readonly stage?: Stage;
}

/** `all`: every rule, over the state before the write. `written`: those that only the resulting state answers, over that state. */
export type Stage = 'all' | 'written';
