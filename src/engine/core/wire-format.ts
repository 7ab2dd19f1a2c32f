import type { Aggregate, Chart, NumberTile } from '../../model/types/model.ts';
import type { Json } from './intent.ts';

/** An RFC 9457 problem document with extension members after `instance`. Media type `application/problem+json`. */
export interface Problem {
  /** `/_/errors/CODE`. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  /** What the person can do next; absent if there is nothing to say. */
  readonly next?: string;
  /** The elements of the document that decided, as far as this person may know them. */
  readonly decidedBy?: readonly WireElement[];
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
  /** All failures, each with the field it concerns. */
  readonly failures?: readonly WireFailure[];
  /** Of a rejected import (422): the result of each row. No row was written. */
  readonly import?: WireImport;
  /** With 412: the current record as this person may read it. */
  readonly current?: WireRecord;
}

export interface WireElement {
  readonly element: string;
  readonly point: number;
  readonly document: string;
  /** Set in development only. */
  readonly line?: number;
}

export interface WireFailure {
  /** RFC 6901 pointer into the body sent: `/lines/0/amount`. */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly next?: string;
  readonly decidedBy?: readonly WireElement[];
}

/**
 * A record as one person may read it. Its fields are members by name: a decimal is a string, a date is ISO text, an
 * instant is ISO text in UTC, a reference is an id, a file is `{ file, name, size, mediaType }`, and lines are a list
 * of objects with their `id`. The member `_` has the metadata. A field that the person may never read is absent.
 */
export interface WireRecord {
  readonly id: string;
  readonly _: RecordInfo;
  readonly [field: string]: Json | RecordInfo;
}

export interface RecordInfo {
  readonly entity: string;
  readonly etag: string;
  readonly title: string;
  /** Titles of the referenced records by reference field, if this person may read them. */
  readonly labels: { readonly [field: string]: string };
  readonly can: Can;
  /** Of a write's response: failures of rules that only warn. Absent: none. */
  readonly warnings?: readonly WireFailure[];
}

/**
 * What the person may do with the record. `null` means allowed; otherwise the refusal that the server would answer now.
 */
export type Can = CanOf<WireRefusal>;

interface CanOf<R> {
  readonly delete: R | null;
  /** By field, for every field that point 6 or the state allows anybody to write. */
  readonly change: { readonly [field: string]: R | null };
  /** By event name, for every event of the entity's machines, in stated order. */
  readonly events: { readonly [event: string]: R | null };
  /** By allowed event: the event with which this person could undo it immediately. Absent: none can be undone. */
  readonly back?: { readonly [event: string]: string };
}

/**
 * The member `_` of a response with several records (in `items` or `outcomes`; a record may be the member `record` of an
 * item). Each distinct permission is sent once: `_.can` of such a record is an index in `can`, and a refusal in `can`
 * is an index in `refusals`. `restoreCan` removes the member and puts the permissions into the records; all other types
 * of this file describe responses after that.
 */
export interface SharedCan {
  readonly can: readonly CanOf<number>[];
  readonly refusals: readonly WireRefusal[];
}

export interface WireRefusal {
  readonly code: string;
  readonly message: string;
  readonly next?: string;
  readonly decidedBy?: readonly WireElement[];
  /** The person may not do it, whatever the state of the record. */
  readonly isPersonal?: true;
  /** If one rule refuses an event: the pointer to the field that it concerns. Absent: the whole record. */
  readonly pointer?: string;
  /** If several rules refuse an event: a failure for each of them. */
  readonly failures?: readonly WireFailure[];
}

export interface WirePage {
  readonly items: readonly WireRecord[];
  /** The cursor of the next page (opaque); null on the last page. */
  readonly next: string | null;
  readonly total: { readonly count: number; readonly atLeast: boolean } | null;
}

/** The non-empty groups of a list, in order. */
export interface WireGroups {
  readonly groups: readonly WireGroup[];
  /** True if there are more groups than the limit. Then `groups` is empty and the list is shown ungrouped. */
  readonly tooMany: boolean;
}

export interface WireGroup {
  /** The key to request the rows of the group; null for the rows that have no value the person may read. */
  readonly key: string | null;
  readonly label: string;
  /** The number of rows in the group that the person may read. */
  readonly rows: number;
  /** The sum of each requested field over these rows, as a value of the field's type; null if no exact sum exists. */
  readonly sums: readonly Json[];
}

/** A page of rows from some groups. */
export interface WireGroupPage extends WirePage {
  /** The key of each row's group, by row id. */
  readonly groups: { readonly [id: string]: string | null };
}

/** A deleted record as this person may read it, who deleted it, and whether they may restore it. */
export interface WireDeleted {
  readonly record: WireRecord;
  readonly at: string;
  /** When the record is erased permanently. */
  readonly until: string;
  /** As in `WireHistory`. */
  readonly person: string | null;
  readonly by: string;
  /**
   * The record whose deletion deleted this one by cascade; its `title` is null if this person may not read it. Null if
   * this record was deleted by itself.
   */
  readonly with: { readonly entity: string; readonly title: string | null } | null;
  /** Null if the person may restore the record. Conflicts with later changes are not checked here. */
  readonly restore: WireRefusal | null;
}

export interface WireDeletedPage {
  readonly items: readonly WireDeleted[];
  readonly next: string | null;
  readonly total: WirePage['total'];
}

/** The preview of a file to be imported, before the user maps its columns. */
export interface WireImportPreview {
  readonly rows: number;
  readonly columns: readonly WireColumn[];
  /** The fields that can be imported, in stated order. */
  readonly fields: readonly string[];
}

export interface WireColumn {
  readonly heading: string;
  /** Samples: the first cells that are not empty. */
  readonly samples: readonly string[];
  /** The field whose name or label matches the heading; null if there is none. */
  readonly field: string | null;
}

/** The result of an import, or of a trial run. */
export interface WireImport {
  readonly rows: number;
  /** Number of rows without failures. */
  readonly good: number;
  readonly written: number;
  readonly refused: readonly WireRefusedRow[];
  /** Warnings (rules that only warn) of the rows that are not refused. */
  readonly warned: readonly Pick<WireRefusedRow, 'row' | 'line' | 'failures'>[];
}

/** A refused row: its number, counted from 1 without the heading, and the line of the file in which it begins. */
export interface WireRefusedRow {
  readonly row: number;
  readonly line: number;
  readonly code: string;
  readonly message: string;
  readonly next?: string;
  readonly decidedBy?: readonly WireElement[];
  /** `column`: the heading of the column with the cell; null if no column fills the field. */
  readonly failures: readonly (WireFailure & { readonly column: string | null })[];
}

export interface WireHistory {
  readonly at: string;
  /**
   * Null if the product acted or this person may not know who did. Then `by` is "the product" or "somebody else" in the
   * language of the reader.
   */
  readonly person: string | null;
  readonly by: string;
  readonly acting: boolean;
  readonly event: string;
  readonly document: string;
  readonly changes: readonly {
    readonly field: string;
    readonly from: Json;
    readonly to: Json;
    readonly fromText: string;
    readonly toText: string;
  }[];
  readonly notes: readonly string[];
}

/** A comment as one person may read it. */
export interface WireComment {
  readonly id: string;
  /** The ETag to send as If-Match when changing or deleting the comment. */
  readonly etag: string;
  readonly at: string;
  /** As in `WireHistory`. */
  readonly person: string | null;
  readonly by: string;
  readonly acting: boolean;
  /** Whether this person wrote it. */
  readonly mine: boolean;
  /** When the comment was last changed; null if never. */
  readonly edited: string | null;
  /** When the comment was deleted; null if it was not. The text of a deleted comment is gone. */
  readonly deleted: string | null;
  /**
   * The text as a list of plain text and mentions. The `person` of a mention is null if this reader may not know them.
   */
  readonly parts: readonly (string | { readonly person: string | null; readonly name: string })[];
}

export interface WireComments {
  /** Newest first. */
  readonly items: readonly WireComment[];
  /** The cursor of older comments; null if there are none. */
  readonly next: string | null;
  /** The maximum length in characters; null if the limit is not shown, in which case nobody can comment. */
  readonly longest: number | null;
}

export interface WireNotification {
  readonly id: string;
  readonly at: string;
  readonly entity: string;
  readonly record: string;
  /** Null if the person may no longer read the record. */
  readonly title: string | null;
  readonly event: string;
  readonly read: boolean;
}

export interface WireOutbox {
  readonly id: string;
  readonly at: string;
  readonly call: string;
  readonly event: string;
  readonly state: 'waiting' | 'sent' | 'dead';
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly problem: string | null;
  /** Such as "waiting: PAYOUT_URL is not shown"; null if only its turn in the queue is missing. */
  readonly waiting: string | null;
  readonly decidedBy: readonly WireElement[];
}

/** An outbox entry as shown in development, with its content and destination. */
export interface WireDevOutbox extends WireOutbox {
  readonly entity: string;
  readonly record: string;
  /** Null if the document no longer states the call. */
  readonly method: string | null;
  readonly url: string | null;
  /** The body as JSON; null if there is none. */
  readonly body: string | null;
  /** Whether the URL is on this machine. Such calls are sent without confirmation. */
  readonly isLocal: boolean;
}

/** A timer of a record: an action that the product takes by itself. */
export interface WireTimer {
  /** The id of the transition. */
  readonly timer: string;
  /** When the timer is next checked; null if it is checked only when the record is written. */
  readonly due: string | null;
  /** When the timer fired in the current state; null if it has not. */
  readonly fired: string | null;
  /** Why the timer could not act when it was due; null if it could. */
  readonly problem: string | null;
  readonly decidedBy: readonly WireElement[];
}

/**
 * A number as text with its scale, such as `"412.00"`. The empty string means that there is no value, or that the sum
 * is too large to be exact. Amounts with a currency carry the common currency of all rows; null if the rows have
 * several currencies.
 */
export type WireFigure = string | { readonly amount: string; readonly currency: string } | null;

/** A number or chart of a dashboard, computed over the rows that this person may read. */
export interface WireTile {
  readonly id: NumberTile['id'] | Chart['id'];
  readonly aggregate: Aggregate;
  /** `rows`: the number of rows aggregated in the point. */
  readonly points: readonly {
    readonly key: Json;
    readonly label: string;
    readonly value: WireFigure;
    readonly rows: number;
  }[];
  /** Set if this person may not see this figure although they may see others on the screen. Then `points` is empty. */
  readonly refusal?: WireRefusal;
  /**
   * Where the records behind the figures are; missing if a list can't be filtered to them. `points`: the condition of
   * each point, as the list's `filter`; null: none. `scope`: the condition of the dashboard itself, for other lists.
   */
  readonly source?: { readonly scope: string | null; readonly points: readonly (string | null)[] };
  /** Set if the figure takes long and is still being computed: then `points` is empty, and a later request has it. */
  readonly isComputing?: true;
}
