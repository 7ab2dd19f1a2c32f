import type { Row, Value } from '../../fields/text/value.ts';
import type { Typed } from './typed.ts';

/** A question over the records of an entity: `count(Order where …)`. */
export type Query = Extract<Typed, { readonly op: 'query' }>;

/** `undefined` is unknown: it refuses at the top of a permission, guard or filter, and does not fail a rule. */
export type Outcome = Value | undefined;

/** What an expression is evaluated over. The clock is an input. */
export interface Scope {
  readonly row: Row | null;
  /** The record before the write; null on create. */
  readonly old: Row | null;
  /** The person; null for a guest, who equals nothing. */
  readonly me: Row | null;
  /** UTC milliseconds. */
  readonly now: number;
  /** What the address named the record by that is asked for, in place of its id; null where it named none so. */
  readonly link?: string | null | undefined;
  /** A text that nobody guesses, another one each time. Absent: none is made here, and what stands on it is unknown. */
  readonly token?: (() => string) | undefined;
  /** Another record by id: null when there is none (or it is deleted), undefined when it was not loaded. */
  readonly find: (entity: string, id: string) => Row | null | undefined;
  /**
   * The answer to a question over other records that was worked out beforehand; undefined where it was not: then it is
   * worked out over `rows`, and without these it is unknown. Asked with the query as it stands in the checked expression
   * and the scope that it is asked in; only queries that read nothing of a list around them are asked (`readsOutside`).
   */
  readonly query?: (query: Query, scope: Scope) => Outcome;
  /** Every live record of an entity; undefined where they were not loaded. */
  readonly rows?: (entity: string) => readonly Row[] | undefined;
  /** Called where a calculation left the safe integers; its outcome is unknown then, and the write is to be refused. */
  readonly tooLarge?: (() => void) | undefined;
  /** Told of an entity that has more records than are looked through one by one; its outcome is unknown then. */
  readonly tooMany?: ((entity: string) => void) | undefined;
  /** Told that what comes out goes by the clock: by the date alone, or by the very moment. */
  readonly onClock?: ((kind: 'day' | 'instant') => void) | undefined;
}

/** An expression compiled once. */
export type Evaluate = (scope: Scope) => Outcome;
