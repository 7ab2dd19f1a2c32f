import type { Question } from '../../expressions/relation/queries.ts';
import type { Scope } from '../../expressions/types/scope.ts';
import type { FileValue, Row, Value } from '../../fields/text/value.ts';

/** What a decision reads, named before the transaction opens; the store loads it inside. */
export interface Needs {
  readonly rows: readonly RowNeed[];
  readonly unique: readonly UniqueNeed[];
  readonly files: readonly string[];
  /** Records that would lose a reference if this one went. */
  readonly referrers: readonly RecordKey[];
  /** Absent: none. */
  readonly questions?: readonly QuestionNeed[];
  /** Entities of which every live record is wanted: for questions that can't be asked as one. Absent: none. */
  readonly all?: readonly string[];
  /** Absent: none. */
  readonly series?: readonly SeriesNeed[];
  /** Absent: none. */
  readonly stays?: readonly StayNeed[];
  /** Absent: none. */
  readonly referring?: readonly ReferringNeed[];
  /** Deleted records. Absent: none. */
  readonly deleted?: readonly RowNeed[];
  /** Lines whose records are wanted. Absent: none. */
  readonly owners?: readonly RecordKey[];
  /** Comments by their ids. Absent: none. */
  readonly comments?: readonly string[];
}

/** A record as it was when it was deleted, with the lines that went with it, and with what went along. */
export interface Deleted {
  readonly row: Row;
  readonly at: number;
  /** Null: the product did. */
  readonly by: string | null;
  /** The record whose deletion took it along; null: it was deleted for itself. */
  readonly with: RecordKey | null;
  /** The records that its own deletion took along and that are still deleted. */
  readonly along: readonly RecordKey[];
}

/** A comment as the store keeps it. */
export interface KeptComment extends RecordKey {
  readonly comment: string;
  readonly at: number;
  readonly person: string;
  readonly acting: boolean;
  /** Null: it was deleted, and nobody reads it any more. */
  readonly text: string | null;
  readonly changed: number | null;
  readonly deleted: number | null;
}

/** Since when a record stands in the state of a machine, and how it stands with a timer of that. */
export interface StayNeed extends RecordKey {
  readonly machine: string;
  readonly timer: string;
}

/** `fired`: the moment for which the timer acted in this stay; null: for none. */
export interface Stay {
  readonly since: number;
  readonly fired: number | null;
}

/** Live records whose field leads to the target. */
export interface ReferringNeed {
  readonly entity: string;
  readonly field: string;
  readonly target: string;
}

/** The last number of a series that was given in a field; `period`: a series that begins anew has another. */
export interface SeriesNeed extends RecordKey {
  readonly field: string;
  readonly period: string;
  /** Of lines: the record whose lines are counted. */
  readonly parent?: string;
  /** The number in a text of this series; null where it is of another. */
  readonly numberIn: (text: string) => number | null;
}

/**
 * A question over the live records of an entity: `count(Order where …)`. Two needs of one key have one answer: the key is made of
 * the question and the values of its parameters.
 */
export interface QuestionNeed {
  readonly key: string;
  /** Tells questions apart within a document, so that a store compiles each once. */
  readonly id: string;
  readonly question: Question;
  /** What its parameters are evaluated over. */
  readonly scope: Scope;
}

/** A list of values where it asks for them; `tooLarge`: a sum that no number holds exactly. */
export type Answer = { readonly value: Value } | { readonly tooLarge: true };

export interface RecordKey {
  readonly entity: string;
  readonly id: string;
}

/** A record with its owned lines, and what is found by following each path of reference fields from it. */
export interface RowNeed extends RecordKey {
  readonly paths: readonly (readonly string[])[];
}

/** Is this value taken by a live record other than `except`? Text compares by its folded key where the field says so. */
export interface UniqueNeed {
  readonly entity: string;
  readonly field: string;
  readonly value: Value;
  /** Further fields that must have these values too, so that it is taken. */
  readonly with?: readonly { readonly field: string; readonly value: Value }[];
  readonly except: string | null;
}

/** An upload that no record holds yet. */
export interface Upload {
  readonly value: FileValue;
  readonly uploader: string | null;
}

/** The answers. Null: there is none. Undefined: it was not loaded, so it is unknown, and unknown refuses. */
export interface Facts {
  readonly row: (entity: string, id: string) => Row | null | undefined;
  readonly taken: (need: UniqueNeed) => boolean | undefined;
  readonly upload: (token: string) => Upload | null | undefined;
  /** How many live records refer to it by a field that restricts, by `Entity.field`. */
  readonly referrers: (key: RecordKey) => ReadonlyMap<string, number> | undefined;
  /** Absent, as undefined: not worked out. */
  readonly answer?: (need: QuestionNeed) => Answer | undefined;
  /** The last number that was given, 0 before the first; absent, as undefined: not looked up. */
  readonly last?: (need: SeriesNeed) => number | undefined;
  /** Null: the record has no such timer now. Absent, as undefined: not looked up. */
  readonly stay?: (need: StayNeed) => Stay | null | undefined;
  /** Their ids; null: more than are worked through at once. Absent, as undefined: not looked up. */
  readonly referring?: (need: ReferringNeed) => readonly string[] | null | undefined;
  /** Null: there is none, or it is not deleted. Absent, as undefined: not looked up. */
  readonly deleted?: (entity: string, id: string) => Deleted | null | undefined;
  /** The record that owns a line; null: there is no such line. Absent, as undefined: not looked up. */
  readonly owner?: (line: RecordKey) => RecordKey | null | undefined;
  /** Null: there never was such a comment. Absent, as undefined: not looked up. */
  readonly comment?: (id: string) => KeptComment | null | undefined;
  /** What nobody guesses, the same as long as these facts are gathered. Absent: nothing is made of it here. */
  readonly seed?: () => string;
  /** Whether it was found that the person may not read such a record, or that there is none. Absent: nobody looked. */
  readonly unseen?: (entity: string, id: string) => boolean;
  /** Every live record of an entity, lines too; null: there are more than `MOST_LOOKED_THROUGH`. Absent, as undefined: not loaded. */
  readonly all?: (entity: string) => readonly Row[] | null | undefined;
}
