import type { SqlRow } from '../core/db-program.ts';
import type { SqlValue } from '../core/storage.ts';
import type { TableVersion } from '../rows/row-cache.ts';

/** Results of aggregations, each valid until one of its tables is written. The oldest is evicted first. */
export interface AggregateCache {
  readonly get: (
    sql: string,
    values: readonly SqlValue[],
    compute: () => Promise<readonly SqlRow[]>,
  ) => Promise<readonly SqlRow[]>;
}

const MAX_ENTRIES = 1_000;

interface Entry {
  readonly versions: string;
  readonly rows: Promise<readonly SqlRow[]>;
}

/** Requests for a result that is being computed share it. */
export function createAggregateCache(version: TableVersion): AggregateCache {
  const entries = new Map<string, Entry>();
  const tables = new Map<string, readonly string[]>();
  const versionsOf = (sql: string): string => {
    const known = tables.get(sql) ?? tablesIn(sql);
    tables.set(sql, known);
    if (tables.size > MAX_ENTRIES) tables.clear();
    return known.map(version).join(' ');
  };
  return {
    get: async (sql, values, compute) => {
      const key = JSON.stringify([sql, values]);
      // The versions are read before the data: a write in between makes the entry outdated.
      const versions = versionsOf(sql);
      const known = entries.get(key);
      if (known?.versions === versions) return known.rows;
      const entry = { versions, rows: compute() };
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > MAX_ENTRIES) for (const oldest of entries.keys()) if (entries.delete(oldest)) break;
      entry.rows.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.rows;
    },
  };
}

/** Returns the tables of records and links that a statement names; see `random-name.ts` for names of tables. */
const tablesIn = (sql: string): readonly string[] => [...new Set(sql.match(/\b(?:t_[a-z0-9]{6}|links)\b/g))];
