import type { DbProgram } from '../core/db-program.ts';
import type { ChangedRecord, WriteOutcome, WriteRequest } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { type AppliedContext, cacheCommitted, type Performed, performWrite } from '../transaction/perform-write.ts';
import { runSync } from './run-program.ts';
import type { Database } from './sqlite-database.ts';

/** What writes depend on, with the connection to write to. */
export interface WriteGround extends AppliedContext {
  readonly database: Database;
}

/** A queued write with its callbacks, held until the commit. */
interface Waiting {
  readonly perform: (on: WriteGround) => CompletedWrite;
  readonly reject: (cause: unknown) => void;
}

interface CompletedWrite {
  readonly changes: readonly ChangedRecord[];
  readonly report: () => void;
}

type Result = CompletedWrite | { readonly failure: unknown };

const MOST_IN_A_COMMIT = 256;
/** Milliseconds after which a commit takes no further writes, so that a reader waits for one commit at most. */
const COMMIT_MS = 20;

/**
 * Queued writes share one commit. If one fails, all are run again, each in a savepoint. A commit runs within one turn
 * of the event loop; no result is reported before it is on disk, and if that fails, all writes fail. Writes that arrive
 * during the sync form the next commit.
 */
export interface WriteQueue {
  readonly write: (request: WriteRequest) => Promise<WriteOutcome>;
  /** Commits queued writes now, unless a long write is running. */
  readonly flush: () => void;
  /** Resolves once the results of all commits so far are reported. */
  readonly whenReported: () => Promise<void>;
}

interface WriteQueueOptions {
  readonly ground: () => WriteGround;
  readonly publish: (changes: readonly ChangedRecord[]) => void;
  /** Resolves once the commits are on disk; `writes` is the number of writes committed together. */
  readonly whenDurable: (writes: number) => Promise<void>;
  /** Whether a long write is running; it flushes the queue when it ends. */
  readonly isHeld: () => boolean;
}

export function createWriteQueue({ ground, publish, whenDurable, isHeld }: WriteQueueOptions): WriteQueue {
  let waiting: Waiting[] = [];
  let isSet = false;
  let unreported: readonly Promise<void>[] = [];

  const commit = (): void => {
    const group = waiting.slice(0, MOST_IN_A_COMMIT);
    const results = inOneCommit(ground, group);
    waiting = waiting.slice(results.length);
    const reported = reportWhenDurable(group.slice(0, results.length), results);
    unreported = [...unreported, reported];
    void reported.then(() => {
      unreported = unreported.filter((each) => each !== reported);
      if (waiting.length > 0) schedule();
    });
  };
  const flush = (): void => {
    while (waiting.length > 0 && !isHeld()) commit();
  };
  /** Reports the results once they are on disk, or reports that this is uncertain. */
  const reportWhenDurable = async (group: readonly Waiting[], results: readonly Result[]): Promise<void> => {
    const failure = await whenDurable(group.length).then(
      () => null,
      (cause: unknown) => ({ failure: cause }),
    );
    const known = failure === null ? results : results.map((result) => ('failure' in result ? result : failure));
    reportAll(group, known, publish);
  };
  const schedule = (): void => {
    if (isSet) return;
    isSet = true;
    setImmediate(() => {
      isSet = false;
      if (unreported.length === 0 && waiting.length > 0 && !isHeld()) commit();
    });
  };

  const put = <T>(steps: (on: AppliedContext) => DbProgram<Performed<T>>): Promise<T> =>
    new Promise((resolve, reject) => {
      const done = (on: WriteGround): CompletedWrite => {
        const { outcome, changes } = runSync(on.database, steps(on));
        return { changes, report: () => resolve(outcome) };
      };
      waiting.push({ perform: done, reject });
      schedule();
    });

  return {
    write: (request) => put((on) => performWrite(on, request)),
    flush,
    whenReported: async () => {
      await Promise.all(unreported);
    },
  };
}

function reportAll(
  group: readonly Waiting[],
  results: readonly Result[],
  tell: (changes: readonly ChangedRecord[]) => void,
): void {
  group.forEach(({ reject }, index) => {
    const result = results[index];
    if (result === undefined || 'failure' in result) reject(result?.failure);
    else result.report();
  });
  const changes = results.flatMap((result) => ('failure' in result ? [] : result.changes));
  if (changes.length > 0) tell(changes);
}

/** Returns the results of as many writes, from the first on, as there is time for. */
function inOneCommit(ground: () => WriteGround, group: readonly Waiting[]): Result[] {
  try {
    const on = ground();
    on.database.exec('BEGIN IMMEDIATE');
    try {
      const results = runWithoutSavepoints(on, group) ?? oneByOne(on, group);
      on.database.exec('COMMIT');
      for (const result of results) if (!('failure' in result)) cacheCommitted(on, result.changes);
      return results;
    } catch (cause) {
      if (on.database.inTransaction()) on.database.exec('ROLLBACK');
      throw cause;
    }
  } catch (cause) {
    const failure = cause instanceof StoreError ? cause : failed(cause);
    return group.map(() => ({ failure }));
  }
}

/** Runs the writes one after the other. Returns null if one failed and all of them were rolled back. */
function runWithoutSavepoints(on: WriteGround, group: readonly Waiting[]): Result[] | null {
  try {
    return whileThereIsTime(group, (waiting) => waiting.perform(on));
  } catch (cause) {
    if (!on.database.inTransaction()) throw cause;
    on.database.exec('ROLLBACK');
    on.database.exec('BEGIN IMMEDIATE');
    return group.length === 1 ? [{ failure: cause }] : null;
  }
}

/**
 * Runs the writes again from the start, each in a savepoint, which costs more. Deciding is pure, so the decisions are
 * the same.
 */
const oneByOne = (on: WriteGround, group: readonly Waiting[]): Result[] =>
  whileThereIsTime(group, (waiting) => inSavepoint(on, waiting));

/** Performs at least the first write. */
function whileThereIsTime<T>(group: readonly Waiting[], work: (waiting: Waiting) => T): T[] {
  const until = performance.now() + COMMIT_MS;
  const results: T[] = [];
  for (const waiting of group) {
    if (results.length > 0 && performance.now() > until) break;
    results.push(work(waiting));
  }
  return results;
}

/** A failing request does not affect the others, as long as the database still has the transaction open. */
function inSavepoint(on: WriteGround, waiting: Waiting): Result {
  on.database.run('SAVEPOINT one', []);
  try {
    const result = waiting.perform(on);
    on.database.run('RELEASE one', []);
    return result;
  } catch (cause) {
    if (!on.database.inTransaction()) throw cause;
    on.database.run('ROLLBACK TO one', []);
    on.database.run('RELEASE one', []);
    return { failure: cause };
  }
}

/** Converts an unexpected failure into a failure of the store. */
export function failed(cause: unknown): StoreError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(
    'failed',
    `The data could not be written (${why}), so nothing was: look at the disk, then try again.`,
    { cause },
  );
}
