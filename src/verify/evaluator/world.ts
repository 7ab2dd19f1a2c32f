import type { Tree } from '../../model/types/formula.ts';

/** A value in wire form. The oracle's world contains nothing else. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A record: its fields, states and built-in fields by name, in wire form. Lines are objects with an `id`. */
export interface Stored {
  readonly entity: string;
  readonly id: string;
  readonly values: ReadonlyMap<string, Json>;
}

/** All live records by id. An allowed request changes the map. */
export type World = Map<string, Stored>;

/** A deleted record, as it was when it was deleted. */
export interface DeletedRecord extends Stored {
  /** The id of the record whose deletion cascaded to it; null if it was deleted itself. */
  readonly of: string | null;
}

/** Deleted records by id. An allowed deletion or restoration changes the map. */
export type Trash = Map<string, DeletedRecord>;

/** A comment on a record. `text` is null if it was deleted; mentions appear as `@[id]`. */
export interface StoredComment {
  readonly id: string;
  readonly entity: string;
  readonly record: string;
  readonly person: string;
  readonly text: string | null;
  readonly changed: boolean;
}

/** Comments by id. They stay when their record is deleted, and reappear when it is restored. */
export type Comments = Map<string, StoredComment>;

/** The `If-Match` of a request: the current version, another one, or none. */
export type Match = 'current' | 'stale' | 'none';

/** Records that the path names besides the record: ids by field; `there`: whether the person can read all of them. */
interface ParentPath {
  readonly fields: ReadonlyMap<string, Json>;
  readonly areReadable: boolean;
}

/** A request. `call` is the id of the call that sends it, which decides what may be sent; null for none. */
export type Request =
  | { readonly kind: 'read'; readonly entity: string; readonly id: string; readonly call?: string }
  | {
      readonly kind: 'list';
      readonly entity: string;
      /** The id of a screen whose filter and roles apply too. */
      readonly screen: string | null;
      readonly filter: Filter | null;
      readonly sort: { readonly field: string; readonly descending: boolean } | null;
      readonly call?: string;
      readonly within?: ParentPath;
    }
  /** `id` is the id that the new record gets. */
  | {
      readonly kind: 'create';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly input: Json;
      readonly within?: ParentPath;
    }
  | {
      readonly kind: 'change';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly input: Json;
      readonly match: Match;
    }
  | {
      readonly kind: 'delete';
      readonly entity: string;
      readonly id: string;
      readonly match: Match;
      readonly call?: string;
    }
  | { readonly kind: 'restore'; readonly entity: string; readonly id: string; readonly match: Match }
  /** The deleted records of an entity. */
  | { readonly kind: 'deleted'; readonly entity: string }
  /** The comments on a record. */
  | { readonly kind: 'comments'; readonly entity: string; readonly id: string }
  /** The people whom the person may mention there. */
  | { readonly kind: 'mentionable'; readonly entity: string; readonly id: string }
  | {
      readonly kind: 'comment';
      readonly entity: string;
      readonly id: string;
      /** The id that the comment gets. */
      readonly comment: string;
      readonly input: Json;
    }
  | {
      readonly kind: 'change comment';
      readonly entity: string;
      readonly id: string;
      readonly comment: string;
      readonly input: Json;
      readonly match: Match;
    }
  | {
      readonly kind: 'remove comment';
      readonly entity: string;
      readonly id: string;
      readonly comment: string;
      readonly match: Match;
    }
  | {
      readonly kind: 'event';
      readonly entity: string;
      readonly id: string;
      readonly event: string;
      readonly call: string | null;
      readonly input: Json;
      readonly match: Match;
    };

/** A parsed filter condition; `unreadable` if it does not parse. */
export type Filter = Tree | 'unreadable';

/** A fault at a field: `lines[0].amount`. */
export interface Fault {
  readonly path: string;
  readonly code: string;
  /** The id of the rule that fails; absent if it is not a rule of the document. */
  readonly rule?: string;
  /** The value is known although it has a fault, so rules may read it. */
  readonly hasKnownValue?: true;
  /** The fault may be reported only after other faults are corrected. */
  readonly afterOthers?: true;
}

export interface Refused {
  readonly allowed: false;
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  /** What is missing is a comment and not the record. */
  readonly ofComment?: true;
}

/**
 * A record as one person reads it. A field that the person can never read is absent, a field that is hidden on this
 * record is null.
 */
export interface ReadableRecord {
  readonly id: string;
  readonly entity: string;
  readonly fields: ReadonlyMap<string, Json>;
  readonly can: Can;
}

/** Codes of refusals, any of which may be reported first. Empty: allowed. With `DEPENDS_ON_RESULT`: it may also be allowed. */
export interface Can {
  readonly delete: readonly string[];
  readonly change: ReadonlyMap<string, readonly string[]>;
  readonly events: ReadonlyMap<string, readonly string[]>;
  /** By event that may be raised. */
  readonly back: ReadonlyMap<string, UndoEvents>;
}

/** The outcome depends on the state after the write. */
export const DEPENDS_ON_RESULT = 'perhaps';

/** The events that undo another one; `certain`: one of them must be offered. */
export interface UndoEvents {
  readonly events: readonly string[];
  readonly certain: boolean;
}

/**
 * A comment as one person reads it; `person` is null if they may not know the author. A deleted comment has no text.
 */
export interface ReadableComment {
  readonly id: string;
  readonly person: string | null;
  readonly mine: boolean;
  readonly changed: boolean;
  readonly deleted: boolean;
  readonly parts: readonly (string | { readonly person: string | null })[];
}

/** Warnings that this person may know of; `certain`: something was written, so all of them must be reported. */
export interface Warnings {
  readonly faults: readonly Fault[];
  readonly certain: boolean;
}

/** `seen` is null if the record is gone or not readable for this person; `warned` is absent if nothing was written. */
export type Answer =
  | {
      readonly allowed: true;
      readonly values: ReadonlyMap<string, Json> | null;
      readonly record: ReadableRecord | null;
      readonly list: readonly ReadableRecord[] | null;
      readonly warnings?: Warnings;
      /** Comments that were requested, or the one that was written. */
      readonly comments?: readonly ReadableComment[];
      /** The people who find the mention in their inbox. */
      readonly notified?: readonly string[];
      readonly mentionable?: readonly string[];
    }
  | Refused;

/** An allowed answer. */
export type Allowed = Extract<Answer, { readonly allowed: true }>;
