import type { Row, Value, Values } from '../../fields/text/value.ts';
import type { Revocation } from '../compiled/revocation.ts';
import type { RecordKey } from '../core/facts.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import type { Consequence } from './follow-up.ts';

/** The answer to an intent. What is allowed comes with everything to write, in one transaction. */
export type Verdict =
  | {
      readonly allowed: true;
      readonly writes: readonly Write[] /** The record after the write; null after a delete. */;
      readonly row: Row | null;
      /** What the product is to do at other records because of it, one after the other, or nothing of it is written. Absent: nothing. */
      readonly follow?: readonly Consequence[];
      /** Rules that only warn and do not hold. Absent: none. */
      readonly warnings?: readonly Failure[];
    }
  | { readonly allowed: false; readonly refusal: Refusal };

export type Write =
  | { readonly kind: 'insert'; readonly row: Row }
  /** Only the values that change; owned lines whole. */
  | { readonly kind: 'update'; readonly entity: string; readonly id: string; readonly values: Values }
  /** `of`: the record whose deletion takes it along. Absent: it goes for itself. */
  | { readonly kind: 'delete'; readonly entity: string; readonly id: string; readonly of?: RecordKey }
  /** A deleted record comes back with the lines and files that went with it; `values`: what it does not come back with as it was. */
  | { readonly kind: 'restore'; readonly entity: string; readonly id: string; readonly values: Values }
  /**
   * Fields of other records that say `on delete: clear`. `authority`: the field decides what these people may do; what is
   * logged of each of them, and what of their access ends.
   */
  | {
      readonly kind: 'clear';
      readonly entity: string;
      readonly field: string;
      readonly target: string;
      readonly authority?: Omit<Extract<Write, { readonly kind: 'authority' }>, 'id'>;
    }
  | { readonly kind: 'history'; readonly entry: HistoryEntry }
  | (Erasure & { readonly kind: 'erase' })
  | {
      readonly kind: 'authority';
      readonly entity: string;
      readonly id: string;
      readonly field: string;
      readonly from: Value;
      readonly to: Value;
      /** What of the person's access ends with it, in the same transaction. */
      readonly revokes: Revocation;
    }
  | {
      readonly kind: 'notify';
      readonly entity: string;
      readonly id: string;
      readonly person: string;
      readonly event: string;
    }
  | {
      readonly kind: 'outbox';
      readonly entity: string;
      readonly id: string;
      readonly call: string;
      readonly event: string;
      readonly waitsFor: string | null;
      /** JSON; null: it has none. */
      readonly body: string | null;
    }
  /** The last number that was given of a series. */
  | {
      readonly kind: 'number';
      readonly entity: string;
      readonly field: string;
      readonly period: string;
      readonly last: number;
    }
  /** An event that leads to the state that it came from: timers begin anew. */
  | { readonly kind: 'entered'; readonly entity: string; readonly id: string; readonly machine: string }
  /** How it goes on with a timer of a record. `due`: when it is looked at again; null: when the record is written. */
  | {
      readonly kind: 'timer';
      readonly entity: string;
      readonly id: string;
      readonly timer: string;
      readonly due: number | null;
      /** It acted for this moment; null: it did not. */
      readonly fired: number | null;
      /** Why it could not act, as a sentence; null: nothing is in its way. */
      readonly problem: string | null;
    }
  | {
      readonly kind: 'comment' | 'change comment';
      readonly entity: string;
      readonly id: string;
      readonly comment: string;
      readonly text: string;
    }
  /** That it was there stays; what it said does not. */
  | { readonly kind: 'remove comment'; readonly entity: string; readonly id: string; readonly comment: string }
  | {
      readonly kind: 'attach';
      readonly token: string;
      readonly entity: string;
      readonly id: string;
      readonly field: string;
    };

/** Fields of a record, and of its lines, that were emptied for good: nothing else keeps what they held either. */
export interface Erasure {
  readonly entity: string;
  readonly id: string;
  readonly fields: readonly string[];
  readonly lines: readonly { readonly entity: string; readonly id: string; readonly fields: readonly string[] }[];
}

/** One entry a write. The store adds the time, the actor and the document version. */
export interface HistoryEntry {
  readonly entity: string;
  readonly id: string;
  /** The event's name, or `create`, `change`, `delete`, `restore`. */
  readonly event: string;
  readonly changes: readonly { readonly field: string; readonly from: Value; readonly to: Value }[];
  /** Set where a notification found nobody. */
  readonly notes: readonly string[];
}
