import type { Row, Value, Values } from '../../fields/text/value.ts';
import type { Revocation } from '../compiled/revocation.ts';
import type { RecordKey } from '../core/needs-and-facts.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import type { FollowUp } from './follow-up.ts';

/** The result of deciding an intent: a refusal, or everything to write in one transaction. */
export type Verdict =
  | {
      readonly allowed: true;
      readonly writes: readonly Write[];
      readonly row: Row | null;
      /** Follow-ups of the write, in order. If one of them is refused, nothing is written. Absent: none. */
      readonly follow?: readonly FollowUp[];
      /** Failures of rules that only warn. Absent: none. */
      readonly warnings?: readonly Failure[];
    }
  | { readonly allowed: false; readonly refusal: Refusal };

export type Write =
  | { readonly kind: 'insert'; readonly row: Row }
  /** Only the values that change. A list of lines is replaced as a whole. */
  | { readonly kind: 'update'; readonly entity: string; readonly id: string; readonly values: Values }
  /** `of`: the record whose deletion deletes this one by cascade. Absent: it is deleted by itself. */
  | { readonly kind: 'delete'; readonly entity: string; readonly id: string; readonly of?: RecordKey }
  /** Restores a deleted record with its lines and files. `values`: the values that differ from before the deletion. */
  | { readonly kind: 'restore'; readonly entity: string; readonly id: string; readonly values: Values }
  /**
   * Clears the references of other records (`on delete: clear`). `authority`: set if the field carries authority; the
   * log entry and the revocation for each of these people.
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
      /** The access that is revoked in the same transaction. */
      readonly revokes: Revocation;
    }
  /**
   * Stores the hash of a person's password among the credentials. `isNew`: the person is created by the same write;
   * otherwise their other access ends. `keeps`: the key of the session that remains.
   */
  | {
      readonly kind: 'password';
      readonly entity: string;
      readonly id: string;
      readonly hash: string;
      readonly isNew: boolean;
      readonly keeps: string | null;
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
      /** The body as JSON; null if there is none. */
      readonly body: string | null;
    }
  /** Stores the last number assigned in a series. */
  | {
      readonly kind: 'number';
      readonly entity: string;
      readonly field: string;
      readonly period: string;
      readonly last: number;
    }
  /** An event that leads back to the same state: its timers restart. */
  | { readonly kind: 'entered'; readonly entity: string; readonly id: string; readonly machine: string }
  /** Updates a timer of a record. `due`: when to check it again; null if only when the record is written. */
  | {
      readonly kind: 'timer';
      readonly entity: string;
      readonly id: string;
      readonly timer: string;
      readonly due: number | null;
      /** The time for which the timer fired; null if it did not. */
      readonly fired: number | null;
      /** The reason why the timer could not act, as a sentence; null if there is none. */
      readonly problem: string | null;
    }
  | {
      readonly kind: 'comment' | 'change comment';
      readonly entity: string;
      readonly id: string;
      readonly comment: string;
      readonly text: string;
    }
  /** The comment's entry remains; its text is erased. */
  | { readonly kind: 'remove comment'; readonly entity: string; readonly id: string; readonly comment: string }
  | {
      readonly kind: 'attach';
      readonly token: string;
      readonly entity: string;
      readonly id: string;
      readonly field: string;
    };

/**
 * Fields of a record and its lines whose values were erased permanently; their old values are also removed from the
 * history.
 */
export interface Erasure {
  readonly entity: string;
  readonly id: string;
  readonly fields: readonly string[];
  readonly lines: readonly { readonly entity: string; readonly id: string; readonly fields: readonly string[] }[];
}

/** The history entry of a write. The store adds the time, the actor and the document version. */
export interface HistoryEntry {
  readonly entity: string;
  readonly id: string;
  /** The event's name, or `create`, `change`, `delete`, `restore`. */
  readonly event: string;
  readonly changes: readonly { readonly field: string; readonly from: Value; readonly to: Value }[];
  /** Notes, such as that a notification had no recipient. */
  readonly notes: readonly string[];
}
