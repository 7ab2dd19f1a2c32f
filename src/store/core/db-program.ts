import type { SqlValue } from './storage.ts';

export type SqlRow = readonly SqlValue[];

/** One statement on its way to the database. Its places are `?`, whatever the database. */
export interface Step {
  readonly sql: string;
  /** Null: a text of ours without places, maybe of several statements, which answers nothing. */
  readonly parameters: readonly SqlValue[] | null;
  /** Whether rows are wanted, or the first of them; else the number of rows changed is. */
  readonly wants: 'rows' | 'row' | 'changes';
  /** Where the answer goes once it is there: the statements after it may be on their way before that. Absent: it is waited for. */
  readonly into?: Sent;
  /** It writes other rows than what was sent to the same table just before it. */
  readonly apart?: boolean;
  /** What it will answer in all likelihood. */
  readonly believed?: OptimisticRead;
}

/**
 * An answer that is believed before it is there. A database that is far away may hand it over at once, if it makes sure in
 * the same transaction that it is so; where it is not, all of the work is done anew.
 */
export interface OptimisticRead {
  readonly rows: readonly SqlRow[];
  /** A condition that is true exactly where these are the rows, with its places as `?`. */
  readonly holds: string;
  readonly parameters: readonly SqlValue[];
}

/** Waits until everything that was sent is answered. */
export interface Wait {
  readonly wait: true;
}

export interface Answered {
  readonly rows: readonly SqlRow[];
  readonly changes: number;
}

/** A statement on its way: null until its answer is there. */
export interface Sent {
  answer: Answered | null;
}

/**
 * Work on a database, written once for all of them: it says statement by statement what it wants to know or do, and is
 * handed the answers. One database answers at once, another one later. What was sent is done in its turn, and where it
 * fails the whole work fails.
 */
export type DbProgram<T> = Generator<Step | Wait, T, Answered>;

const NONE: readonly SqlValue[] = [];

export function* all(sql: string, parameters: readonly SqlValue[] = NONE): DbProgram<readonly SqlRow[]> {
  return (yield { sql, parameters, wants: 'rows' }).rows;
}

export function* get(sql: string, parameters: readonly SqlValue[] = NONE): DbProgram<SqlRow | undefined> {
  return (yield { sql, parameters, wants: 'row' }).rows[0];
}

/** As `all`, where the answer is likely known. */
export function* allBelieved(
  sql: string,
  parameters: readonly SqlValue[],
  believed: OptimisticRead | null,
): DbProgram<readonly SqlRow[]> {
  if (believed === null) return yield* all(sql, parameters);
  return (yield { sql, parameters, wants: 'rows', believed }).rows;
}

/** The number of rows changed. */
export function* run(sql: string, parameters: readonly SqlValue[] = NONE): DbProgram<number> {
  return (yield { sql, parameters, wants: 'changes' }).changes;
}

/** A statement whose answer is needed later, or never; how many rows it changed may not be told. */
export function* send(sql: string, parameters: readonly SqlValue[], wants: Step['wants'] = 'changes'): DbProgram<Sent> {
  const into: Sent = { answer: null };
  yield { sql, parameters, wants, into };
  return into;
}

/** The same of one that writes other rows than what was sent to its table just before. */
export function* sendApart(sql: string, parameters: readonly SqlValue[]): DbProgram<void> {
  yield { sql, parameters, wants: 'changes', into: { answer: null }, apart: true };
}

const WAIT: Wait = { wait: true };

export function* answerTo(sent: Sent): DbProgram<Answered> {
  if (sent.answer === null) yield WAIT;
  if (sent.answer === null) throw new Error('A statement was sent and never answered.');
  return sent.answer;
}

/** Several statements without parameters. */
export function* exec(sql: string): DbProgram<void> {
  yield { sql, parameters: null, wants: 'changes' };
}
