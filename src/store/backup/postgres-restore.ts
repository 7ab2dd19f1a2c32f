import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CatalogColumn } from '../core/catalog.ts';
import { all, type DbProgram, exec, get, run } from '../core/db-program.ts';
import { RESTORED_KINDS } from '../core/keyring.ts';
import { storedKind } from '../core/storage.ts';
import { StoreError } from '../core/store-error.ts';
import { asStoreError } from '../postgres/postgres-failures.ts';
import { postgresBlobs } from '../postgres/postgres-files.ts';
import { createTransactions } from '../postgres/postgres-transactions.ts';
import { checkSchema, prepareSchema } from '../postgres/prepare-schema.ts';
import { postgres } from '../sql/postgres-dialect.ts';
import { createTable, type TableColumn } from '../sql-tables/catalog-tables.ts';
import { checkArchive, DATA, filesNamedIn } from './archive.ts';
import type { PostgresSource } from './postgres-backup.ts';

const ROWS = 500;
/** Tables that others refer to are filled first. */
const FIRST = ['meta', 'documents'];

/**
 * Restores a backup, made from a folder or a database, into a schema without data, including its files. Rejects with a
 * `StoreError` if the backup is damaged or the schema contains data; nothing has changed then. The connections stay
 * open.
 */
export async function restorePostgres({ connections, schema }: PostgresSource, from: string): Promise<void> {
  checkSchema(schema);
  await checkArchive(from);
  const transactions = createTransactions(connections);
  const source = new DatabaseSync(join(from, DATA), { readOnly: true });
  const shelf = postgresBlobs(transactions);
  const put: string[] = [];
  try {
    await prepareSchema(transactions, schema, () => refuseData(schema));
    for (const { disk } of filesNamedIn(source)) {
      const path = join(from, 'files', disk);
      if (!existsSync(path)) continue;
      put.push(disk);
      await shelf.put(disk, bytesIn(path));
    }
    await prepareSchema(transactions, schema, function* () {
      yield* refuseData(schema);
      yield* fill(source);
    });
  } catch (cause) {
    await shelf.remove(put).catch(() => undefined);
    throw asStoreError(cause);
  } finally {
    source.close();
  }
}

async function* bytesIn(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  yield* file.createReadStream();
}

function* refuseData(schema: string): DbProgram<void> {
  const found = yield* get(
    "SELECT EXISTS (SELECT 1 FROM documents) OR EXISTS (SELECT 1 FROM keyring) OR EXISTS (SELECT 1 FROM files) OR EXISTS (SELECT 1 FROM meta WHERE key = 'applied')",
  );
  if (Number(found?.[0]) === 1)
    throw new StoreError(
      'failed',
      `The schema ${schema} of this database holds data already, which a restore never replaces: name another with ?schema=…, or drop it first.`,
    );
}

/** Inside a transaction: inserts all rows of a backup. */
function* fill(source: DatabaseSync): DbProgram<void> {
  const kinds = kindsIn(source);
  for (const table of tablesIn(source)) {
    const columns = columnsIn(source, table);
    if (table.startsWith('t_')) yield* makeTable(table, columns, kinds);
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const kept = table === 'meta' ? 'ON CONFLICT (key) DO UPDATE SET value = excluded.value' : '';
    const insert = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM json_populate_recordset(NULL::${table}, ?::json) ${kept}`;
    const order = table.startsWith('catalog_') ? ' ORDER BY rowid' : '';
    for (const page of pages(source, `SELECT ${names} FROM ${table}${order}`)) yield* run(insert, [page]);
  }
  yield* run("DELETE FROM meta WHERE key = 'bucket'");
  yield* run(`DELETE FROM keyring WHERE kind NOT IN (${RESTORED_KINDS.map(() => '?').join(', ')})`, RESTORED_KINDS);
  const numbered = yield* all(
    "SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'id' AND is_identity = 'YES' AND table_name <> 'changes'",
  );
  for (const [table] of numbered)
    yield* get(
      `SELECT setval(pg_get_serial_sequence('${String(table)}', 'id'), coalesce(max(id), 0) + 1, false) FROM ${String(table)}`,
    );
}

/** A `?` in a name would be read as a placeholder and a quote as its end; no name of this program contains either. */
const OURS = /^[a-z_][a-z0-9_]*$/;

function ours(name: unknown): string {
  if (typeof name === 'string' && OURS.test(name)) return name;
  throw new StoreError('failed', 'The backup holds a table that is none of ours, so nothing was restored.');
}

/** Tables of the search index in SQLite, also in older formats; PostgreSQL indexes the rows themselves. */
const SEARCH_TABLES = /^(?:w_|v_|words)/;
/** The number of a row that its search index refers to. */
const ROW_NUMBER = 'n';

function tablesIn(source: DatabaseSync): string[] {
  const rows = source.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  const names = rows.map(({ name }) => ours(name)).filter((name) => !SEARCH_TABLES.test(name));
  return [...FIRST, ...names.filter((name) => !FIRST.includes(name))];
}

function columnsIn(source: DatabaseSync, table: string): TableColumn[] {
  const rows = source.prepare('SELECT name, type FROM pragma_table_info(?)').all(table);
  return rows.flatMap(({ name, type }) => (name === ROW_NUMBER ? [] : [{ name: ours(name), affinity: String(type) }]));
}

/** What columns hold by their physical names, which this kind of database tells apart and the other does not. */
function kindsIn(source: DatabaseSync): ReadonlyMap<string, string> {
  const rows = source.prepare('SELECT record FROM catalog_columns').all();
  const columns = rows.map(({ record }) => JSON.parse(String(record)) as CatalogColumn);
  return new Map(columns.map(({ physical, type }) => [physical, postgres.words.column(storedKind(type))]));
}

function* makeTable(
  table: string,
  columns: readonly TableColumn[],
  kinds: ReadonlyMap<string, string>,
): DbProgram<void> {
  const made = columns.map(({ name, affinity }) => ({
    name,
    affinity: kinds.get(name) ?? postgres.words.column(affinity === 'TEXT' ? 'text' : 'integer'),
  }));
  yield* exec(postgres.words.tables(createTable(table, postgres.words.rowKey, made)));
}

/** Yields rows as JSON, in batches. */
function* pages(source: DatabaseSync, sql: string): Generator<string> {
  let page: unknown[] = [];
  for (const row of source.prepare(sql).iterate()) {
    page.push(row);
    if (page.length < ROWS) continue;
    yield JSON.stringify(page);
    page = [];
  }
  if (page.length > 0) yield JSON.stringify(page);
}
