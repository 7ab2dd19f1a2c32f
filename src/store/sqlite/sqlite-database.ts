import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqlRow } from '../core/db-program.ts';
import type { SqlValue } from '../core/storage.ts';
import { StoreError } from '../core/store-error.ts';
import { createTableVersions, EVERY_TABLE, tableWritten } from '../core/table-versions.ts';
import { addTextFunctions } from './text-functions.ts';

/** A connection. Everything is synchronous; prepared statements are cached. */
export interface Database {
  readonly all: (sql: string, parameters: readonly SqlValue[]) => readonly SqlRow[];
  readonly get: (sql: string, parameters: readonly SqlValue[]) => SqlRow | undefined;
  /** Returns the number of changed rows. */
  readonly run: (sql: string, parameters: readonly SqlValue[]) => number;
  /** Runs several statements without parameters. */
  readonly exec: (sql: string) => void;
  readonly inTransaction: () => boolean;
  /** Number of statements that wrote, or may have written. */
  readonly writes: () => number;
  /** Returns a number that changes whenever the table's content may have changed, by any connection. */
  readonly mark: (table: string) => number;
  /** Records that another connection of this process committed. */
  readonly noteOtherWrite: () => void;
  readonly close: () => void;
}

interface Prepared {
  readonly statement: StatementSync;
  /** The table it writes; null if it only reads. */
  readonly writes: string | null;
}

const KEPT_STATEMENTS = 1000;

/**
 * Opens a database file. By default a commit returns once it is on disk; with `early`, before that. `trace` receives
 * the text of each statement with parameters.
 */
export function openDatabase(
  file: string,
  trace?: (sql: string) => void,
  commits: 'on the disk' | 'early' = 'on the disk',
): Database {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  connection.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${commits === 'early' ? 'NORMAL' : 'FULL'};
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
  `);
  addTextFunctions(connection);
  const around = new Map(['BEGIN IMMEDIATE', 'COMMIT'].map((sql) => [sql, connection.prepare(sql)] as const));
  const versions = connection.prepare('PRAGMA data_version');
  versions.setReturnArrays(true);
  const marks = createTableVersions(() => Number((versions.get() as unknown as SqlRow)[0]));
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    trace?.(sql);
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statement.setReturnArrays(true);
    if (statements.size >= KEPT_STATEMENTS) dropOldest(statements);
    const made = { statement, writes: tableWritten(sql) };
    statements.set(sql, made);
    return made;
  };
  /** Marks the table as written even if the statement fails or is rolled back. */
  const marked = <T>({ statement, writes }: Prepared, work: (statement: StatementSync) => T): T => {
    if (writes === null) return work(statement);
    try {
      return work(statement);
    } finally {
      marks.markWritten(writes);
    }
  };
  return {
    all: (sql, parameters) =>
      told(() => marked(prepared(sql), (statement) => statement.all(...parameters) as unknown as SqlRow[])),
    get: (sql, parameters) =>
      told(() => marked(prepared(sql), (statement) => statement.get(...parameters) as unknown as SqlRow | undefined)),
    run: (sql, parameters) =>
      told(() => marked(prepared(sql), (statement) => Number(statement.run(...parameters).changes))),
    exec: (sql) =>
      told(() => {
        const known = around.get(sql);
        if (known !== undefined) return known.run();
        marks.markWritten(EVERY_TABLE);
        return connection.exec(sql);
      }),
    inTransaction: () => connection.isTransaction,
    writes: marks.writes,
    mark: (table) => told(() => marks.of(table)),
    noteOtherWrite: () => marks.markWritten(EVERY_TABLE),
    close: () => {
      statements.clear();
      around.clear();
      connection.close();
    },
  };
}

/** Returns whether a statement failed because of another connection's lock (SQLite codes BUSY and LOCKED). */
export function isBusy(cause: unknown): boolean {
  const error = cause instanceof StoreError ? cause.cause : cause;
  return error instanceof Error && 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff);
}

/** Errors of SQLite itself (disk full, disk error) become store errors. */
function told<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'ERR_SQLITE_ERROR') throw cause;
    throw new StoreError('failed', `The data could not be used (${cause.message}): look at the disk, then try again.`, {
      cause,
    });
  }
}

function dropOldest(statements: Map<string, unknown>): void {
  const oldest = statements.keys().next();
  if (oldest.done !== true) statements.delete(oldest.value);
}

/**
 * Throws for versions that may lose committed writes when the write-ahead log is reset: 3.7.0 to 3.51.2, except two
 * backports.
 */
export function refuseUnsafeVersion(version: string): void {
  if (!hasWalResetBug(version)) return;
  throw new StoreError(
    'unsafe database',
    `SQLite ${version} can lose committed writes (the WAL-reset bug, mended in 3.51.3): run a newer Node, 24.15 or later.`,
  );
}

/** Returns whether this SQLite version has the WAL-reset bug. */
export function hasWalResetBug(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const number = major * 1_000_000 + minor * 1000 + patch;
  if (number < 3_007_000 || number >= 3_051_003) return false;
  const isBackport = (minor === 44 && patch >= 6) || (minor === 50 && patch >= 7);
  return !isBackport;
}

/** Returns the SQLite version bundled with this Node. */
export function sqliteVersion(): string {
  const connection = new DatabaseSync(':memory:');
  try {
    return String(Object.values(connection.prepare('SELECT sqlite_version() AS version').get() ?? {})[0]);
  } finally {
    connection.close();
  }
}
