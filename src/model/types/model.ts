import type { Formula } from './formula.ts';
import type { Element, Name, Place, Point, Standing } from './place.ts';
import type { Offered, Reference, Screen } from './screen.ts';
import type { StandardCode } from './standard-codes.ts';
import type { Translations } from './translation.ts';
import type { Type } from './types.ts';

export type * from './screen.ts';

/**
 * What a specification means once read. Immutable plain data: it survives JSON, and the same document
 * gives the same Model byte for byte. A name inside the Model (`entity: 'Line'`) is the name as written;
 * ids are paths of names: `entity/Line`, `field/Line/amount`, `state/Order/status/Draft`.
 */
export interface Model {
  readonly format: 1;
  /** What stands after `# Specification:`. */
  readonly name: string;
  /** Prose before point 1. */
  readonly intro: string;
  readonly points: readonly PointInfo[];
  readonly product: Product;
  readonly screens: readonly Screen[];
  readonly entities: readonly Entity[];
  readonly machines: readonly Machine[];
  readonly rules: readonly Rule[];
  readonly roles: readonly Role[];
  readonly permissions: readonly Permission[];
  readonly calls: readonly Call[];
  readonly errors: readonly ErrorEntry[];
  readonly constants: readonly Constant[];
  readonly limits: readonly Limit[];
  readonly samples: readonly Sample[];
  readonly translations: Translations;
  /** Sections behind point 9 that are neither: kept as they are written. */
  readonly appendices: readonly Appendix[];
}

export interface Appendix {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  readonly at: Place | null;
}

/** One of the nine headings: stated when anything in it was read, else not shown. */
export interface PointInfo extends Element {
  readonly title: string;
}

/** Point 1. `purpose` is its prose. */
export interface Product {
  readonly purpose: string;
  readonly audience: readonly string[];
  readonly language: Stated<string>;
  readonly timeZone: Stated<string>;
  /** Whether devices keep what people read there, and what they could not send; null: by A-OFFLINE. */
  readonly offline: Offered | null;
}

/** A single value with its own standing; `value` is null when it is not shown. */
export interface Stated<T> {
  readonly value: T | null;
  readonly standing: Standing;
  readonly at: Place | null;
}

// ── Point 3 ──────────────────────────────────────────────────────────────────────────────────────

export interface Entity extends Element, Name {
  readonly fields: readonly Field[];
  /** The entity whose lines these are; it has no screens, calls or permissions of its own. */
  readonly belongsTo: Reference | null;
  /** Former names, from `was a, b`. */
  readonly was: readonly string[];
  /** Values that no two records share together. */
  readonly unique: readonly UniqueKey[];
}

/** `Unique: supplier, number`; with `where`, among the records that satisfy it. */
export interface UniqueKey extends Element {
  readonly fields: readonly Reference[];
  readonly where: Formula | null;
  /** The catalogue's code; null: our own. */
  readonly error: Reference | null;
}

export interface Field extends Element, Name {
  readonly type: Type;
  readonly required: boolean;
  /** False where `not shown.` stands in its column: it is taken as not required, and the form says so. */
  readonly requiredShown: boolean;
  readonly unique: boolean;
  /** Set on create, never changed after. */
  readonly fixed: boolean;
  /** Set by the product: in no input. */
  readonly byProduct: boolean;
  readonly title: boolean;
  readonly searchable: boolean;
  readonly signIn: boolean;
  readonly ignoringCase: boolean;
  /** `default Draft`, `default me`. */
  readonly default: Formula | null;
  /** `= sum(lines.amount)`. */
  readonly computed: Formula | null;
  /** The events whose ask fills it: such a field is editable through them alone. */
  readonly askedOn: readonly Reference[];
  /** `cascade`: the record goes along with the one that it points to. */
  readonly onDelete: 'restrict' | 'clear' | 'cascade';
  /** Taken in and never given out. */
  readonly writeOnly: boolean;
  /** A regular expression that the whole value matches. */
  readonly pattern: string | null;
  /** Shown, and asked for, only while it holds; a hidden field keeps no value. */
  readonly shownWhen: Formula | null;
  readonly requiredWhen: Formula | null;
  readonly was: readonly string[];
}

// ── Point 4 ──────────────────────────────────────────────────────────────────────────────────────

/** A machine is a field of its entity too: a choice of its states, set by transitions alone. */
export interface Machine extends Element, Name {
  readonly entity: string;
  readonly states: readonly State[];
  readonly transitions: readonly Transition[];
  /** The state of a new record; null when no `(new)` row says so. */
  readonly initial: string | null;
  /** Null when `Editable in` is not shown: then no state is. Absent from the document: every state that is not final. */
  readonly editableIn: readonly Reference[] | null;
  /** Names for several states together: `Group: Running = Requested, Approved`. */
  readonly groups: readonly StateGroup[];
}

export interface StateGroup {
  readonly name: string;
  readonly states: readonly Reference[];
  readonly at: Place | null;
}

export interface State extends Name {
  readonly id: string;
  readonly at: Place | null;
  readonly final: boolean;
}

/** `from` null: `(new)`. `event` null: on creation, or by a timer (`after`). */
export interface Transition extends Element {
  readonly from: string | null;
  readonly to: string;
  readonly event: string | null;
  readonly label: string;
  readonly timer: Timer | null;
  /**
   * A role or a field that leads to a person. Empty: whoever may change the record.
   * Null: not shown, which refuses.
   */
  readonly who: readonly Reference[] | null;
  readonly guard: Formula | null;
  /** `not shown.` in the guard's cell: nobody may, until a line decides it. */
  readonly guardShown: boolean;
  readonly effects: readonly Effect[];
  /** The catalogue's code for a guard that is not met. */
  readonly error: Reference | null;
}

/**
 * What the product does by itself. `after 3 days` in the state; `after 24 hours from pickupAt` and `before 2 hours from dueAt`
 * go by a field; `every` repeats; `when` acts as soon as a condition holds; `on` follows an event of another record.
 */
export type Timer =
  | { readonly kind: 'after' | 'before' | 'every'; readonly delay: Formula; readonly from: Formula | null }
  | { readonly kind: 'when'; readonly condition: Formula }
  /** `on Comment: create by ticket where …`: `by` is the field of the other entity that leads here. */
  | {
      readonly kind: 'on';
      readonly entity: Reference;
      readonly event: Reference;
      readonly by: Reference | null;
      readonly where: Formula | null;
    };

/** `on` of an effect: a path to another record; null: the record itself. */
export type Effect =
  | {
      readonly kind: 'set';
      readonly on: Formula | null;
      readonly field: string;
      readonly value: Formula;
      readonly at: Place | null;
    }
  /** Raises an event of another record, or of each record in a list. */
  | { readonly kind: 'raise'; readonly event: string; readonly on: Formula; readonly at: Place | null }
  /** `create Charge for l in lines where …: amount = …`. */
  | {
      readonly kind: 'create';
      readonly entity: string;
      readonly each: { readonly local: string; readonly of: Formula; readonly where: Formula | null } | null;
      readonly values: readonly { readonly field: string; readonly value: Formula }[];
      readonly at: Place | null;
    }
  | { readonly kind: 'ask'; readonly field: string; readonly optional: boolean; readonly at: Place | null }
  /** `to` leads to a person: `owner.manager`. */
  | { readonly kind: 'notify'; readonly to: Formula; readonly at: Place | null }
  | { readonly kind: 'call'; readonly call: string; readonly at: Place | null };

// ── Point 5 ──────────────────────────────────────────────────────────────────────────────────────

export interface Rule extends Element {
  readonly name: string;
  readonly entity: string;
  /** Empty: on create, change, and each event raised from an editable state. */
  readonly events: readonly Reference[];
  /** Empty: in any state. Otherwise only while the record is in one of them. */
  readonly states: readonly Reference[];
  readonly condition: Formula | null;
  /** A warning is shown and does not refuse. */
  readonly severity: 'error' | 'warning';
  /** What people read where the catalogue has no entry for it; null: the entry's, else ours. */
  readonly message: string | null;
  /** Null: our own default error. */
  readonly error: Reference | null;
  /** The stated field; null: the field of the last comparison with null, else the first field named. */
  readonly field: Reference | null;
}

// ── Point 6 ──────────────────────────────────────────────────────────────────────────────────────

export interface Role extends Element, Name {
  /** "everyone who signs in". */
  readonly everyone: boolean;
  /** "whoever has not signed in". */
  readonly guest: boolean;
  /** Roles whose permissions its holders have too. */
  readonly includes: readonly Reference[];
  /**
   * A role from a relation: whoever one of these paths leads to from a record, `Task.owner`, `Task.project.members`.
   * Empty: given in the field of type Role.
   */
  readonly relation: readonly RolePath[];
}

export interface RolePath {
  readonly entity: string;
  readonly path: Formula;
}

/** `restore` brings a deleted record back; where no cell states it, whoever may delete it may (A-RESTORE). */
export type Operation = 'read' | 'create' | 'change' | 'delete' | 'restore';

/** One cell of the matrix. */
export interface Permission extends Element {
  readonly entity: string;
  /** Null: the whole record. */
  readonly field: string | null;
  readonly operation: Operation;
  readonly role: string;
  readonly grant: Grant;
}

/** `unknown` stands for `not shown.`: it refuses like `no` and is listed as a gap. */
export type Grant =
  | { readonly kind: 'no' }
  /** `where` null: on every record. */
  | { readonly kind: 'never'; readonly where: Formula | null }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'yes'; readonly fields: readonly GrantedField[] | null; readonly where: Formula | null };

/** `role (any)`: may grant roles that the person does not hold. */
export interface GrantedField extends Reference {
  readonly any: boolean;
}

// ── Point 7 ──────────────────────────────────────────────────────────────────────────────────────

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a call does; `outside` leaves through the outbox. */
export type Does =
  | { readonly kind: 'list' | 'read' | 'create' | 'change' | 'delete'; readonly entity: string }
  | { readonly kind: 'event'; readonly entity: string; readonly event: string }
  | { readonly kind: 'outside' }
  | { readonly kind: 'unknown'; readonly text: string };

export interface Call extends Element, Name {
  readonly method: Method;
  /** `/api/claims/:id`; of an outside call: `{BANK_URL}/transfers`. */
  readonly path: string;
  readonly does: Does;
  /** Names of fields, or `filter`, `sort`, `page`. Null: not stated. */
  readonly sends: readonly Reference[] | null;
  /** The text of a custom shape, where `Sends` or `Gets` states one in braces. */
  readonly sendsShape: Formula | null;
  readonly gets: string;
  readonly errors: readonly CallError[];
  /** Names of the query, without a meaning of their own: `status`, `q`. */
  readonly query: readonly Reference[];
}

/** `ERR-06 (R-07)`: the error and, where the document says so, what raises it. */
export interface CallError extends Reference {
  readonly cause: string | null;
}

// ── Point 8 ──────────────────────────────────────────────────────────────────────────────────────

export interface ErrorEntry extends Element {
  readonly code: string;
  /** Null when it is not shown: then that of the situation that raises it. */
  readonly status: number | null;
  readonly message: string;
  readonly next: string;
  /** The standard refusals that answer with this entry. */
  readonly standsFor: readonly StandardCode[];
  /** Where one code has several causes: rules, events, or permissions (`Book: delete`). */
  readonly causes: readonly Reference[];
}

// ── Point 9 ──────────────────────────────────────────────────────────────────────────────────────

export interface Constant extends Element {
  readonly name: string;
  /** Null: not shown. */
  readonly value: Formula | null;
  /** The variable of the environment that the value comes from, `from environment BANK_URL`; `value` is then the default. */
  readonly environment: string | null;
  /** A value for each choice, or pair of choices: `PRIORITY[impact][urgency]`. `value` is then null. */
  readonly table: ConstantTable | null;
}

/** `columns` empty: one value a row, each cell in a list of one. */
export interface ConstantTable {
  readonly rows: readonly Reference[];
  readonly columns: readonly Reference[];
  readonly cells: readonly (readonly (Formula | null)[])[];
}

/** What the product itself obeys. */
export type LimitName =
  | 'page size'
  | 'largest page'
  | 'requests'
  | 'upload size'
  | 'export rows'
  | 'import rows'
  | 'session'
  | 'retries'
  | 'timeout'
  | 'refresh'
  | 'search from'
  | 'search delay'
  | 'retention'
  | 'comment length'
  | 'working hours'
  | 'holidays';

export interface Limit extends Element {
  readonly name: LimitName;
  /** A count, bytes, milliseconds, or requests in one `per`. */
  readonly value: number | null;
  readonly per: 'second' | 'minute' | 'hour' | 'day' | null;
  /** Of the working hours; null for every other limit. */
  readonly hours: readonly WorkingHours[] | null;
  /** Of the holidays: ISO dates; null for every other limit. */
  readonly dates: readonly string[] | null;
}

/** Days of the week from 1, Monday; `from` and `to` as `09:00`. Several spans may stand on one day. */
export interface WorkingHours {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

// ── Appendix ─────────────────────────────────────────────────────────────────────────────────────

/** Rows of `## Sample data`; cells as written, positions kept. */
export interface Sample {
  readonly entity: string;
  readonly at: Place | null;
  readonly columns: readonly Reference[];
  readonly rows: readonly SampleRow[];
}

export interface SampleRow {
  readonly at: Place | null;
  readonly cells: readonly SampleCell[];
}

export interface SampleCell {
  readonly text: string;
  readonly at: Place | null;
}

/** The points that are not shown as a whole. */
export function pointsNotShown(model: Model): Point[] {
  return model.points.filter((point) => point.standing === 'not shown').map((point) => point.point);
}
