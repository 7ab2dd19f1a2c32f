import type { DatabaseQuery } from '../../expressions/relation/queries.ts';
import type { Scope } from '../../expressions/types/scope.ts';
import type { FileValue, Row, Value } from '../../fields/text/value.ts';

/**
 * The data that a decision reads. It is named before the transaction opens; the store loads it inside the transaction.
 */
export interface Needs {
  readonly rows: readonly RowNeed[];
  readonly unique: readonly UniqueNeed[];
  readonly files: readonly string[];
  /** Records to be deleted, for which the references that restrict the deletion are counted. */
  readonly referrers: readonly RecordKey[];
  /** Queries over other records. Absent: none. */
  readonly questions?: readonly QuestionNeed[];
  /**
   * Entities of which every live record is needed, for queries that can't be compiled to one database query. Absent:
   * none.
   */
  readonly all?: readonly string[];
  /** Number series of which the last number is needed. Absent: none. */
  readonly series?: readonly SeriesNeed[];
  /** Entry times of states, with their timers. Absent: none. */
  readonly stateEntries?: readonly StateEntryNeed[];
  /** References to a record. Absent: none. */
  readonly referring?: readonly ReferringNeed[];
  /** Deleted records to load. Absent: none. */
  readonly deleted?: readonly RowNeed[];
  /** Lines whose owning records are needed. Absent: none. */
  readonly owners?: readonly RecordKey[];
  /** Ids of comments. Absent: none. */
  readonly comments?: readonly string[];
}

/** A deleted record as it was at its deletion, with its lines, and with the records deleted by cascade. */
export interface DeletedRow {
  readonly row: Row;
  readonly at: number;
  /** The id of the person who deleted the record; null if the product deleted it. */
  readonly by: string | null;
  /** The record whose deletion deleted this one by cascade; null if this record was deleted by itself. */
  readonly with: RecordKey | null;
  /** The records that were deleted by cascade with this one and are still deleted. */
  readonly along: readonly RecordKey[];
}

/** A comment as it is stored. */
export interface StoredComment extends RecordKey {
  readonly comment: string;
  readonly at: number;
  readonly person: string;
  readonly acting: boolean;
  /** Null if the comment was deleted; nobody can read it any more. */
  readonly text: string | null;
  readonly changed: number | null;
  readonly deleted: number | null;
}

/** Asks when a record entered its current state of a machine, and when one timer of that state last fired. */
export interface StateEntryNeed extends RecordKey {
  readonly machine: string;
  readonly timer: string;
}

/**
 * `since`: when the state was entered. `fired`: the time for which the timer fired since then; null if it has not
 * fired.
 */
export interface StateEntry {
  readonly since: number;
  readonly fired: number | null;
}

/** Asks for the live records whose reference field points to the target. */
export interface ReferringNeed {
  readonly entity: string;
  readonly field: string;
  readonly target: string;
}

/**
 * Asks for the last number assigned in a number series. `period` is the period of a series that restarts, such as a
 * year.
 */
export interface SeriesNeed extends RecordKey {
  readonly field: string;
  readonly period: string;
  /** Of a series in lines: the record whose lines are numbered. */
  readonly parent?: string;
  /** Returns the number in a text of this series, or null if the text belongs to another series. */
  readonly numberIn: (text: string) => number | null;
}

/**
 * A query over the live records of an entity, such as `count(Order where …)`. Needs with the same key have the same
 * answer: the key consists of the query and the values of its parameters.
 */
export interface QuestionNeed {
  readonly key: string;
  /** Identifies the query within the document, so that a store compiles it once. */
  readonly id: string;
  readonly question: DatabaseQuery;
  /** The scope in which the query's parameters are evaluated. */
  readonly scope: Scope;
}

/**
 * The result of a query: a value, or a list of values if the query returns several. `tooLarge`: the result is a sum
 * that can't be represented exactly.
 */
export type Answer = { readonly value: Value } | { readonly tooLarge: true };

export interface RecordKey {
  readonly entity: string;
  readonly id: string;
}

/** Asks for a record with its owned lines, and for the records on each path of reference fields that starts at it. */
export interface RowNeed extends RecordKey {
  readonly paths: readonly (readonly string[])[];
}

/**
 * Asks whether a live record other than `except` has this value. Text is compared by its folded key if the field says
 * so.
 */
export interface UniqueNeed {
  readonly entity: string;
  readonly field: string;
  readonly value: Value;
  /** Further fields of a composite key. A record conflicts only if they match too. */
  readonly with?: readonly { readonly field: string; readonly value: Value }[];
  readonly except: string | null;
}

/** An uploaded file that is not yet attached to a record. */
export interface Upload {
  readonly value: FileValue;
  readonly uploader: string | null;
}

/**
 * The loaded data. In every result null means that there is no such thing, and undefined means that it was not loaded.
 * Undefined makes conditions unknown, and unknown conditions refuse.
 */
export interface Facts {
  readonly row: (entity: string, id: string) => Row | null | undefined;
  readonly taken: (need: UniqueNeed) => boolean | undefined;
  readonly upload: (token: string) => Upload | null | undefined;
  /** The number of live records that refer to this one by a field that restricts its deletion, by `Entity.field`. */
  readonly referrers: (key: RecordKey) => ReadonlyMap<string, number> | undefined;
  /** The result of a query. An absent function means the same as undefined: not loaded. */
  readonly answer?: (need: QuestionNeed) => Answer | undefined;
  /** The last number assigned; 0 before the first. An absent function means not loaded. */
  readonly lastNumber?: (need: SeriesNeed) => number | undefined;
  /** Null if the record has no such timer in its current state. An absent function means not loaded. */
  readonly stateEntry?: (need: StateEntryNeed) => StateEntry | null | undefined;
  /**
   * The ids of the referring records; null if there are more than one write may process. An absent function means not
   * loaded.
   */
  readonly referring?: (need: ReferringNeed) => readonly string[] | null | undefined;
  /** Null if there is no such record or it is not deleted. An absent function means not loaded. */
  readonly deleted?: (entity: string, id: string) => DeletedRow | null | undefined;
  /** The record that owns a line; null if there is no such line. An absent function means not loaded. */
  readonly owner?: (line: RecordKey) => RecordKey | null | undefined;
  /** Null if no such comment ever existed. An absent function means not loaded. */
  readonly comment?: (id: string) => StoredComment | null | undefined;
  /**
   * An unguessable random text from which tokens are derived; constant for these facts. Absent where no tokens are
   * generated.
   */
  readonly seed?: () => string;
  /**
   * Returns true if it is already known that the record does not exist or the person may not read it. Absent: not
   * checked.
   */
  readonly isKnownUnreadable?: (entity: string, id: string) => boolean;
  /**
   * Every live record of an entity, or every line of a line entity; null if there are more than `MOST_LOOKED_THROUGH`.
   * An absent function means not loaded.
   */
  readonly all?: (entity: string) => readonly Row[] | null | undefined;
}
