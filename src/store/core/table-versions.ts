/** A version number for each table, to detect without a query whether cached rows are current. */
interface TableVersions {
  /** Returns the table's version, which changes whenever anything may have been written to the table. */
  readonly of: (table: string) => number;
  /** Records that this process wrote, or may have written, to the table. */
  readonly markWritten: (table: string) => void;
  /** Returns the number of recorded writes. */
  readonly writes: () => number;
}

/** Stands for all tables in place of a table name. */
export const EVERY_TABLE = '*';

/** Milliseconds for which a write by another process may go unnoticed. */
const CHECK_INTERVAL_MS = 100;

/**
 * Creates the table versions. `version` returns another number after a commit by another connection. Because calling it
 * costs as much as reading a row, it is called at most every 100 ms: normally only this process has the data open.
 */
export function createTableVersions(version: () => number, clock = () => performance.now()): TableVersions {
  const versions = new Map<string, number>();
  let last = 0;
  let writes = 0;
  let everywhere = 0;
  let knownVersion = version();
  let checkedAt = clock();
  const checkVersion = (): void => {
    checkedAt = clock();
    const currentVersion = version();
    if (currentVersion === knownVersion) return;
    knownVersion = currentVersion;
    everywhere = ++last;
  };
  return {
    of: (table) => {
      if (clock() - checkedAt > CHECK_INTERVAL_MS) checkVersion();
      return Math.max(versions.get(table) ?? 0, everywhere);
    },
    markWritten: (table) => {
      last += 1;
      writes += 1;
      if (table === EVERY_TABLE) everywhere = last;
      else versions.set(table, last);
    },
    writes: () => writes,
  };
}

const READS = /^\s*(?:SELECT|EXPLAIN|SAVEPOINT|RELEASE|PRAGMA data_version)\b/i;
const WRITES = /^\s*(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+(\w+)\b/i;

/** Returns the table that a statement writes, null if it only reads, and `EVERY_TABLE` if that is not known. */
export function tableWritten(sql: string): string | null {
  if (READS.test(sql)) return null;
  return WRITES.exec(sql)?.[1] ?? EVERY_TABLE;
}
