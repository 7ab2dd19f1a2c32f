import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { At } from '../baseline-postgres.ts';
import { cellsOf, ORDER_FIELDS, type Order, type Seller } from './orders.ts';

/** The tables and indexes for exactly the queries of `bare-server.ts`. */
const TABLES = `
CREATE TABLE person (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, role TEXT NOT NULL);
CREATE TABLE orders (
  id TEXT PRIMARY KEY NOT NULL, number TEXT NOT NULL, owner TEXT NOT NULL, customer TEXT NOT NULL, status TEXT NOT NULL,
  priority TEXT NOT NULL, region TEXT NOT NULL, amount BIGINT NOT NULL, quantity BIGINT NOT NULL,
  "orderedOn" TEXT NOT NULL, "dueOn" TEXT, reference TEXT, note TEXT, created_at BIGINT NOT NULL
);
`;

const INDEXES = 'CREATE INDEX orders_open ON orders (owner, status, amount DESC, id);';

const PLACES = ORDER_FIELDS.length + 2;
const COLUMNS = ['id', ...ORDER_FIELDS.map((field) => `"${field}"`), 'created_at'].join(', ');

/** Opens the file of the hand-written server: every commit waits for the disk, as ours does. */
export function openBare(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'), { timeout: 5000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000;');
  return database;
}

export const insertOrder = (place: (index: number) => string): string =>
  `INSERT INTO orders (${COLUMNS}) VALUES (${Array.from({ length: PLACES }, (_, index) => place(index + 1)).join(', ')})`;

export function seedBare(folder: string, people: readonly Seller[], rows: Iterable<Order>, now: number): void {
  const database = openBare(folder);
  database.exec(`${TABLES}${INDEXES}BEGIN`);
  const person = database.prepare('INSERT INTO person VALUES (?, ?, ?, ?)');
  for (const { id, name, email, role } of people) person.run(id, name, email, role);
  const order = database.prepare(insertOrder(() => '?'));
  for (const row of rows) order.run(...cellsOf(row), now);
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

export function barePool({ url, schema }: At): pg.Pool {
  const getTypeParser = (id: number, format?: 'text' | 'binary') =>
    id === 20 ? Number : pg.types.getTypeParser(id, format as 'text');
  const types = { getTypeParser: getTypeParser as typeof pg.types.getTypeParser };
  return new pg.Pool({ connectionString: url, max: 10, options: `-c search_path=${schema}`, types });
}

const AT_ONCE = 1_000;

export async function seedBarePostgres(
  at: At,
  people: readonly Seller[],
  rows: Iterable<Order>,
  now: number,
): Promise<void> {
  const pool = barePool(at);
  await pool.query(`CREATE SCHEMA IF NOT EXISTS ${at.schema}; ${TABLES}${INDEXES}`);
  for (const { id, name, email, role } of people)
    await pool.query('INSERT INTO person VALUES ($1, $2, $3, $4)', [id, name, email, role]);
  let some: (string | number | null)[][] = [];
  const flush = async (): Promise<void> => {
    const types = ['id', ...ORDER_FIELDS, 'created_at'].map((name) =>
      ['amount', 'quantity', 'created_at'].includes(name) ? 'bigint[]' : 'text[]',
    );
    const columns = types.map((_, column) => some.map((row) => row[column] ?? null));
    const lists = types.map((type, index) => `$${index + 1}::${type}`).join(', ');
    await pool.query(`INSERT INTO orders (${COLUMNS}) SELECT * FROM unnest(${lists})`, columns);
    some = [];
  };
  for (const row of rows) {
    some.push([...cellsOf(row), now]);
    if (some.length === AT_ONCE) await flush();
  }
  if (some.length > 0) await flush();
  // What a database does by itself within its first minutes, for the tables of both servers.
  await pool.query('VACUUM (ANALYZE)');
  await pool.end();
}
