import type { Formula } from './formula.ts';
import type { Element, Name, Place, Point, Standing } from './place.ts';
import type { Type } from './types.ts';

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
}

/** A single value with its own standing; `value` is null when it is not shown. */
export interface Stated<T> {
  readonly value: T | null;
  readonly standing: Standing;
  readonly at: Place | null;
}

// ── Point 2 ──────────────────────────────────────────────────────────────────────────────────────

export type ScreenKind = 'table' | 'form' | 'record' | 'board' | 'dashboard' | 'page';

export interface Screen extends Element, Name {
  /** `/claims/:id`; a name after a colon is a parameter. */
  readonly route: string;
  readonly kind: ScreenKind;
  /** The entity that it shows; null for a page of prose. */
  readonly entity: string | null;
  readonly filter: Formula | null;
  /** Columns of a table, fields of a form, empty where none are stated: then all that the person may read. */
  readonly fields: readonly ScreenField[];
  /** `board by status`. */
  readonly by: string | null;
  readonly sort: readonly SortKey[];
  /** Events offered on rows and in bulk, as stated. */
  readonly actions: readonly Reference[];
  readonly whenEmpty: string | null;
  /** Role names; null when `For` is not shown, which refuses. */
  readonly roles: readonly Reference[] | null;
  readonly numbers: readonly NumberTile[];
  readonly charts: readonly Chart[];
}

/** A name that points at something stated elsewhere, with its own place. */
export interface Reference {
  readonly name: string;
  readonly at: Place | null;
}

export type ScreenField = Reference;

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
  readonly at: Place | null;
}

export type Aggregate = 'count' | 'sum' | 'average' | 'min' | 'max';

/** `Number: Paid this month, sum of total where …`. `field` is null for a count. */
export interface NumberTile extends Element, Name {
  readonly aggregate: Aggregate;
  readonly field: string | null;
  readonly filter: Formula | null;
}

/** `Chart: Spent over time, line, sum of total by month of spentOn`. */
export interface Chart extends Element, Name {
  readonly shape: 'bar' | 'line';
  readonly aggregate: Aggregate;
  readonly field: string | null;
  readonly by: string;
  readonly interval: 'day' | 'week' | 'month' | 'quarter' | 'year' | null;
  readonly filter: Formula | null;
}

// ── Point 3 ──────────────────────────────────────────────────────────────────────────────────────

export interface Entity extends Element, Name {
  readonly fields: readonly Field[];
  /** The entity whose lines these are; it has no screens, calls or permissions of its own. */
  readonly belongsTo: Reference | null;
  /** Former names, from `was a, b`. */
  readonly was: readonly string[];
}

export interface Field extends Element, Name {
  readonly type: Type;
  readonly required: boolean;
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
  readonly onDelete: 'restrict' | 'clear';
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
  /** `after 3 days`: read, and not yet done. `every` repeats. */
  readonly timer: { readonly kind: 'after' | 'every'; readonly delay: Formula } | null;
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

export type Effect =
  | { readonly kind: 'set'; readonly field: string; readonly value: Formula; readonly at: Place | null }
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
  readonly condition: Formula | null;
  /** Null: our own default error. */
  readonly error: Reference | null;
  /** The stated field; null: the field of the last comparison with null, else the first field named. */
  readonly field: Reference | null;
}

// ── Point 6 ──────────────────────────────────────────────────────────────────────────────────────

export interface Role extends Element, Name {
  /** "everyone who signs in". */
  readonly everyone: boolean;
}

export type Operation = 'read' | 'create' | 'change' | 'delete';

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
  | { readonly kind: 'never' }
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
  /** `/api/claims/:id`; of an outside call: `{PAYOUT_URL}/transfers`. */
  readonly path: string;
  readonly does: Does;
  /** Names of fields, or `filter`, `sort`, `page`. Null: not stated. */
  readonly sends: readonly Reference[] | null;
  /** The text of a custom shape, where `Sends` or `Gets` states one in braces. */
  readonly sendsShape: Formula | null;
  readonly gets: string;
  readonly errors: readonly Reference[];
}

// ── Point 8 ──────────────────────────────────────────────────────────────────────────────────────

export interface ErrorEntry extends Element {
  readonly code: string;
  /** Null when it is not shown: then that of the situation that raises it. */
  readonly status: number | null;
  readonly message: string;
  readonly next: string;
}

// ── Point 9 ──────────────────────────────────────────────────────────────────────────────────────

export interface Constant extends Element {
  readonly name: string;
  /** Null: not shown. */
  readonly value: Formula | null;
}

/** Built-in limits: `Page size`, `Requests`. */
export interface Limit extends Element {
  readonly name: 'page size' | 'requests' | 'upload size';
  /** A count, bytes, or requests in one `per`. */
  readonly value: number | null;
  readonly per: 'second' | 'minute' | 'hour' | 'day' | null;
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
