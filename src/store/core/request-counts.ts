import { get, run, type Steps } from './db-program.ts';

/** So many in so many milliseconds. */
export interface Rate {
  readonly count: number;
  readonly ms: number;
}

/** What is taken of a bucket, and what is given back of what was taken before. */
export interface Taking {
  readonly wanted: number;
  readonly unused: number;
}

export interface Taken {
  /** Not more than was wanted; 0: nothing is left. */
  readonly taken: number;
  readonly left: number;
}

/** What all programs over the same data count together. */
export interface Counting {
  /** Of a bucket of this name that holds `count` and fills evenly within `ms`. One atomic step. */
  take(name: string, rate: Rate, taking: Taking, now: number): Promise<Taken>;
}

/** Nothing of it outlives a fault of the database: then each bucket is full. */
export const COUNTING_TABLES = `
CREATE UNLOGGED TABLE IF NOT EXISTS rates (
  name TEXT PRIMARY KEY, tokens DOUBLE PRECISION NOT NULL, taken INTEGER NOT NULL, at INTEGER NOT NULL
);
`;

// What is in it now: a clock behind that of another program fills nothing twice.
const FILLED = 'least(?::float8, r.tokens + ?::float8 + greatest(0, ?::float8 - r.at) * ?::float8)';
const TAKE = `INSERT INTO rates AS r (name, tokens, taken, at) VALUES (?, ?::float8 - ?::float8, ?::float8, ?)
  ON CONFLICT (name) DO UPDATE SET tokens = ${FILLED} - least(?::float8, floor(${FILLED})),
    taken = least(?::float8, floor(${FILLED})), at = greatest(r.at, excluded.at)
  RETURNING taken, tokens`;

/** No limit is of a longer time than a day: after that each bucket is full again. */
const DAY = 86_400_000;

export function* dropOldCounts(now: number): Steps<void> {
  yield* run('DELETE FROM rates WHERE at < ?', [now - DAY]);
}

/** In a table of the database. */
export function countingOver(perform: <T>(steps: () => Steps<T>) => Promise<T>): Counting {
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
