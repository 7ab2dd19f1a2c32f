import type { DbProgram } from '../core/db-program.ts';
import type { Changed, WriteOutcome, WriteRequest } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { type AppliedContext, cacheCommitted, type Performed, perform } from '../transaction/perform-write.ts';
import { atOnce } from './run-program.ts';
import type { Database } from './sqlite-database.ts';

/** What writes depend on, with the connection to write to. */
export interface OpenGround extends AppliedContext {
  readonly database: Database;
}

/** A queued write with its callbacks, held until the commit. */
interface Waiting {
  readonly perform: (on: OpenGround) => Done;
  readonly reject: (cause: unknown) => void;
}

interface Done {
  readonly changes: readonly Changed[];
  readonly tell: () => void;
}

type Result = Done | { readonly failure: unknown };

const MOST_IN_A_COMMIT = 256;
/** Milliseconds after which a commit takes no further writes, so that a reader waits for one commit at most. */
const COMMIT_MS = 20;

/**
 * Queued writes share one commit. If one fails, all are run again, each in a savepoint. A commit runs within one turn
 * of the event loop; no result is reported before it is on disk, and if that fails, all writes fail. Writes that arrive
 * during the sync form the next commit.
 */
export interface Queue {
  readonly write: (request: WriteRequest) => Promise<WriteOutcome>;
  /** Commits queued writes now, unless a long write is running. */
  readonly flush: () => void;
  /** Resolves once the results of all commits so far are reported. */
  readonly told: () => Promise<void>;
}

interface Queued {
  readonly ground: () => OpenGround;
  readonly tell: (changes: readonly Changed[]) => void;
  /** Resolves once the commits are on disk; `writes` is the number of writes committed together. */
  readonly stored: (writes: number) => Promise<void>;
  /** Whether a long write is running; it flushes the queue when it ends. */
  readonly isHeld: () => boolean;
}

export function writeQueue({ ground, tell, stored, isHeld }: Queued): Queue {
  let waiting: Waiting[] = [];
  let isSet = false;
  let untold: readonly Promise<void>[] = [];

  const commit = (): void => {
    const group = waiting.slice(0, MOST_IN_A_COMMIT);
    const results = inOneCommit(ground, group);
    waiting = waiting.slice(results.length);
    const told = telling(group.slice(0, results.length), results);
    untold = [...untold, told];
    void told.then(() => {
      untold = untold.filter((each) => each !== told);
      if (waiting.length > 0) soon();
    });
  };
  const flush = (): void => {
    while (waiting.length > 0 && !isHeld()) commit();
  };
  /** Reports the results once they are on disk, or reports that this is uncertain. */
  const telling = async (group: readonly Waiting[], results: readonly Result[]): Promise<void> => {
    const failure = await stored(group.length).then(
      () => null,
      (cause: unknown) => ({ failure: cause }),
    );
    const known = failure === null ? results : results.map((result) => ('failure' in result ? result : failure));
    tellAll(group, known, tell);
  };
  const soon = (): void => {
    if (isSet) return;
    isSet = true;
    setImmediate(() => {
      isSet = false;
      if (untold.length === 0 && waiting.length > 0 && !isHeld()) commit();
    });
  };

  const put = <T>(steps: (on: AppliedContext) => DbProgram<Performed<T>>): Promise<T> =>
    new Promise((resolve, reject) => {
      const done = (on: OpenGround): Done => {
        const { outcome, changes } = atOnce(on.database, steps(on));
        return { changes, tell: () => resolve(outcome) };
      };
      waiting.push({ perform: done, reject });
      soon();
    });

  return {
    write: (request) => put((on) => perform(on, request)),
    flush,
    told: async () => {
      await Promise.all(untold);
    },
  };
}

function tellAll(
  group: readonly Waiting[],
  results: readonly Result[],
  tell: (changes: readonly Changed[]) => void,
): void {
  group.forEach(({ reject }, index) => {
    const result = results[index];
    if (result === undefined || 'failure' in result) reject(result?.failure);
    else result.tell();
  });
  const changes = results.flatMap((result) => ('failure' in result ? [] : result.changes));
  if (changes.length > 0) tell(changes);
}

/** Returns the results of as many writes, from the first on, as there is time for. */
function inOneCommit(ground: () => OpenGround, group: readonly Waiting[]): Result[] {
  try {
    const on = ground();
    on.database.exec('BEGIN IMMEDIATE');
    try {
      const results = straight(on, group) ?? oneByOne(on, group);
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
function straight(on: OpenGround, group: readonly Waiting[]): Result[] | null {
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
const oneByOne = (on: OpenGround, group: readonly Waiting[]): Result[] =>
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
function inSavepoint(on: OpenGround, waiting: Waiting): Result {
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
