import type { Tree } from '../../model/types/formula.ts';

/** A value as it goes over the wire; the oracle's world holds nothing else. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A record: its fields, states and built-ins by name, in wire form. Owned lines are objects with an `id`. */
export interface Stored {
  readonly entity: string;
  readonly id: string;
  readonly values: ReadonlyMap<string, Json>;
}

/** All live records by id. An allowed request changes it. */
export type World = Map<string, Stored>;

/** A deleted record as it was when it went. */
export interface Gone extends Stored {
  /** The id of the record whose deletion took it along; null: it went for itself. */
  readonly of: string | null;
}

/** Deleted records by id. An allowed deletion and restoration change it. */
export type Trash = Map<string, Gone>;

/** A comment at a record; `text` null: it was deleted. Whoever is mentioned stands in it as `@[id]`. */
export interface Kept {
  readonly id: string;
  readonly entity: string;
  readonly record: string;
  readonly person: string;
  readonly text: string | null;
  readonly changed: boolean;
}

/** Comments by id; they stay where their record is deleted, and are there again when that comes back. */
export type Comments = Map<string, Kept>;

/** What `If-Match` says: the version that the person would get now, another one, or nothing. */
export type Match = 'current' | 'stale' | 'none';

/** What a path names besides the record: ids by field of the record; `there`: whether all of it is there for whoever asks. */
interface Within {
  readonly fields: ReadonlyMap<string, Json>;
  readonly there: boolean;
}

/** `call` is the id of the call asked through, which says what may be sent; null: none. */
export type Request =
  | { readonly kind: 'read'; readonly entity: string; readonly id: string; readonly call?: string }
  | {
      readonly kind: 'list';
      readonly entity: string;
      /** The id of a screen, whose filter and roles then hold as well. */
      readonly screen: string | null;
      readonly filter: Filter | null;
      readonly sort: { readonly field: string; readonly descending: boolean } | null;
      readonly call?: string;
      readonly within?: Within;
    }
  /** `id` is the one that a new record gets. */
  | {
      readonly kind: 'create';
      readonly entity: string;
      readonly id: string;
      readonly call: string | null;
      readonly input: Json;
      readonly within?: Within;
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
  /** What is said at a record. */
  | { readonly kind: 'comments'; readonly entity: string; readonly id: string }
  /** Whom one may mention there. */
  | { readonly kind: 'mentionable'; readonly entity: string; readonly id: string }
  | {
      readonly kind: 'comment';
      readonly entity: string;
      readonly id: string;
      /** The id that it gets. */
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

/** A condition as parsed; `unreadable` where it does not parse. */
export type Filter = Tree | 'unreadable';

/** A failing field: `lines[0].amount`. */
export interface Fault {
  readonly path: string;
  readonly code: string;
  /** The id of the rule that fails; absent: no rule of the document does. */
  readonly rule?: string;
  /** What stands there is known all the same, so that rules speak of it. */
  readonly known?: true;
  /** Something else is wrong as well, so that this may be left until that is put right. */
  readonly later?: true;
}

export interface Refused {
  readonly allowed: false;
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
}

/** What one person sees of a record. A field that they read on no row at all is absent, a hidden one is null. */
export interface Seen {
  readonly id: string;
  readonly entity: string;
  readonly fields: ReadonlyMap<string, Json>;
  readonly can: Can;
}

/** Codes of refusal, any of which may be named first; none: allowed; `PERHAPS` among them: it may also be allowed. */
export interface Can {
  readonly delete: readonly string[];
  readonly change: ReadonlyMap<string, readonly string[]>;
  readonly events: ReadonlyMap<string, readonly string[]>;
  /** By event that may be raised. */
  readonly back: ReadonlyMap<string, Back>;
}

/** What depends on the state that a write results in is not known before it. */
export const PERHAPS = 'perhaps';

/** The events any of which takes another back at once; `certain`: one of them has to be named. */
export interface Back {
  readonly events: readonly string[];
  readonly certain: boolean;
}

/** A comment as one person reads it: `person` null where they don't know them. A deleted one says nothing any more. */
export interface Said {
  readonly id: string;
  readonly person: string | null;
  readonly mine: boolean;
  readonly changed: boolean;
  readonly deleted: boolean;
  readonly parts: readonly (string | { readonly person: string | null })[];
}

/** Rules that warn, as far as this person may know of them; `certain`: something was written, so that all of them are told. */
export interface Warned {
  readonly faults: readonly Fault[];
  readonly certain: boolean;
}

/** `seen` is null where the record is gone, or where this person does not read it; `warned` where nothing was asked to be written. */
export type Answer =
  | {
      readonly allowed: true;
      readonly values: ReadonlyMap<string, Json> | null;
      readonly seen: Seen | null;
      readonly list: readonly Seen[] | null;
      readonly warned?: Warned;
      /** Comments, where these were asked for or one was written. */
      readonly said?: readonly Said[];
      /** Who finds in their inbox that they were mentioned. */
      readonly told?: readonly string[];
      readonly mentionable?: readonly string[];
    }
  | Refused;

/** An allowed answer. */
export type Allowed = Extract<Answer, { readonly allowed: true }>;
