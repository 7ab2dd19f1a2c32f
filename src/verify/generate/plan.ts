/** A value to send. `ref` stands for the id of some record of an entity, `refs` for a list of ids. */
export type Sent =
  | { readonly json: null | boolean | number | string | { readonly [name: string]: string } | readonly string[] }
  | { readonly ref: string }
  | { readonly refs: string };

/** A valid value: as a cell of sample data, and as it is sent. */
export interface Value {
  readonly cell: string;
  readonly sent: Sent;
}

export interface FieldPlan {
  readonly name: string;
  /** As in the column Type. */
  readonly type: string;
  readonly kind:
    | 'text'
    | 'long text'
    | 'email'
    | 'integer'
    | 'decimal'
    | 'money'
    | 'open money'
    | 'boolean'
    | 'date'
    | 'instant'
    | 'choice'
    | 'reference'
    | 'several'
    | 'role'
    | 'lines'
    | 'file';
  readonly required: boolean;
  readonly notes: readonly string[];
  readonly values: readonly Value[];
  readonly bad: readonly Sent[];
  /** Other than `input`: the field is set by effects, computed, or asked for by an event. */
  readonly use: 'input' | 'product' | 'computed' | 'asked';
  /** The entity that it refers to, or whose lines it holds. */
  readonly to: string | null;
}

export interface TransitionPlan {
  readonly from: string;
  readonly event: string;
  readonly to: string;
  readonly who: string;
  readonly guard: string;
  readonly effects: readonly string[];
  readonly error: string;
}

/** A transition of the product. */
export interface TimerPlan {
  readonly from: string;
  /** As in the column Event. */
  readonly trigger: string;
  readonly to: string;
  readonly guard: string;
  readonly effects: readonly string[];
}

export interface MachinePlan {
  readonly name: string;
  readonly states: readonly string[];
  readonly transitions: readonly TransitionPlan[];
  /** Effects of the creation. */
  readonly onCreation: readonly string[];
  readonly final: string | null;
  readonly editableIn: readonly string[] | null;
  readonly timers: readonly TimerPlan[];
}

export interface EntityPlan {
  readonly name: string;
  readonly belongsTo: string | null;
  readonly isPerson: boolean;
  readonly fields: readonly FieldPlan[];
  readonly machines: readonly MachinePlan[];
  /** The field that refers to the owner; null for lines and people. */
  readonly owner: string | null;
}

export interface RulePlan {
  readonly on: string;
  readonly condition: string;
  readonly code: string;
  readonly at: string;
  /** Whether it only warns. */
  readonly warns: boolean;
  /** The states in which it applies; empty for all. */
  readonly states: readonly string[];
}

/** A screen for one record. */
export interface ScreenPlan {
  readonly route: string;
  readonly name: string;
  readonly entity: string;
  readonly roles: readonly string[];
  /** The value of the key `Comments`; empty if there is no such key. */
  readonly comments: string;
}

export interface RowPlan {
  readonly head: string;
  readonly cells: readonly string[];
}

/** Returns the name of a field in an expression. */
export function fieldReference(name: string): string {
  return /^[\p{L}_🎈][\p{L}\p{N}_🎈]*$/u.test(name) && !/^(and|or|not|in|null|true|false)$/.test(name)
    ? name
    : `this["${name}"]`;
}
