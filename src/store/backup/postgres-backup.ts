import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenBucket } from '../core/blob-store.ts';
import { all, type DbProgram, exec, get, type SqlRow } from '../core/db-program.ts';
import { StoreError } from '../core/store-error.ts';
import type { Connections } from '../postgres/postgres-connections.ts';
import { asStoreError } from '../postgres/postgres-failures.ts';
import { createTransactions } from '../postgres/postgres-transactions.ts';
import { checkSchema } from '../postgres/prepare-schema.ts';
import { ALL_TABLES } from '../schema/catalog-table.ts';
import { sqlite } from '../sql/sqlite-dialect.ts';
import { createTable } from '../sql-tables/catalog-tables.ts';
import { type BackupManifest, copyFileToBackup, DATA, filesNamedIn, makeArchive } from './archive.ts';
import { withoutBucket } from './sqlite-backup.ts';

/** A schema in a PostgreSQL database. */
export interface PostgresSource {
  /** Connections to that schema. */
  readonly connections: Connections;
  readonly schema: string;
}

/** Tables that only PostgreSQL has, or that are rebuilt. */
const NOT_COPIED: ReadonlySet<string> = new Set(['catalog_indexes', 'changes', 'file_parts', 'rates']);
const ROWS = 500;
const PARTS = 4;

/**
 * Copies the data of a database as of one moment into a new folder, in the same form as a folder backup, while servers
 * continue working. Rejects with a `StoreError`. The connections stay open.
 */
export async function backupPostgres(
  { connections, schema }: PostgresSource,
  to: string,
  now: number,
  bucket: OpenBucket | null,
): Promise<BackupManifest> {
  checkSchema(schema);
  const transactions = createTransactions(connections);
  return makeArchive(to, now, async (folder) => {
    const opened: { target: DatabaseSync | null } = { target: null };
    try {
      const { place } = await transactions.read(function* () {
        // The work may be repeated from the start after a lost connection.
        opened.target?.close();
        opened.target = emptyArchive(folder);
        return yield* dump(opened.target, folder, schema);
      });
      const named = opened.target === null ? [] : filesNamedIn(opened.target);
      const elsewhere = named.filter(({ disk }) => !existsSync(join(folder, 'files', disk)));
      if (place !== null && bucket === null) throw withoutBucket();
      const shelf = place === null || bucket === null ? NOTHING : bucket(place);
      for (const each of elsewhere) await copyFileToBackup(shelf, each, folder);
    } catch (cause) {
      throw asStoreError(cause);
    } finally {
      opened.target?.close();
    }
  });
}

const NOTHING = { get: () => Promise.resolve(null) };

function emptyArchive(folder: string): DatabaseSync {
  rmSync(join(folder, DATA), { force: true });
  const target = new DatabaseSync(join(folder, DATA));
  target.exec(ALL_TABLES);
  target.exec('PRAGMA foreign_keys = OFF; BEGIN');
  return target;
}

/** Inside a snapshot transaction: copies everything, table by table. */
function* dump(target: DatabaseSync, folder: string, schema: string): DbProgram<{ readonly place: string | null }> {
  const tables = yield* tablesHere();
  if (!tables.has('meta'))
    throw new StoreError(
      'failed',
      `There is no data in the schema ${schema} of this database: name another with ?schema=….`,
    );
  for (const [table, columns] of tables) if (!NOT_COPIED.has(table)) yield* copyTable(target, table, columns);
  target.exec('COMMIT');
  const disks = new Set<string>();
  const known = new Set(filesNamedIn(target).map(({ disk }) => disk));
  yield* eachRow('SELECT disk, bytes FROM file_parts ORDER BY disk, part', 'file_parts', PARTS, ([name, bytes]) => {
    const disk = String(name);
    if (!known.has(disk) || !(bytes instanceof Uint8Array)) return;
    (disks.has(disk) ? appendFileSync : writeFileSync)(join(folder, 'files', disk), bytes);
    disks.add(disk);
  });
  const place = yield* get("SELECT value FROM meta WHERE key = 'bucket'");
  target.exec("DELETE FROM meta WHERE key = 'bucket'");
  return { place: place === undefined ? null : String(place[0]) };
}

interface HereColumn {
  readonly name: string;
  readonly affinity: 'TEXT' | 'INTEGER';
}

/** Returns the tables with their columns, except columns that only number the rows. */
function* tablesHere(): DbProgram<ReadonlyMap<string, readonly HereColumn[]>> {
  const rows = yield* all(
    'SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position',
  );
  const tables = new Map<string, HereColumn[]>();
  for (const [table, name, type] of rows) {
    const columns = tables.get(String(table)) ?? [];
    tables.set(String(table), columns);
    if (name !== 'place') columns.push({ name: String(name), affinity: type === 'text' ? 'TEXT' : 'INTEGER' });
  }
  return tables;
}

function* copyTable(target: DatabaseSync, table: string, columns: readonly HereColumn[]): DbProgram<void> {
  if (table.startsWith('t_')) target.exec(createTable(table, sqlite.words.rowKey, columns));
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const insert = target.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`);
  const order = table.startsWith('catalog_') ? ' ORDER BY place' : '';
  yield* eachRow(`SELECT ${names} FROM ${table}${order}`, table, ROWS, (row) => void insert.run(...row));
}

/** Reads rows in batches, however many there are. */
function* eachRow(sql: string, name: string, together: number, take: (row: SqlRow) => void): DbProgram<void> {
  yield* exec(`DECLARE dump_${name} NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const rows = yield* all(`FETCH ${together} FROM dump_${name}`);
    for (const row of rows) take(row);
    if (rows.length < together) break;
  }
  yield* exec(`CLOSE dump_${name}`);
}
