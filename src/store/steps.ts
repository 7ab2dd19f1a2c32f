import type { SqlValue } from './storage.ts';

export type SqlRow = readonly SqlValue[];

/** One statement on its way to the database. Its places are `?`, whatever the database. */
export interface Step {
  readonly sql: string;
  /** Null: a text of ours without places, maybe of several statements, which answers nothing. */
  readonly parameters: readonly SqlValue[] | null;
  /** Whether rows are wanted, or the first of them; else the number of rows changed is. */
  readonly wants: 'rows' | 'row' | 'changes';
}

export interface Answered {
  readonly rows: readonly SqlRow[];
  readonly changes: number;
}

/**
 * Work on a database, written once for all of them: it says statement by statement what it wants to know or do, and is
 * handed the answers. One database answers at once, another one later.
 */
export type Steps<T> = Generator<Step, T, Answered>;

const NONE: readonly SqlValue[] = [];

export function* all(sql: string, parameters: readonly SqlValue[] = NONE): Steps<readonly SqlRow[]> {
  return (yield { sql, parameters, wants: 'rows' }).rows;
}

export function* get(sql: string, parameters: readonly SqlValue[] = NONE): Steps<SqlRow | undefined> {
  return (yield { sql, parameters, wants: 'row' }).rows[0];
}

/** The number of rows changed. */
export function* run(sql: string, parameters: readonly SqlValue[] = NONE): Steps<number> {
  return (yield { sql, parameters, wants: 'changes' }).changes;
}

/** Several statements without parameters. */
export function* exec(sql: string): Steps<void> {
  yield { sql, parameters: null, wants: 'changes' };
}
