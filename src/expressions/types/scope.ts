import type { Row, Value } from '../../fields/text/value.ts';
import type { Typed } from './typed.ts';

/** The form of a random text: its length, and the characters that it may contain. */
export interface TokenForm {
  readonly length: number;
  readonly alphabet: readonly string[];
}

/** A query over the records of an entity: `count(Order where …)`. */
export type Query = Extract<Typed, { readonly op: 'query' }>;

/** `undefined` is unknown: it refuses at the top of a permission, guard or filter, and does not fail a rule. */
export type Outcome = Value | undefined;

/** The input of an evaluation. The clock is part of it. */
export interface Scope {
  readonly row: Row | null;
  /** The record before the write; null on create. */
  readonly old: Row | null;
  /** The person; null for a guest, who equals nothing. */
  readonly me: Row | null;
  /** UTC milliseconds. */
  readonly now: number;
  /** The secret in the link that was used instead of the record's id; null if there was none. */
  readonly link?: string | null | undefined;
  /**
   * Returns a new random token on each call; `form` null: one for links. Absent: no tokens are made here, and expressions that need one are
   * unknown.
   */
  readonly token?: ((form: TokenForm | null) => string) | undefined;
  /** Returns what a record holds, as a value of the type `object`. Absent: no objects are made here. */
  readonly valuesOf?: ((row: Row) => Value) | undefined;
  /** Returns another record by id: null if it does not exist or is deleted, undefined if it was not loaded. */
  readonly find: (entity: string, id: string) => Row | null | undefined;
  /**
   * Returns the prepared answer to a query; undefined if there is none: the query is then evaluated over `rows`, or
   * unknown without them. Called with the query of the checked expression and the current scope, and only for queries
   * that read no outer list (`readsOuterLocal`).
   */
  readonly query?: (query: Query, scope: Scope) => Outcome;
  /** Returns every record of an entity that is not deleted; undefined if they were not loaded. */
  readonly rows?: (entity: string) => readonly Row[] | undefined;
  /** Called when a calculation leaves the safe integers; its result is then unknown, and the write must be refused. */
  readonly tooLarge?: (() => void) | undefined;
  /** Called with an entity that has too many records to evaluate in memory; the result is then unknown. */
  readonly tooMany?: ((entity: string) => void) | undefined;
  /** Called when the result depends on the clock: on the date only, or on the exact moment. */
  readonly onClock?: ((kind: 'day' | 'instant') => void) | undefined;
}

/** A compiled expression. */
export type Evaluate = (scope: Scope) => Outcome;
