import { setTimeout as pause } from 'node:timers/promises';
import type { DbProgram, StatementResult, Step } from '../core/db-program.ts';
import { StoreError } from '../core/store-error.ts';
import { beliefsOf } from './assumed-rows.ts';
import { type KnownTexts, knownTexts, togetherOf } from './combined-writes.ts';
import type { Connection, Connections } from './postgres-connections.ts';
import { asStoreError, isConflict, isDead, isEnded, isLost, isNotAsBelieved, isTwice } from './postgres-failures.ts';
import type { Sending } from './send-queue.ts';

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
  readonly write: <T>(writing: Writing<T>) => Promise<T>;
}

export interface Writing<T> {
  readonly begin: readonly string[];
  readonly steps: () => DbProgram<T>;
  readonly keeps?: (result: T) => boolean;
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
const MOST_ATTEMPTS = 40;
const MOST_TWICE = 4;
const LONGEST_PAUSE = 250;
/** Maximum attempts on dead connections: after a restart of the database, each pooled connection may be dead. */
const MOST_DEAD = 6;
/** Maximum attempts if the server ends connections: it is running, so a new connection is likely to work. */
const MOST_ENDED = 20;

export function transactionsOn(connections: Connections): Transactions {
  const texts = knownTexts();
  const using = async <T>(sending: Sending, work: (connection: Connection) => Promise<T>): Promise<T> => {
    const { connection, free } = await connections.take(sending);
    try {
      const result = await work(connection);
      free();
      return result;
    } catch (cause) {
      free(isLost(cause));
      throw cause;
    }
  };
  const sharing = sharedOf(connections);
  /** Repeats work whose connection turned out to be dead. */
  const again = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (cause) {
        if (!mayAskAnother(cause, attempt)) throw asStoreError(cause);
        await pause(pauseAfter(attempt));
      }
    }
  };
  const plain = <T>(steps: () => DbProgram<T>) =>
    again(() => using('apart', (connection) => whole(connection, steps())));
  /** If the answer to a commit was lost, finds out whether it was stored. Returns the failure unchanged if that is unknown. */
  const lookedAfter = async <T>(tried: Failed<T>, { wasStored }: Writing<T>): Promise<Tried<T>> => {
    const { cause, unheard } = tried;
    if (unheard === null || !isLost(cause) || wasStored === undefined) return tried;
    const isStored = await plain(() => wasStored(unheard.result)).catch(() => null);
    if (isStored === null) return tried;
    return isStored ? unheard : { cause, unheard: null };
  };
  return {
    plain,
    quick: (steps) => again(() => sharing((connection) => whole(connection, steps()))),
    read: (steps) => again(() => readOnce(connections, steps)),
    write: async (writing) => {
      for (let attempt = 1; ; attempt++) {
        // Only the first attempt uses optimistic reads.
        const believes = attempt === 1 && writing.wasStored !== undefined;
        const first = await using('together', (connection) => once(connection, writing, { texts, believes })).catch(
          (cause: unknown): Failed<never> => ({ cause, unheard: null }),
        );
        const tried = 'result' in first ? first : await lookedAfter(first, writing);
        if ('result' in tried) return tried.result;
        if (!mayRepeat(tried, attempt)) throw failure(tried);
        if (!isNotAsBelieved(tried.cause)) await pause(pauseAfter(attempt));
      }
    },
  };
}

/** Maximum number of calls on a shared connection before another one is taken, so that it is released eventually. */
const MOST_SHARING = 500;

interface Shared {
  readonly taken: ReturnType<Connections['take']>;
  users: number;
  served: number;
  isLost: boolean;
}

/** Runs concurrent calls on one connection. The last call releases it; a lost connection is not used for further calls. */
function sharedOf(connections: Connections): <T>(work: (connection: Connection) => Promise<T>) => Promise<T> {
  let current: Shared | null = null;
  return async (work) => {
    if (current === null || current.served >= MOST_SHARING)
      current = { taken: connections.take('apart'), users: 0, served: 0, isLost: false };
    const mine = current;
    mine.users += 1;
    mine.served += 1;
    try {
      const { connection } = await mine.taken;
      return await work(connection);
    } catch (cause) {
      mine.isLost ||= isLost(cause);
      if (mine.isLost && current === mine) current = null;
      throw cause;
    } finally {
      mine.users -= 1;
      if (mine.users === 0) {
        if (current === mine) current = null;
        void mine.taken.then(({ free }) => free(mine.isLost)).catch(() => {});
      }
    }
  };
}

async function readOnce<T>(connections: Connections, steps: () => DbProgram<T>): Promise<T> {
  const { connection, free } = await connections.take('together');
  try {
    const result = await within(connection, async () => {
      return whole(connection, steps(), [connection.script(READ)]);
    });
    // The result of a read does not depend on its commit.
    void connection.script(COMMIT).then(
      () => free(),
      () => free(true),
    );
    return result;
  } catch (cause) {
    free(isLost(cause));
    throw cause;
  }
}

interface Failed<T> {
  readonly cause: unknown;
  /** The result if the commit was sent but not answered, so that it may be stored or not; else null. */
  readonly unheard: { readonly result: T } | null;
}

type Tried<T> = Failed<T> | { readonly result: T };

async function once<T>(
  connection: Connection,
  { begin, steps, keeps }: Writing<T>,
  how: How,
): Promise<{ readonly result: T } | Failed<T>> {
  let unheard: Failed<T>['unheard'] = null;
  try {
    return await within(connection, async () => {
      const begins = connection.script(begin);
      const { result, sent } = await later(connection, steps(), [begins], how);
      // Without optimistic reads a dead connection is detected here. If a statement before the commit fails, the database
      // rolls back.
      if (!how.believes) await begins;
      unheard = { result };
      await inOrder([...sent, connection.script(keeps === undefined || keeps(result) ? COMMIT : ROLLBACK)]);
      return { result };
    });
  } catch (cause) {
    if (isLost(cause) && unheard === null) throw cause;
    return { cause, unheard };
  }
}

/** Rolls back failed work, so that the connection can be reused. */
async function within<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isLost(cause)) await connection.script(ROLLBACK);
    throw cause;
  }
}

function mayRepeat({ cause, unheard }: Failed<unknown>, attempt: number): boolean {
  if (isNotAsBelieved(cause)) return attempt === 1;
  if (isConflict(cause)) return attempt < MOST_ATTEMPTS;
  if (isTwice(cause)) return attempt < MOST_TWICE;
  return unheard === null && mayAskAnother(cause, attempt);
}

/** Whether to try another connection after `attempt` dead ones. */
function mayAskAnother(cause: unknown, attempt: number): boolean {
  return isDead(cause) && attempt < (isEnded(cause) ? MOST_ENDED : MOST_DEAD);
}

/** Returns a random pause in milliseconds that grows with each attempt, so that conflicting writes are spread. */
function pauseAfter(attempt: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE, 2 ** attempt);
}

function failure({ cause, unheard }: Failed<unknown>): unknown {
  if (unheard === null || !isLost(cause)) return asStoreError(cause);
  return new StoreError(
    'unreachable',
    'The connection to the database broke while a change was being stored, so it may be stored or not. Check before you try again.',
    { cause },
  );
}

/** Waits for all sent statements and throws the first failure, which caused those of the following statements. */
async function inOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(sent)) if (each.status === 'rejected') throw each.reason;
}

/** Runs a program and waits until all of its statements are answered. */
async function whole<T>(
  connection: Connection,
  steps: DbProgram<T>,
  before: readonly Promise<unknown>[] = [],
): Promise<T> {
  const { result, sent } = await later(connection, steps, before, ALONE);
  await inOrder(sent);
  return result;
}

interface How {
  /** Cache for combining writes whose results are not awaited; null outside a transaction, where they must not be combined. */
  readonly texts: KnownTexts | null;
  /** Whether optimistic reads are used: until the first write the program gets assumed rows, and a check is sent to the database. */
  readonly believes: boolean;
}

const ALONE: How = { texts: null, believes: false };

/**
 * Runs a program: sends each statement and passes its answer back. Statements whose results are not awaited are only sent,
 * after those in `before`. Returns the result and the statements that are not answered yet.
 */
async function later<T>(
  connection: Connection,
  steps: DbProgram<T>,
  before: readonly Promise<unknown>[],
  { texts, believes }: How,
): Promise<{ readonly result: T; readonly sent: readonly Promise<unknown>[] }> {
  let sent: Promise<unknown>[] = [];
  // The next wait throws its failure.
  const put = (answered: Promise<unknown>): void => {
    answered.catch(() => {});
    sent.push(answered);
  };
  const arrived = async (): Promise<void> => {
    const waiting = sent;
    sent = [];
    await inOrder(waiting);
  };
  const together = texts === null ? null : togetherOf(texts);
  const beliefs = beliefsOf(believes);
  const makeSure = (): void => {
    const asked = beliefs.give();
    if (asked !== null) put(connection.ask(asked));
  };
  /** Sends a statement after those that were held back for combining. */
  const ask = (step: Step): Promise<StatementResult> => {
    rest();
    return connection.ask(step);
  };
  const rest = (): void => {
    makeSure();
    const held = together?.give() ?? null;
    if (held !== null) put(connection.ask(held));
  };
  const isHeld = (step: Step): boolean => {
    if (together === null || together.take(step)) return together !== null;
    rest();
    return together.take(step);
  };
  for (const each of before) put(each);
  try {
    let next = steps.next();
    while (next.done !== true) {
      const step = next.value;
      if ('wait' in step) {
        rest();
        await arrived();
        next = steps.next(NOTHING);
        continue;
      }
      const rows = beliefs.take(step);
      if (rows !== null) {
        next = steps.next({ rows, changes: 0 });
        continue;
      }
      makeSure();
      const { pending } = step;
      if (pending === undefined) {
        const asked = ask(step);
        put(asked);
        await arrived();
        next = steps.next(await asked);
        continue;
      }
      if (!isHeld(step))
        put(
          ask(step).then((answer) => {
            pending.answer = answer;
          }),
        );
      if (sent.length >= MOST_ON_THE_WAY) await arrived();
      next = steps.next(NOTHING);
    }
    rest();
    return { result: next.value, sent };
  } catch (cause) {
    // A wrong assumption may be the cause of the failure; its error takes precedence.
    if (believes) {
      makeSure();
      await arrived();
    }
    throw cause;
  }
}

const NOTHING: StatementResult = { rows: [], changes: 0 };
/** Maximum number of unanswered statements. */
const MOST_ON_THE_WAY = 200;
