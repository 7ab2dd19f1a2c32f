import type { Row, Value } from '../fields/value.ts';

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
  /** Another record by id: null when there is none (or it is deleted), undefined when it was not loaded. */
  readonly find: (entity: string, id: string) => Row | null | undefined;
  /** Called where a calculation left the safe integers; its outcome is unknown then, and the write is to be refused. */
  readonly tooLarge?: () => void;
}

/** An expression compiled once. */
export type Evaluate = (scope: Scope) => Outcome;
