import type { Api, Call, NamedShape } from './call.ts';
import type { Element, Name, Place, Point, Standing } from './element.ts';
import type { ErrorAnswers, ErrorEntry } from './error-entry.ts';
import type { Formula } from './formula.ts';
import type { Machine } from './machine.ts';
import type { Offered, Reference, Screen } from './screen.ts';
import type { StatedTone } from './tone.ts';
import type { Translations } from './translation.ts';
import type { Type } from './types.ts';

export type * from './call.ts';
export type * from './call-parameter.ts';
export type * from './error-entry.ts';
export type * from './machine.ts';
export type * from './screen.ts';

/**
 * What a specification means, as immutable plain data. It survives a round trip through JSON, and the same document
 * gives the same Model byte for byte. A name inside the Model (`entity: 'Line'`) is the name as written; ids are paths
 * of names: `entity/Line`, `field/Line/amount`, `state/Order/status/Draft`.
 */
export interface Model {
  readonly format: 1;
  /** The text after `# Specification:`. */
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
  /** What point 7 states for all calls. */
  readonly api: Api;
  readonly shapes: readonly NamedShape[];
  readonly calls: readonly Call[];
  readonly errors: readonly ErrorEntry[];
  readonly errorAnswers: ErrorAnswers;
  readonly constants: readonly Constant[];
  readonly limits: readonly Limit[];
  readonly samples: readonly Sample[];
  readonly translations: Translations;
  /** Sections after point 9 other than sample data and translations, with their text as written. */
  readonly appendices: readonly Appendix[];
}

/** A section of the document that has no meaning for the application. */
export interface Appendix {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  readonly at: Place | null;
}

/** One of the nine headings: stated if anything under it was read, otherwise not shown. */
export interface PointInfo extends Element {
  readonly title: string;
}

/** Point 1. `purpose` is its prose. */
export interface Product {
  readonly purpose: string;
  readonly audience: readonly string[];
  readonly language: Stated<string>;
  readonly timeZone: Stated<string>;
  /** Whether devices store read records and unsent changes for use without a connection; null: A-OFFLINE decides. */
  readonly offline: Offered | null;
}

/** A single value with its own standing; `value` is null if it is not shown. */
export interface Stated<T> {
  readonly value: T | null;
  readonly standing: Standing;
  readonly at: Place | null;
}

// ── Point 3 ──────────────────────────────────────────────────────────────────────────────────────

/** A kind of record. */
export interface Entity extends Element, Name {
  readonly fields: readonly Field[];
  /** The entity that owns these records as its lines; lines have no screens, calls or permissions of their own. */
  readonly belongsTo: Reference | null;
  /** Former names, from `was a, b`. */
  readonly was: readonly string[];
  /** Combinations of fields that no two records may share. */
  readonly unique: readonly UniqueKey[];
  /** The field by which the stated calls name the records; null: by their ids. */
  readonly key: Reference | null;
}

/** `Unique: supplier, number`; with `where`, unique only among the records that meet the condition. */
export interface UniqueKey extends Element {
  readonly fields: readonly Reference[];
  readonly where: Formula | null;
  /** Code of the error catalogue; null: the standard error. */
  readonly error: Reference | null;
}

/** A named value of a record. */
export interface Field extends Element, Name {
  readonly type: Type;
  readonly required: boolean;
  /** False if the column says `not shown.`: the field is treated as not required, and the form says so. */
  readonly requiredShown: boolean;
  readonly unique: boolean;
  /** Set on create and never changed afterwards. */
  readonly fixed: boolean;
  /** Set by the product; people cannot enter it. */
  readonly byProduct: boolean;
  readonly title: boolean;
  readonly searchable: boolean;
  readonly signIn: boolean;
  readonly ignoringCase: boolean;
  /** The language in which e-mails to this person are written. */
  readonly language: boolean;
  /** `default Draft`, `default me`. */
  readonly default: Formula | null;
  /** `= sum(lines.amount)`. */
  readonly computed: Formula | null;
  /** The events whose `ask` effect fills the field; it can only be edited by raising them. */
  readonly askedOn: readonly Reference[];
  /** What happens to this record when the referenced one is deleted; `cascade` deletes it too. */
  readonly onDelete: 'restrict' | 'clear' | 'cascade';
  /** Accepted as input, never included in an answer. */
  readonly writeOnly: boolean;
  /** A regular expression that the whole value must match. */
  readonly pattern: string | null;
  /** The field is shown and can be entered only while this holds; a hidden field has no value. */
  readonly shownWhen: Formula | null;
  readonly requiredWhen: Formula | null;
  /** Which records a reference may lead to: a condition about each of them, in which `this` is the record of the field. */
  readonly among: Formula | null;
  /** The colours stated for options of a choice. */
  readonly colours: readonly StatedTone[];
  readonly was: readonly string[];
}

// ── Point 5 ──────────────────────────────────────────────────────────────────────────────────────

export interface Rule extends Element {
  readonly name: string;
  readonly entity: string;
  /** When the rule is checked. Empty: on create, on change, and on each event raised from an editable state. */
  readonly events: readonly Reference[];
  /** The states in which the rule is checked; empty: all. */
  readonly states: readonly Reference[];
  readonly condition: Formula | null;
  /** A warning is shown but does not refuse the write. */
  readonly severity: 'error' | 'warning';
  /** Message for a code without an entry in the catalogue; null: the entry's message, otherwise the standard one. */
  readonly message: string | null;
  /** Code of the error catalogue; null: the standard error. */
  readonly error: Reference | null;
  /** The stated field; null: the field of the last comparison with null, otherwise the first field in the condition. */
  readonly field: Reference | null;
}

// ── Point 6 ──────────────────────────────────────────────────────────────────────────────────────

export interface Role extends Element, Name {
  /** "everyone who signs in". */
  readonly everyone: boolean;
  /** "whoever has not signed in". */
  readonly guest: boolean;
  /** Roles whose permissions the holders of this role also have. */
  readonly includes: readonly Reference[];
  /** The people at these paths have the role: `Task.owner`. Empty: the role is assigned in the field of type Role. */
  readonly relation: readonly RolePath[];
}

export interface RolePath {
  readonly entity: string;
  readonly path: Formula;
}

/** `restore` brings back a deleted record; by default anyone who may delete it may restore it (A-RESTORE). */
export type Operation = 'read' | 'create' | 'change' | 'delete' | 'restore';

/** One cell of the permission matrix. */
export interface Permission extends Element {
  readonly entity: string;
  /** Null: the whole record. */
  readonly field: string | null;
  readonly operation: Operation;
  readonly role: string;
  readonly grant: Grant;
}

/** What a cell allows. `unknown` is `not shown.`: it refuses like `no` and is reported as a gap. */
export type Grant =
  | { readonly kind: 'no' }
  /** `where` null: on every record. */
  | { readonly kind: 'never'; readonly where: Formula | null }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'yes'; readonly fields: readonly GrantedField[] | null; readonly where: Formula | null };

/** `role (any)`: may assign roles that the person does not have. */
export interface GrantedField extends Reference {
  readonly any: boolean;
}

// ── Point 9 ──────────────────────────────────────────────────────────────────────────────────────

export interface Constant extends Element {
  readonly name: string;
  /** Null: not shown. */
  readonly value: Formula | null;
  /** The environment variable that the value comes from, `from environment BANK_URL`; `value` is then the default. */
  readonly environment: string | null;
  /** Of a number that is measured in it, as in `2 kg`: what fields have as unit. Money, sizes and times have theirs in the value. */
  readonly unit: string | null;
  /** A value for each choice, or pair of choices: `PRIORITY[impact][urgency]`. `value` is then null. */
  readonly table: ConstantTable | null;
}

/** A table of values. If `columns` is empty, each row has one value: a list of one cell. */
export interface ConstantTable {
  readonly rows: readonly Reference[];
  readonly columns: readonly Reference[];
  readonly cells: readonly (readonly (Formula | null)[])[];
}

/** The limits that the product itself enforces. */
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
  /** A count, bytes, milliseconds, or requests per `per`. */
  readonly value: number | null;
  readonly per: 'second' | 'minute' | 'hour' | 'day' | null;
  /** Only for the working hours; null for every other limit. */
  readonly hours: readonly WorkingHours[] | null;
  /** Only for the holidays: ISO dates; null for every other limit. */
  readonly dates: readonly string[] | null;
}

/** Working hours on some days of the week (1 is Monday), `from` and `to` as `09:00`. A day may have several spans. */
export interface WorkingHours {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

// ── Appendix ─────────────────────────────────────────────────────────────────────────────────────

/** The rows of `## Sample data` for one entity, with the cells as written and their places. */
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

/** Returns the points of which nothing is shown. */
export function pointsNotShown(model: Model): Point[] {
  return model.points.filter((point) => point.standing === 'not shown').map((point) => point.point);
}
