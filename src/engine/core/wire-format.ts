import type { Aggregate, Chart, NumberTile } from '../../model/types/model.ts';
import type { Json } from './intent.ts';

/** RFC 9457 problem details; the members after `instance` are ours. Media type `application/problem+json`. */
export interface Problem {
  /** `/_/errors/CODE`. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  /** What to do; absent when there is nothing to say. */
  readonly next?: string;
  /** Elements of the document that decided, as far as this person may know them. */
  readonly decidedBy?: readonly Decided[];
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
  /** Every failing rule, each on its field. */
  readonly failures?: readonly WireFailure[];
  /** With 422 on a file: what came of each row, of which none was written. */
  readonly import?: WireImport;
  /** With 412: the record as it is now, as this person reads it. */
  readonly current?: WireRecord;
}

export interface Decided {
  readonly element: string;
  readonly point: number;
  readonly document: string;
  /** In `dev` only. */
  readonly line?: number;
}

export interface WireFailure {
  /** RFC 6901 pointer into the body sent: `/lines/0/amount`. */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly next?: string;
  readonly decidedBy?: readonly Decided[];
}

/**
 * A record as one person reads it: its fields by name in wire form (a decimal is a string, a date ISO text, an
 * instant ISO text in UTC, a reference an id, a file `{ file, name, size, mediaType }`, lines a list of objects
 * with their `id`), and beside them, under `_`, what is ours. A field that the person may never read is absent.
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
  /** Titles of the records that reference fields point at, by field, where this person may read them. */
  readonly labels: { readonly [field: string]: string };
  readonly can: Can;
  /** In the answer to a write: rules that only warn and do not hold. Absent: none. */
  readonly warnings?: readonly WireFailure[];
}

/** `null`: allowed; else why not, as the server would refuse it now. */
export interface Can {
  readonly delete: WireRefusal | null;
  /** By field that point 6 or the state lets anybody write at all. */
  readonly change: { readonly [field: string]: WireRefusal | null };
  /** By event name, every event of the entity's machines, in stated order. */
  readonly events: { readonly [event: string]: WireRefusal | null };
  /** By event that may be raised, the event by which this person could take it back at once. Absent: none can be. */
  readonly back?: { readonly [event: string]: string };
}

export interface WireRefusal {
  readonly code: string;
  readonly message: string;
  readonly next?: string;
  readonly decidedBy?: readonly Decided[];
  /** Of an event that one rule refuses: what of the record it speaks of, as a failure says it. Absent: the whole. */
  readonly pointer?: string;
  /** Of an event that several rules refuse: each of them. */
  readonly failures?: readonly WireFailure[];
}

export interface WirePage {
  readonly items: readonly WireRecord[];
  /** An opaque cursor; null on the last page. */
  readonly next: string | null;
  readonly total: { readonly count: number; readonly atLeast: boolean } | null;
}

/** The groups that the rows of a list stand in, in order, those with rows alone. */
export interface WireGroups {
  readonly groups: readonly WireGroup[];
  /** There are more than a list is grouped by: none is given, and the rows stand as they are. */
  readonly tooMany: boolean;
}

export interface WireGroup {
  /** Asks for the rows of the group; null: where there is no value that the person reads. */
  readonly key: string | null;
  readonly label: string;
  /** How many rows of it the person may read. */
  readonly rows: number;
  /** Of each field that was asked for, its sum over them, as a value of its kind; null where none is exact. */
  readonly sums: readonly Json[];
}

/** Rows of some groups. */
export interface WireGroupPage extends WirePage {
  /** The group that each row stands in, by id. */
  readonly groups: { readonly [id: string]: string | null };
}

/** A deleted record as this person would read it, who deleted it, and whether they may bring it back. */
export interface WireDeleted {
  readonly record: WireRecord;
  readonly at: string;
  /** When it goes for good. */
  readonly until: string;
  /** As in history. */
  readonly person: string | null;
  readonly by: string;
  /** The record whose deletion took it along; `title` null where this person may not know it. Null: it was deleted for itself. */
  readonly with: { readonly entity: string; readonly title: string | null } | null;
  /** Null: they may. What happened meanwhile is not counted. */
  readonly restore: WireRefusal | null;
}

export interface WireDeletedPage {
  readonly items: readonly WireDeleted[];
  readonly next: string | null;
  readonly total: WirePage['total'];
}

/** A file of rows as it is looked at before anything is decided. */
export interface WireLook {
  readonly rows: number;
  readonly columns: readonly WireColumn[];
  /** The fields that may be filled from it, in stated order. */
  readonly fields: readonly string[];
}

export interface WireColumn {
  readonly heading: string;
  /** The first cells that are not empty. */
  readonly samples: readonly string[];
  /** The field of this name or label; null: none. */
  readonly field: string | null;
}

/** What came, or would come, of a file of rows. */
export interface WireImport {
  readonly rows: number;
  /** Rows that nothing is against. */
  readonly good: number;
  readonly written: number;
  readonly refused: readonly WireRefusedRow[];
  /** Of rows that are not refused: rules that only warn. */
  readonly warned: readonly Pick<WireRefusedRow, 'row' | 'line' | 'failures'>[];
}

/** A row, counted from 1 without the heading, and the line of the file in which it begins. */
export interface WireRefusedRow {
  readonly row: number;
  readonly line: number;
  readonly code: string;
  readonly message: string;
  readonly next?: string;
  readonly decidedBy?: readonly Decided[];
  /** `column`: the heading over the cell; null where no column fills it. */
  readonly failures: readonly (WireFailure & { readonly column: string | null })[];
}

export interface WireHistory {
  readonly at: string;
  /** Null where the product did it or the person may not be known: then `by` says "the product" or "somebody else". */
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

/** A comment as one person reads it. */
export interface WireComment {
  readonly id: string;
  /** What changing or deleting it is guarded by. */
  readonly etag: string;
  readonly at: string;
  /** As in history. */
  readonly person: string | null;
  readonly by: string;
  readonly acting: boolean;
  /** Whether this person wrote it. */
  readonly mine: boolean;
  /** When it was changed last; null: never. */
  readonly edited: string | null;
  /** When it was deleted; then nothing is left of what it said. */
  readonly deleted: string | null;
  /** The text in pieces, plain text or somebody mentioned; `person` null where this person may not know them. */
  readonly parts: readonly (string | { readonly person: string | null; readonly name: string })[];
}

export interface WireComments {
  /** Newest first. */
  readonly items: readonly WireComment[];
  /** Where older ones begin; null: there are none. */
  readonly next: string | null;
  /** The most characters of one; null: not shown, and none can be written. */
  readonly longest: number | null;
}

export interface WireNotification {
  readonly id: string;
  readonly at: string;
  readonly entity: string;
  readonly record: string;
  /** Null where the person may no longer read the record. */
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
  /** "waiting: PAYOUT_URL is not shown"; null: it waits for nothing but its turn. */
  readonly waiting: string | null;
  readonly decidedBy: readonly Decided[];
}

/** An entry of the outbox as development shows it, with what is sent and where. */
export interface WireDevOutbox extends WireOutbox {
  readonly entity: string;
  readonly record: string;
  /** Null: the document no longer states the call. */
  readonly method: string | null;
  readonly url: string | null;
  /** JSON; null: it has none. */
  readonly body: string | null;
  /** Whether the address is on this machine, so that it is sent without being asked for. */
  readonly isLocal: boolean;
}

/** Something that the product does by itself with a record. */
export interface WireTimer {
  /** The id of the transition. */
  readonly timer: string;
  /** When it is looked at next; null: when the record is written. */
  readonly due: string | null;
  /** When it acted in this stay; null: it did not. */
  readonly fired: string | null;
  /** Why it could not act though its time had come. */
  readonly problem: string | null;
  readonly decidedBy: readonly Decided[];
}

/**
 * A number as text with its scale, `"412.00"`; empty: there is none, or it is a sum too large to be exact. Where amounts name their currency, in that of all of
 * them; null: they are in several.
 */
export type WireFigure = string | { readonly amount: string; readonly currency: string } | null;

/** A number or chart of a dashboard over the rows that this person may read. */
export interface WireTile {
  readonly id: NumberTile['id'] | Chart['id'];
  readonly aggregate: Aggregate;
  /** `rows`: how many rows count in it. */
  readonly points: readonly {
    readonly key: Json;
    readonly label: string;
    readonly value: WireFigure;
    readonly rows: number;
  }[];
  /** Set where this person may not have the figure while they may have others of the screen; then there are no points. */
  readonly refusal?: WireRefusal;
}
