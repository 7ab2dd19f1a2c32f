import type { Catalog, CatalogColumn, CatalogTable } from './catalog.ts';
import type { Desired } from './desire.ts';
import { StoreError } from './error.ts';
import { KEYRING_TABLES } from './sql/keyring.ts';
import { FORMAT, OWN_TABLES } from './sql/own-tables.ts';
import type { Database } from './sqlite-database.ts';

/** Makes our own tables where they are missing; refuses data of a newer program. */
export function prepareOwnTables(database: Database): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec('CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
    const format = Number(readMeta(database, 'format') ?? FORMAT);
    if (format > FORMAT) {
      throw new StoreError(
        'newer format',
        `The data was written by a newer Ninefold (format ${format}, this one knows ${FORMAT}): run that version or a later one.`,
      );
    }
    database.exec(OWN_TABLES);
    database.exec(KEYRING_TABLES);
    writeMeta(database, 'format', String(FORMAT));
    database.exec('COMMIT');
  } catch (cause) {
    database.exec('ROLLBACK');
    throw cause;
  }
}

export function readMeta(database: Database, key: string): string | null {
  const row = database.get('SELECT value FROM meta WHERE key = ?', [key]);
  return row === undefined ? null : String(row[0]);
}

export function writeMeta(database: Database, key: string, value: string): void {
  database.run('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [
    key,
    value,
  ]);
}

/** What the applied document left in the data. */
export function readCatalog(database: Database): Catalog {
  const records = (table: string) =>
    database.all(`SELECT record FROM ${table} ORDER BY rowid`, []).map((row) => JSON.parse(String(row[0])) as unknown);
  return {
    tables: records('catalog_tables') as CatalogTable[],
    columns: records('catalog_columns') as CatalogColumn[],
  };
}

/** Forgets what is gone: its columns stay and nothing leads to them any more. */
export function writeCatalog(database: Database, desired: Desired): void {
  database.exec('DELETE FROM catalog_tables; DELETE FROM catalog_columns');
  for (const { now, columns } of desired.tables) {
    const { physical, name } = now;
    database.run('INSERT INTO catalog_tables (physical, name, record) VALUES (?, ?, ?)', [
      physical,
      name,
      JSON.stringify(now),
    ]);
    for (const { now: column } of columns) {
      const record = JSON.stringify(column);
      database.run('INSERT INTO catalog_columns (physical, owner, record) VALUES (?, ?, ?)', [
        column.physical,
        column.table,
        record,
      ]);
    }
  }
}
