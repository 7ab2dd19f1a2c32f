import type { Catalog, CatalogColumn, CatalogTable } from '../core/catalog.ts';
import { all, type DbProgram, exec, run } from '../core/db-program.ts';
import { readMeta, writeMeta } from '../core/meta-table.ts';
import { StoreError } from '../core/store-error.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { FORMAT, OWN_TABLES } from '../sql-tables/catalog-tables.ts';
import { COMMENT_TABLES } from '../sql-tables/comment-tables.ts';
import { DELIVERY_TABLES } from '../sql-tables/delivery-tables.ts';
import { DELETED_TOGETHER_TABLES } from '../sql-tables/history-tables.ts';
import { KEYRING_TABLES } from '../sql-tables/key-tables.ts';
import { LINK_TABLES } from '../sql-tables/link-tables.ts';
import { VIEW_TABLES } from '../sql-tables/saved-view-tables.ts';
import { DUE_TABLE } from '../sql-tables/search-tables.ts';
import { TIMER_TABLES } from '../sql-tables/timer-tables.ts';
import { dropWordTables, numberRows } from './older-formats.ts';
import type { DesiredSchema } from './schema-diff.ts';

/** Internal tables that every database has. */
export const ALL_TABLES =
  OWN_TABLES +
  KEYRING_TABLES +
  DELIVERY_TABLES +
  TIMER_TABLES +
  LINK_TABLES +
  DELETED_TOGETHER_TABLES +
  VIEW_TABLES +
  COMMENT_TABLES;

/** Inside a transaction: creates missing internal tables, and upgrades older data. Throws if the data was written by a newer program. */
export function* prepareOwnTables(words: DialectTexts): DbProgram<void> {
  yield* exec(words.tables('CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT'));
  const format = Number((yield* readMeta('format')) ?? FORMAT);
  if (format > FORMAT) {
    throw new StoreError(
      'newer format',
      `The data was written by a newer Ninefold (format ${format}, this one knows ${FORMAT}): run that version or a later one.`,
    );
  }
  if (format < 3) yield* dropWordTables();
  yield* exec(words.tables(ALL_TABLES));
  if (words.search.indexDue !== null) {
    yield* exec(DUE_TABLE);
    if (format < 3) yield* numberRows(words.rowKey);
  }
  yield* writeMeta('format', String(FORMAT));
}

/** Inside the transaction that creates the tables: returns the secret of this data, and creates it if there is none. */
export function* ownSecret(): DbProgram<string> {
  const known = yield* readMeta('secret');
  if (known !== null) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  yield* writeMeta('secret', made);
  return made;
}

/** Reads the catalog of the applied document. */
export function* readCatalog({ creationOrder }: DialectTexts): DbProgram<Catalog> {
  const records = function* (table: string): DbProgram<unknown[]> {
    const rows = yield* all(`SELECT record FROM ${table} ORDER BY ${creationOrder}`);
    return rows.map((row) => JSON.parse(String(row[0])) as unknown);
  };
  return {
    tables: (yield* records('catalog_tables')) as CatalogTable[],
    columns: (yield* records('catalog_columns')) as CatalogColumn[],
  };
}

/** Replaces the catalog. Columns of removed elements remain in the tables, unused. */
export function* writeCatalog(desired: DesiredSchema): DbProgram<void> {
  yield* exec('DELETE FROM catalog_tables; DELETE FROM catalog_columns');
  for (const { now, columns } of desired.tables) {
    const { physical, name } = now;
    yield* run('INSERT INTO catalog_tables (physical, name, record) VALUES (?, ?, ?)', [
      physical,
      name,
      JSON.stringify(now),
    ]);
    for (const { now: column } of columns) {
      const record = JSON.stringify(column);
      yield* run('INSERT INTO catalog_columns (physical, owner, record) VALUES (?, ?, ?)', [
        column.physical,
        column.table,
        record,
      ]);
    }
  }
}
