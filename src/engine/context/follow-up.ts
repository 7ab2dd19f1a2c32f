import type { Row, Value, Values } from '../../fields/text/value.ts';
import type { CompiledEffect } from '../compiled/compiled-model.ts';
import type { RecordKey } from '../core/needs-and-facts.ts';

/**
 * An action of the product on another record because of a write, in the same transaction. `by`: the id of the element
 * that demands it; `depth`: the number of follow-ups that led to it; `stated`: the roles that the document itself
 * assigns by it.
 */
export type FollowUp = {
  readonly by: string;
  readonly depth: number;
  readonly entity: string;
} & (
  | {
      readonly kind: 'set';
      readonly id: string;
      readonly field: string;
      readonly value: Value;
      /** Not null: the value is added to the values of the field, or removed from them. */
      readonly change: 'add' | 'remove' | null;
      readonly stated?: readonly string[];
    }
  | { readonly kind: 'raise'; readonly id: string; readonly event: string }
  /**
   * Performs an effect of the record on other records; it is evaluated when its turn comes. `held`: the values that the
   * record's fields had at the effect's position, before effects further right changed them. `loop`: the items of an
   * effect that has begun, and the next one.
   */
  | {
      readonly kind: 'do';
      readonly id: string;
      readonly effect: CompiledEffect;
      readonly old: Row | null;
      readonly held: Values;
      readonly loop?: { readonly items: readonly Value[]; readonly next: number };
    }
  | { readonly kind: 'make'; readonly values: Values; readonly stated?: readonly string[] }
  /** Deletes a record. `of`: the record whose deletion cascades to it; null if an effect deletes it. */
  | { readonly kind: 'remove'; readonly id: string; readonly of: RecordKey | null }
  /** Restores a record that was deleted by cascade, because its parent is restored. */
  | { readonly kind: 'restore'; readonly id: string }
  /**
   * Checks the rules that depend on the resulting state, after the record and all follow-ups are written. `byProduct`:
   * the product wrote the record, and not the sender of the request. `before`: null if the record is new.
   */
  | {
      readonly kind: 'judge';
      readonly id: string;
      readonly occasion: Occasion;
      readonly before: Row | null;
      readonly byProduct: boolean;
    }
  /** Checks uniqueness after computed fields of the record changed. */
  | { readonly kind: 'compare'; readonly id: string; readonly fields: readonly string[] }
  /** Takes one of these transitions, which are triggered by an event of another record; `other` is that record now. */
  | { readonly kind: 'take'; readonly id: string; readonly timers: readonly string[]; readonly other: Row }
);

/** The maximum depth of follow-ups. A longer chain is treated as an infinite loop. */
export const MAX_DEPTH = 16;
/** The maximum number of follow-ups of one write. */
export const MAX_FOLLOW_UPS = 1_000;

/** The write for which rules are checked. `editable`: the record was editable before the write (M19). */
export interface Occasion {
  readonly event: string | null;
  /** `restore`: checks only rules about other records, as for a new record. */
  readonly operation: 'create' | 'change' | 'event' | 'restore';
  readonly editable: boolean;
  /** Absent: checks all rules except those that depend on the resulting state. */
  readonly stage?: Stage;
}

/**
 * `all`: all rules, on the state before the write. `written`: the rules that depend on the resulting state, on that
 * state.
 */
export type Stage = 'all' | 'written';
