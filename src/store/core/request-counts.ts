import { type DbProgram, get, run } from './db-program.ts';

/** `count` requests in `ms` milliseconds. */
export interface Rate {
  readonly count: number;
  readonly ms: number;
}

/** Number of tokens wanted from a bucket, and the number of earlier tokens returned unused. */
export interface TakeRequest {
  readonly wanted: number;
  readonly unused: number;
}

export interface TakeResult {
  /** At most the wanted number; 0 if the bucket is empty. */
  readonly taken: number;
  readonly left: number;
}

/** Token buckets that all processes on the same data share. */
export interface TokenBuckets {
  /** Takes tokens from the named bucket, which holds `count` tokens and refills evenly within `ms`. One atomic step. */
  take(name: string, rate: Rate, taking: TakeRequest, now: number): Promise<TakeResult>;
}

/** Unlogged: a crash of the database empties the table, and every caller has the full allowance again. */
export const COUNTING_TABLES = `
CREATE UNLOGGED TABLE IF NOT EXISTS rates (
  name TEXT PRIMARY KEY, tokens DOUBLE PRECISION NOT NULL, taken INTEGER NOT NULL, at INTEGER NOT NULL
);
`;

// Current content of the bucket. If this process's clock is behind that of another process, nothing is refilled twice.
const FILLED = 'least(?::float8, r.tokens + ?::float8 + greatest(0, ?::float8 - r.at) * ?::float8)';
const TAKE = `INSERT INTO rates AS r (name, tokens, taken, at) VALUES (?, ?::float8 - ?::float8, ?::float8, ?)
  ON CONFLICT (name) DO UPDATE SET tokens = ${FILLED} - least(?::float8, floor(${FILLED})),
    taken = least(?::float8, floor(${FILLED})), at = greatest(r.at, excluded.at)
  RETURNING taken, tokens`;

/** Upper bound of every rate limit's period; after that time a bucket is full again. */
const DAY = 86_400_000;

export function* dropOldCounts(now: number): DbProgram<void> {
  yield* run('DELETE FROM rates WHERE at < ?', [now - DAY]);
}

/** Creates token buckets that are stored in a database table. */
export function createTokenBuckets(perform: <T>(steps: () => DbProgram<T>) => Promise<T>): TokenBuckets {
  return {
    take: async (name, { count, ms }, { wanted, unused }, now) => {
      const first = Math.min(wanted, count);
      const filled = [count, unused, now, count / ms];
      const parameters = [name, count, first, first, now, ...filled, wanted, ...filled, wanted, ...filled];
      const [taken, left] = (await perform(() => get(TAKE, parameters))) ?? [];
      return { taken: Number(taken), left: Number(left) };
    },
  };
}
