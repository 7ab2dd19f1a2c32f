import type { FileValue, Row, Value } from '../fields/value.ts';

/** What a decision reads, named before the transaction opens; the store loads it inside. */
export interface Needs {
  readonly rows: readonly RowNeed[];
  readonly unique: readonly UniqueNeed[];
  readonly files: readonly string[];
  /** Records that would lose a reference if this one went. */
  readonly referrers: readonly RecordKey[];
}

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
}
