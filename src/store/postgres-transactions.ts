import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from './error.ts';
import {
  asStoreError,
  type Connection,
  type Connections,
  isConflict,
  isDead,
  isEnded,
  isLost,
  isTwice,
} from './postgres-connections.ts';
import type { Sending } from './postgres-outlet.ts';
import { type KnownTexts, knownTexts, togetherOf } from './postgres-together.ts';
import type { Answered, SqlRow, Step, Steps } from './steps.ts';

/** Work on the database, each piece in a transaction as it needs one. Rejects with a `StoreError`, or with what the work threw. */
export interface Transactions {
  /** Statements that need no common moment, each by itself. */
  readonly plain: <T>(steps: () => Steps<T>) => Promise<T>;
  /**
   * The same of statements that only read a few rows by their ids: they share one connection, so that what many ask at once goes
   * out, and comes back, as one piece.
   */
  readonly quick: <T>(steps: () => Steps<T>) => Promise<T>;
  /** All that is read is of one moment. */
  readonly read: <T>(steps: () => Steps<T>) => Promise<T>;
  /**
   * One serializable transaction, begun with `begin`, done anew from the start where others were in its way: the work must be
   * pure but for the database. `begun` sees the rows of the last statement of `begin` before the work sees any answer, and
   * ends it where it throws. Where `keeps` says no, it is taken back.
   */
  readonly write: <T>(writing: Writing<T>) => Promise<T>;
}

export interface Writing<T> {
  readonly begin: readonly string[];
  readonly begun?: (rows: readonly SqlRow[]) => void;
  readonly steps: () => Steps<T>;
  readonly keeps?: (result: T) => boolean;
}

const READ = ['BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'];
const COMMIT = ['COMMIT'];
const ROLLBACK = ['ROLLBACK'];
/** How often a write is done anew before it is given up, and how long at most one waits between two of them. */
const MOST_ATTEMPTS = 40;
const MOST_TWICE = 4;
const LONGEST_PAUSE = 250;
/** When a database comes back, each connection that is kept may prove dead one after the other. */
const MOST_DEAD = 6;
/** A server that ends connections is there: the next one may live, so there is more patience with it than with no answer. */
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
  /** What a single connection does is asked again where the connection that it was given had died. */
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
  return {
    plain: (steps) => again(() => using('apart', (connection) => whole(connection, steps()))),
    quick: (steps) => again(() => sharing((connection) => whole(connection, steps()))),
    read: (steps) => again(() => readOnce(connections, steps)),
    write: async (writing) => {
      for (let attempt = 1; ; attempt++) {
        const tried = await using('together', (connection) => once(connection, writing, texts)).catch(
          (cause: unknown): Failed => ({ cause, isSent: false }),
        );
        if ('result' in tried) return tried.result;
        if (!mayRepeat(tried, attempt)) throw failure(tried);
        await pause(pauseAfter(attempt));
      }
    },
  };
}

/** So many share one connection before the next is taken: nothing is kept of any of them for longer. */
const MOST_SHARING = 500;

interface Shared {
  readonly taken: ReturnType<Connections['take']>;
  users: number;
  served: number;
  isLost: boolean;
}

/** One connection for all who work at the same time, given back by the last of them. One that was lost gets no more work. */
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

async function readOnce<T>(connections: Connections, steps: () => Steps<T>): Promise<T> {
  const { connection, free } = await connections.take('together');
  try {
    const result = await within(connection, async () => {
      return whole(connection, steps(), [connection.script(READ)]);
    });
    // Nobody has to wait until what only read is over.
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

interface Failed {
  readonly cause: unknown;
  /** Whether the commit was on its way: nobody knows then whether it arrived. */
  readonly isSent: boolean;
}

async function once<T>(
  connection: Connection,
  { begin, begun, steps, keeps }: Writing<T>,
  texts: KnownTexts,
): Promise<{ readonly result: T } | Failed> {
  let isSent = false;
  try {
    return await within(connection, async () => {
      const begins = connection.script(begin).then(begun);
      const { result, sent } = await later(connection, steps(), [begins], texts);
      // A connection that was dead from the start is known by now. Where something before the commit fails, it takes
      // everything back.
      await begins;
      isSent = true;
      await inOrder([...sent, connection.script(keeps === undefined || keeps(result) ? COMMIT : ROLLBACK)]);
      return { result };
    });
  } catch (cause) {
    if (isLost(cause) && !isSent) throw cause;
    return { cause, isSent };
  }
}

/** Takes back what failed, so that the connection can be given to somebody else. */
async function within<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isLost(cause)) await connection.script(ROLLBACK);
    throw cause;
  }
}

function mayRepeat({ cause, isSent }: Failed, attempt: number): boolean {
  if (isConflict(cause)) return attempt < MOST_ATTEMPTS;
  if (isTwice(cause)) return attempt < MOST_TWICE;
  return !isSent && mayAskAnother(cause, attempt);
}

/** Whether another connection is asked for after so many that had died. */
function mayAskAnother(cause: unknown, attempt: number): boolean {
  return isDead(cause) && attempt < (isEnded(cause) ? MOST_ENDED : MOST_DEAD);
}

/** Some milliseconds, more with each attempt, at random so that those in each other's way part. */
function pauseAfter(attempt: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE, 2 ** attempt);
}

function failure({ cause, isSent }: Failed): unknown {
  if (!isSent || !isLost(cause)) return asStoreError(cause);
  return new StoreError(
    'unreachable',
    'The connection to the database broke while a change was being stored, so it may be stored or not: look, then try again.',
    { cause },
  );
}

/** Everything that was sent, in order. The first that failed is what those after it failed by. */
async function inOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(sent)) if (each.status === 'rejected') throw each.reason;
}

/** The same until all of it is answered. */
async function whole<T>(connection: Connection, steps: Steps<T>, before: readonly Promise<unknown>[] = []): Promise<T> {
  const { result, sent } = await later(connection, steps, before);
  await inOrder(sent);
  return result;
}

/**
 * Hands each statement to the connection and its answer, or its failure, back. What is only sent is answered in its turn,
 * behind what was sent `before`; what is left is still to be waited for. With `texts`, writes that nobody waits for go
 * together where that comes to the same: outside of a transaction each is one of its own.
 */
async function later<T>(
  connection: Connection,
  steps: Steps<T>,
  before: readonly Promise<unknown>[],
  texts: KnownTexts | null = null,
): Promise<{ readonly result: T; readonly sent: readonly Promise<unknown>[] }> {
  let sent: Promise<unknown>[] = [];
  // Whoever waits next hears of its failure.
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
  /** What was held back goes before whatever comes now. */
  const ask = (step: Step): Promise<Answered> => {
    rest();
    return connection.ask(step);
  };
  const rest = (): void => {
    const held = together?.give() ?? null;
    if (held !== null) put(connection.ask(held));
  };
  const isHeld = (step: Step): boolean => {
    if (together === null || together.take(step)) return together !== null;
    rest();
    return together.take(step);
  };
  for (const each of before) put(each);
  let next = steps.next();
  while (next.done !== true) {
    const step = next.value;
    if ('wait' in step) {
      rest();
      await arrived();
      next = steps.next(NOTHING);
      continue;
    }
    const { into } = step;
    if (into === undefined) {
      const asked = ask(step);
      put(asked);
      await arrived();
      next = steps.next(await asked);
      continue;
    }
    if (!isHeld(step))
      put(
        ask(step).then((answer) => {
          into.answer = answer;
        }),
      );
    if (sent.length >= MOST_ON_THE_WAY) await arrived();
    next = steps.next(NOTHING);
  }
  rest();
  return { result: next.value, sent };
}

const NOTHING: Answered = { rows: [], changes: 0 };
/** So many statements are on their way at most. */
const MOST_ON_THE_WAY = 200;
