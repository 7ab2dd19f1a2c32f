import type { SqlValue } from './storage.ts';

export type SqlRow = readonly SqlValue[];

/** One statement for the database. Placeholders are `?` for every dialect. */
export interface DbStatement {
  readonly sql: string;
  /** Null: a constant SQL text without placeholders, possibly several statements, that returns nothing. */
  readonly parameters: readonly SqlValue[] | null;
  /** The result: all rows, the first row, or the number of changed rows. */
  readonly wants: 'rows' | 'row' | 'changes';
  /**
   * Receives the result later, so further statements can be sent before it arrives. If absent, the program waits for
   * the result.
   */
  readonly pending?: PendingResult;
  /** The expected result, if the program knows one. */
  readonly assumed?: OptimisticRead;
}

/**
 * A result that is assumed before the database answers. A remote database may return it at once, provided that it
 * checks the assumption within the same transaction. If the assumption was wrong, the whole transaction is run again.
 */
export interface OptimisticRead {
  readonly rows: readonly SqlRow[];
  /** SQL condition that is true exactly if `rows` is the result; its placeholders are `?`. */
  readonly condition: string;
  readonly parameters: readonly SqlValue[];
}

/** Waits until every statement sent so far is answered. */
export interface Wait {
  readonly wait: true;
}

export interface StatementResult {
  readonly rows: readonly SqlRow[];
  readonly changes: number;
}

/** The pending result of a sent statement; null until it arrives. */
export interface PendingResult {
  answer: StatementResult | null;
}

/**
 * Database work that is independent of the driver: a generator that yields statements and receives their results.
 * SQLite answers synchronously, PostgreSQL asynchronously. Statements run in the order in which they are sent; if one
 * fails, the whole program fails.
 */
export type DbProgram<T> = Generator<DbStatement | Wait, T, StatementResult>;

const NONE: readonly SqlValue[] = [];

export function* all(sql: string, parameters: readonly SqlValue[] = NONE): DbProgram<readonly SqlRow[]> {
  return (yield { sql, parameters, wants: 'rows' }).rows;
}

export function* get(sql: string, parameters: readonly SqlValue[] = NONE): DbProgram<SqlRow | undefined> {
  return (yield { sql, parameters, wants: 'row' }).rows[0];
}

/** Like `all`, with an assumed result; null if there is none. */
export function* allAssuming(
  sql: string,
  parameters: readonly SqlValue[],
  believed: OptimisticRead | null,
): DbProgram<readonly SqlRow[]> {
  if (believed === null) return yield* all(sql, parameters);
  return (yield { sql, parameters, wants: 'rows', assumed: believed }).rows;
}

/** Returns the number of changed rows. */
export function* run(sql: string, parameters: readonly SqlValue[] = NONE): DbProgram<number> {
  return (yield { sql, parameters, wants: 'changes' }).changes;
}

/** Sends a statement whose result is needed later or never. The number of changed rows may be missing. */
export function* send(
  sql: string,
  parameters: readonly SqlValue[],
  wants: DbStatement['wants'] = 'changes',
): DbProgram<PendingResult> {
  const into: PendingResult = { answer: null };
  yield { sql, parameters, wants, pending: into };
  return into;
}

const WAIT: Wait = { wait: true };

export function* resultOf(sent: PendingResult): DbProgram<StatementResult> {
  if (sent.answer === null) yield WAIT;
  if (sent.answer === null) throw new Error('A statement was sent and never answered.');
  return sent.answer;
}

/** Runs several statements without parameters. */
export function* exec(sql: string): DbProgram<void> {
  yield { sql, parameters: null, wants: 'changes' };
}
