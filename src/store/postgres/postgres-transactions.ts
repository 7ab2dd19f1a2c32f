import { setTimeout as pause } from 'node:timers/promises';
import type { DbProgram, StatementResult, Step } from '../core/db-program.ts';
import { StoreError } from '../core/store-error.ts';
import { beliefsOf } from './assumed-rows.ts';
import { type KnownTexts, knownTexts, togetherOf } from './combined-writes.ts';
import type { Connection, Connections } from './postgres-connections.ts';
import { asStoreError, isConflict, isDead, isEnded, isLost, isNotAsBelieved, isTwice } from './postgres-failures.ts';
import type { Sending } from './send-queue.ts';

/** Work on the database, each piece in a transaction as it needs one. Rejects with a `StoreError`, or with what the work threw. */
export interface Transactions {
  /** Statements that need no common moment, each by itself. */
  readonly plain: <T>(steps: () => DbProgram<T>) => Promise<T>;
  /**
   * The same of statements that only read a few rows by their ids: they share one connection, so that what many ask at once goes
   * out, and comes back, as one piece.
   */
  readonly quick: <T>(steps: () => DbProgram<T>) => Promise<T>;
  /** All that is read is of one moment. */
  readonly read: <T>(steps: () => DbProgram<T>) => Promise<T>;
  /**
   * One serializable transaction, begun with `begin`, done anew from the start where others were in its way, or where what was
   * believed is not so: the work must be pure but for the database. Where `keeps` says no, it is taken back.
   */
  readonly write: <T>(writing: Writing<T>) => Promise<T>;
}

export interface Writing<T> {
  readonly begin: readonly string[];
  readonly steps: () => DbProgram<T>;
  readonly keeps?: (result: T) => boolean;
  /**
   * Asked in another transaction where the commit was sent and nobody heard of it: whether it was stored. After a no it never
   * will be, so that all of it may be done anew. Only where this is told is anything believed.
   */
  readonly wasStored?: (result: T) => DbProgram<boolean>;
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
  const plain = <T>(steps: () => DbProgram<T>) =>
    again(() => using('apart', (connection) => whole(connection, steps())));
  /** The same, with what became of it where it is known after all. */
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
        // Believed once: what proved wrong is asked for, and so is everything where others are in the way.
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

async function readOnce<T>(connections: Connections, steps: () => DbProgram<T>): Promise<T> {
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

interface Failed<T> {
  readonly cause: unknown;
  /** Where the commit was on its way: nobody knows then whether it arrived. */
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
      // A connection that was dead from the start is known by now, where nothing is believed. Where something before the
      // commit fails, it takes everything back.
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

/** Takes back what failed, so that the connection can be given to somebody else. */
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

/** Whether another connection is asked for after so many that had died. */
function mayAskAnother(cause: unknown, attempt: number): boolean {
  return isDead(cause) && attempt < (isEnded(cause) ? MOST_ENDED : MOST_DEAD);
}

/** Some milliseconds, more with each attempt, at random so that those in each other's way part. */
function pauseAfter(attempt: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE, 2 ** attempt);
}

function failure({ cause, unheard }: Failed<unknown>): unknown {
  if (unheard === null || !isLost(cause)) return asStoreError(cause);
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
  /** Writes that nobody waits for go together where that comes to the same; null: outside of a transaction each is one of its own. */
  readonly texts: KnownTexts | null;
  /** Until something is written, what is believed is handed over at once, and the transaction fails where it is not so. */
  readonly believes: boolean;
}

const ALONE: How = { texts: null, believes: false };

/**
 * Hands each statement to the connection and its answer, or its failure, back. What is only sent is answered in its turn,
 * behind what was sent `before`; what is left is still to be waited for.
 */
async function later<T>(
  connection: Connection,
  steps: DbProgram<T>,
  before: readonly Promise<unknown>[],
  { texts, believes }: How,
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
  const beliefs = beliefsOf(believes);
  const makeSure = (): void => {
    const asked = beliefs.give();
    if (asked !== null) put(connection.ask(asked));
  };
  /** What was held back goes before whatever comes now. */
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
    // Where what was believed is not so, that is why.
    if (believes) {
      makeSure();
      await arrived();
    }
    throw cause;
  }
}

const NOTHING: StatementResult = { rows: [], changes: 0 };
/** So many statements are on their way at most. */
const MOST_ON_THE_WAY = 200;
