import { setTimeout as pause } from 'node:timers/promises';
import type { DbProgram, DbStatement, StatementResult } from '../core/db-program.ts';
import { StoreError } from '../core/store-error.ts';
import { collectAssumptions } from './assumed-rows.ts';
import { type CombinedTexts, combineWrites, createCombinedTexts } from './combined-writes.ts';
import type { Connection, Connections } from './postgres-connections.ts';
import {
  asStoreError,
  isClosedByServer,
  isConflict,
  isConnectionLost,
  isDeadConnection,
  isDuplicate,
  isWrongAssumption,
} from './postgres-failures.ts';
import type { SendMode } from './send-queue.ts';

/** Runs database programs in the transactions that they need. Rejects with a `StoreError`, or with what the program threw. */
export interface Transactions {
  /** Runs statements that need no common snapshot, each in a transaction of its own. */
  readonly plain: <T>(steps: () => DbProgram<T>) => Promise<T>;
  /**
   * Like `plain`, for statements that only read a few rows by id. Concurrent calls share one connection, so that their
   * statements are sent and answered as one batch.
   */
  readonly quick: <T>(steps: () => DbProgram<T>) => Promise<T>;
  /** Runs a program that reads one snapshot. */
  readonly read: <T>(steps: () => DbProgram<T>) => Promise<T>;
  /**
   * Runs a serializable transaction that starts with the statements `begin`. It is repeated from the start after a conflict
   * with another transaction or a wrong assumption, so the program must have no other side effects. It is rolled back if
   * `keeps` returns false.
   */
  readonly write: <T>(writing: WriteTransaction<T>) => Promise<T>;
}

export interface WriteTransaction<T> {
  readonly begin: readonly string[];
  readonly steps: () => DbProgram<T>;
  readonly shouldCommit?: (result: T) => boolean;
  /**
   * Determines, in another transaction, whether a commit whose answer was lost was stored. After `false` it will never be
   * stored, so the write can be repeated. Optimistic reads are used only if this function is given.
   */
  readonly wasStored?: (result: T) => DbProgram<boolean>;
}

const READ = ['BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'];
const COMMIT = ['COMMIT'];
const ROLLBACK = ['ROLLBACK'];
/** Maximum attempts of a write after conflicts, and after violations of uniqueness; maximum pause in milliseconds. */
const MAX_ATTEMPTS = 40;
const MAX_DUPLICATES = 4;
const MAX_PAUSE = 250;
/** Maximum attempts on dead connections: after a restart of the database, each pooled connection may be dead. */
const MAX_DEAD = 6;
/** Maximum attempts if the server ends connections: it is running, so a new connection is likely to work. */
const MAX_CLOSED = 20;

export function createTransactions(connections: Connections): Transactions {
  const combinedTexts = createCombinedTexts();
  const withConnection = async <T>(sending: SendMode, work: (connection: Connection) => Promise<T>): Promise<T> => {
    const { connection, release } = await connections.acquire(sending);
    try {
      const result = await work(connection);
      release();
      return result;
    } catch (cause) {
      release(isConnectionLost(cause));
      throw cause;
    }
  };
  const onSharedConnection = shareConnection(connections);
  /** Repeats work whose connection turned out to be dead. */
  const retryDead = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (cause) {
        if (!mayTryAnother(cause, attempt)) throw asStoreError(cause);
        await pause(pauseAfter(attempt));
      }
    }
  };
  const plain = <T>(steps: () => DbProgram<T>) =>
    retryDead(() => withConnection('apart', (connection) => runToEnd(connection, steps())));
  /** If the answer to a commit was lost, finds out whether it was stored. Returns the failure unchanged if that is unknown. */
  const resolveLostCommit = async <T>(
    attempted: Failed<T>,
    { wasStored }: WriteTransaction<T>,
  ): Promise<Attempt<T>> => {
    const { cause, unanswered } = attempted;
    if (unanswered === null || !isConnectionLost(cause) || wasStored === undefined) return attempted;
    const isStored = await plain(() => wasStored(unanswered.result)).catch(() => null);
    if (isStored === null) return attempted;
    return isStored ? unanswered : { cause, unanswered: null };
  };
  return {
    plain,
    quick: (steps) => retryDead(() => onSharedConnection((connection) => runToEnd(connection, steps()))),
    read: (steps) => retryDead(() => readOnce(connections, steps)),
    write: async (writing) => {
      for (let attempt = 1; ; attempt++) {
        // Only the first attempt uses optimistic reads.
        const isOptimistic = attempt === 1 && writing.wasStored !== undefined;
        const first = await withConnection('together', (connection) =>
          writeOnce(connection, writing, { combinedTexts, isOptimistic }),
        ).catch((cause: unknown): Failed<never> => ({ cause, unanswered: null }));
        const attempted = 'result' in first ? first : await resolveLostCommit(first, writing);
        if ('result' in attempted) return attempted.result;
        if (!mayRepeat(attempted, attempt)) throw failure(attempted);
        if (!isWrongAssumption(attempted.cause)) await pause(pauseAfter(attempt));
      }
    },
  };
}

/** Maximum number of calls on a shared connection before another one is taken, so that it is released eventually. */
const MAX_CALLS_PER_CONNECTION = 500;

interface Shared {
  readonly taken: ReturnType<Connections['acquire']>;
  users: number;
  served: number;
  isLost: boolean;
}

/** Runs concurrent calls on one connection. The last call releases it; a lost connection is not used for further calls. */
function shareConnection(connections: Connections): <T>(work: (connection: Connection) => Promise<T>) => Promise<T> {
  let current: Shared | null = null;
  return async (work) => {
    if (current === null || current.served >= MAX_CALLS_PER_CONNECTION)
      current = { taken: connections.acquire('apart'), users: 0, served: 0, isLost: false };
    const shared = current;
    shared.users += 1;
    shared.served += 1;
    try {
      const { connection } = await shared.taken;
      return await work(connection);
    } catch (cause) {
      shared.isLost ||= isConnectionLost(cause);
      if (shared.isLost && current === shared) current = null;
      throw cause;
    } finally {
      shared.users -= 1;
      if (shared.users === 0) {
        if (current === shared) current = null;
        void shared.taken.then(({ release }) => release(shared.isLost)).catch(() => {});
      }
    }
  };
}

async function readOnce<T>(connections: Connections, steps: () => DbProgram<T>): Promise<T> {
  const { connection, release } = await connections.acquire('together');
  try {
    const result = await rollBackOnFailure(connection, async () => {
      return runToEnd(connection, steps(), [connection.script(READ)]);
    });
    // The result of a read does not depend on its commit.
    void connection.script(COMMIT).then(
      () => release(),
      () => release(true),
    );
    return result;
  } catch (cause) {
    release(isConnectionLost(cause));
    throw cause;
  }
}

interface Failed<T> {
  readonly cause: unknown;
  /** The result if the commit was sent but not answered, so that it may be stored or not; else null. */
  readonly unanswered: { readonly result: T } | null;
}

type Attempt<T> = Failed<T> | { readonly result: T };

async function writeOnce<T>(
  connection: Connection,
  { begin, steps, shouldCommit }: WriteTransaction<T>,
  options: RunOptions,
): Promise<{ readonly result: T } | Failed<T>> {
  let unanswered: Failed<T>['unanswered'] = null;
  try {
    return await rollBackOnFailure(connection, async () => {
      const begins = connection.script(begin);
      const { result, sent } = await send(connection, steps(), [begins], options);
      // Without optimistic reads a dead connection is detected here. If a statement before the commit fails, the database
      // rolls back.
      if (!options.isOptimistic) await begins;
      unanswered = { result };
      await settleInOrder([
        ...sent,
        connection.script(shouldCommit === undefined || shouldCommit(result) ? COMMIT : ROLLBACK),
      ]);
      return { result };
    });
  } catch (cause) {
    if (isConnectionLost(cause) && unanswered === null) throw cause;
    return { cause, unanswered };
  }
}

/** Rolls back failed work, so that the connection can be reused. */
async function rollBackOnFailure<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isConnectionLost(cause)) await connection.script(ROLLBACK);
    throw cause;
  }
}

function mayRepeat({ cause, unanswered }: Failed<unknown>, attempt: number): boolean {
  if (isWrongAssumption(cause)) return attempt === 1;
  if (isConflict(cause)) return attempt < MAX_ATTEMPTS;
  if (isDuplicate(cause)) return attempt < MAX_DUPLICATES;
  return unanswered === null && mayTryAnother(cause, attempt);
}

/** Whether to try another connection after `attempt` dead ones. */
function mayTryAnother(cause: unknown, attempt: number): boolean {
  return isDeadConnection(cause) && attempt < (isClosedByServer(cause) ? MAX_CLOSED : MAX_DEAD);
}

/** Returns a random pause in milliseconds that grows with each attempt, so that conflicting writes are spread. */
function pauseAfter(attempt: number): number {
  return Math.random() * Math.min(MAX_PAUSE, 2 ** attempt);
}

function failure({ cause, unanswered }: Failed<unknown>): unknown {
  if (unanswered === null || !isConnectionLost(cause)) return asStoreError(cause);
  return new StoreError(
    'unreachable',
    'The connection to the database broke while a change was being stored, so it may be stored or not. Check before you try again.',
    { cause },
  );
}

/** Waits for all sent statements and throws the first failure, which caused those of the following statements. */
async function settleInOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(sent)) if (each.status === 'rejected') throw each.reason;
}

/** Runs a program and waits until all of its statements are answered. */
async function runToEnd<T>(
  connection: Connection,
  steps: DbProgram<T>,
  before: readonly Promise<unknown>[] = [],
): Promise<T> {
  const { result, sent } = await send(connection, steps, before, NOT_COMBINED);
  await settleInOrder(sent);
  return result;
}

interface RunOptions {
  /** Cache for combining writes whose results are not awaited; null outside a transaction, where they must not be combined. */
  readonly combinedTexts: CombinedTexts | null;
  /** Whether optimistic reads are used: until the first write the program gets assumed rows, and a check is sent to the database. */
  readonly isOptimistic: boolean;
}

const NOT_COMBINED: RunOptions = { combinedTexts: null, isOptimistic: false };

/**
 * Runs a program: sends each statement and passes its answer back. Statements whose results are not awaited are only sent,
 * after those in `before`. Returns the result and the statements that are not answered yet.
 */
async function send<T>(
  connection: Connection,
  steps: DbProgram<T>,
  before: readonly Promise<unknown>[],
  { combinedTexts, isOptimistic }: RunOptions,
): Promise<{ readonly result: T; readonly sent: readonly Promise<unknown>[] }> {
  let sent: Promise<unknown>[] = [];
  // The next wait throws its failure.
  const track = (answered: Promise<unknown>): void => {
    answered.catch(() => {});
    sent.push(answered);
  };
  const settled = async (): Promise<void> => {
    const waiting = sent;
    sent = [];
    await settleInOrder(waiting);
  };
  const combiner = combinedTexts === null ? null : combineWrites(combinedTexts);
  const assumptions = collectAssumptions(isOptimistic);
  const sendCheck = (): void => {
    const check = assumptions.takeCheck();
    if (check !== null) track(connection.ask(check));
  };
  /** Sends a statement after those that were held back for combining. */
  const ask = (step: DbStatement): Promise<StatementResult> => {
    flush();
    return connection.ask(step);
  };
  const flush = (): void => {
    sendCheck();
    const combined = combiner?.takeCombined() ?? null;
    if (combined !== null) track(connection.ask(combined));
  };
  const isCombined = (step: DbStatement): boolean => {
    if (combiner === null || combiner.add(step)) return combiner !== null;
    flush();
    return combiner.add(step);
  };
  for (const each of before) track(each);
  let until = performance.now() + SLICE;
  try {
    let next = steps.next();
    while (next.done !== true) {
      // A long program that waits for no answer would keep everybody else waiting.
      if (performance.now() > until) {
        await new Promise((resolve) => setImmediate(resolve));
        until = performance.now() + SLICE;
      }
      const step = next.value;
      if ('wait' in step) {
        flush();
        await settled();
        next = steps.next(NOTHING);
        continue;
      }
      const rows = assumptions.assumedRows(step);
      if (rows !== null) {
        next = steps.next({ rows, changes: 0 });
        continue;
      }
      sendCheck();
      const { pending } = step;
      if (pending === undefined) {
        const answered = ask(step);
        track(answered);
        await settled();
        next = steps.next(await answered);
        continue;
      }
      if (!isCombined(step))
        track(
          ask(step).then((answer) => {
            pending.answer = answer;
          }),
        );
      if (sent.length >= MAX_UNANSWERED) await settled();
      next = steps.next(NOTHING);
    }
    flush();
    return { result: next.value, sent };
  } catch (cause) {
    // A wrong assumption may be the cause of the failure; its error takes precedence.
    if (isOptimistic) {
      sendCheck();
      await settled();
    }
    throw cause;
  }
}

const NOTHING: StatementResult = { rows: [], changes: 0 };
/** Milliseconds after which a long program lets other work run. */
const SLICE = 5;
/** Maximum number of unanswered statements. */
const MAX_UNANSWERED = 200;
