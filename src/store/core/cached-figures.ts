import type { SqlRow } from './db-program.ts';
import { createResultCache } from './result-cache.ts';
import type { TableVersion } from './row-freshness.ts';
import type { SqlValue } from './storage.ts';

const MAX_ENTRIES = 1_000;
/** Results with more groups are not cached. */
const MAX_ROWS = 500;

interface Figures {
  /** Versions of the tables that were read. */
  readonly versions: string;
  readonly rows: readonly SqlRow[];
}

/** Reads the rows of a statement that computes figures. */
export type CachedFigures = (sql: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/** Returns a function that reads figures, or returns those read before if none of their tables was written since. */
export function createCachedFigures(version: TableVersion, read: CachedFigures): CachedFigures {
  const cache = createResultCache<Figures>(MAX_ENTRIES, ({ rows }) => rows.length <= MAX_ROWS);
  return async (sql, values) => {
    const tables = tablesIn(sql);
    const versions = () => tables.map(version).join(' ');
    const result = await cache.get(
      JSON.stringify([sql, values]),
      (known) => known.versions === versions(),
      async () => {
        // The versions are read before the data, so a write in between makes the result outdated.
        const before = versions();
        return { versions: before, rows: await read(sql, values) };
      },
    );
    return result.rows;
  };
}

/** Returns the tables of records and links that a statement names. */
const tablesIn = (sql: string): readonly string[] => [...new Set(sql.match(/\b(?:t_[a-z0-9]{6}|links)\b/g))];
