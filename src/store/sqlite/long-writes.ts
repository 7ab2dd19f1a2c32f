import type { DbProgram } from '../core/db-program.ts';
import { runInSlices } from './run-program.ts';
import type { Database } from './sqlite-database.ts';

/**
 * Long write transactions that let other work run between their steps. They use a separate connection: meanwhile the
 * other connection reads the state before the transaction, and other writes wait.
 */
export interface LongWrites {
  readonly isOpen: () => boolean;
  /** Resolves when no long write is running. */
  readonly over: () => Promise<void>;
  /**
   * Runs the steps in one transaction, one long write after the other; on failure nothing is written. `onResult` receives
   * the result before other writes run.
   */
  readonly work: <T>(steps: () => DbProgram<T>, onResult: (result: T) => void) => Promise<T>;
}

interface LongWriteOptions {
  readonly connect: () => Database;
  /** The connection of all other work. It does not wait for a lock that this process holds. */
  readonly others: Database;
  /** Performs queued writes: before the long write those that wait already, after it those that arrived meanwhile. */
  readonly flush: () => void;
}

export function createLongWrites({ connect, others, flush }: LongWriteOptions): LongWrites {
  let open: Promise<void> | null = null;
  const over = async (): Promise<void> => {
    while (open !== null) await open;
  };
  return {
    isOpen: () => open !== null,
    over,
    work: async (steps, onResult) => {
      while (open !== null) await open;
      flush();
      const done = Promise.withResolvers<void>();
      open = done.promise;
      try {
        others.exec('PRAGMA busy_timeout = 0');
        const result = await inTransactionOf(connect(), steps);
        others.noteOtherWrite();
        onResult(result);
        return result;
      } finally {
        open = null;
        others.exec('PRAGMA busy_timeout = 5000');
        done.resolve();
        flush();
      }
    },
  };
}

async function inTransactionOf<T>(database: Database, steps: () => DbProgram<T>): Promise<T> {
  try {
    database.exec('BEGIN IMMEDIATE');
    const result = await runInSlices(database, steps());
    database.exec('COMMIT');
    return result;
  } catch (cause) {
    if (database.inTransaction()) database.exec('ROLLBACK');
    throw cause;
  } finally {
    database.close();
  }
}
