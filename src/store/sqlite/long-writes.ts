import type { Steps } from '../core/db-program.ts';
import { inSlices } from './run-program.ts';
import type { Database } from './sqlite-database.ts';

/**
 * Writing that takes long, with turns for everything else between its steps. It has a connection and a transaction of its
 * own: meanwhile the other connection reads what was committed before, and whoever else writes waits until it is over.
 */
export interface LongWriting {
  readonly isOpen: () => boolean;
  /** None is under way any more. */
  readonly over: () => Promise<void>;
  /** All of it or, where anything fails, nothing; one after the other. `told` hears what came of it before others write. */
  readonly work: <T>(steps: () => Steps<T>, told: (result: T) => void) => Promise<T>;
}

interface Around {
  readonly connect: () => Database;
  /** The connection of everybody else, which does not wait for a lock that this very program holds. */
  readonly others: Database;
  /** What waits to be written goes before it, and what came meanwhile after it. */
  readonly flush: () => void;
}

export function longWriting({ connect, others, flush }: Around): LongWriting {
  let open: Promise<void> | null = null;
  const over = async (): Promise<void> => {
    while (open !== null) await open;
  };
  return {
    isOpen: () => open !== null,
    over,
    work: async (steps, told) => {
      while (open !== null) await open;
      flush();
      const done = Promise.withResolvers<void>();
      open = done.promise;
      try {
        others.exec('PRAGMA busy_timeout = 0');
        const result = await inTransactionOf(connect(), steps);
        others.wroteElsewhere();
        told(result);
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

async function inTransactionOf<T>(database: Database, steps: () => Steps<T>): Promise<T> {
  try {
    database.exec('BEGIN IMMEDIATE');
    const result = await inSlices(database, steps());
    database.exec('COMMIT');
    return result;
  } catch (cause) {
    if (database.inTransaction()) database.exec('ROLLBACK');
    throw cause;
  } finally {
    database.close();
  }
}
