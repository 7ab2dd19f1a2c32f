/** Format number of the internal tables. A program refuses data with a larger number. */
export const FORMAT = 4;

/**
 * The internal tables. No name clashes with an entity's table, whose name is `t_` and random. A history number (`NOT
 * NULL`) only gives an order, so it may be reused once the last rows are gone. Numbers that are known outside their
 * table are never reused (`AUTOINCREMENT`). All other keys are assigned by the program.
 */
export const OWN_TABLES = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS documents (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS catalog_tables (physical TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS catalog_columns (physical TEXT PRIMARY KEY, owner TEXT NOT NULL, record TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS history (
  id INTEGER PRIMARY KEY NOT NULL, entity TEXT NOT NULL, record TEXT NOT NULL, at INTEGER NOT NULL, person TEXT,
  acting INTEGER NOT NULL, event TEXT NOT NULL, document TEXT NOT NULL REFERENCES documents (hash), changes TEXT NOT NULL,
  notes TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS history_of_record ON history (record, id);
CREATE TABLE IF NOT EXISTS authority (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, person TEXT, acting INTEGER NOT NULL, entity TEXT NOT NULL,
  record TEXT NOT NULL, field TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, document TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS inbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL, at INTEGER NOT NULL, entity TEXT NOT NULL, record TEXT NOT NULL,
  event TEXT NOT NULL, read INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS inbox_of_person ON inbox (person, id);
CREATE TABLE IF NOT EXISTS outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, entity TEXT NOT NULL, record TEXT NOT NULL, call TEXT NOT NULL,
  event TEXT NOT NULL, waits_for TEXT, state TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS outbox_of_record ON outbox (record, id);
CREATE TABLE IF NOT EXISTS idempotency (
  person TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (person, key)
) STRICT;
CREATE INDEX IF NOT EXISTS idempotency_by_age ON idempotency (at);
CREATE TABLE IF NOT EXISTS series (
  field TEXT NOT NULL, period TEXT NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (field, period)
) STRICT;
CREATE TABLE IF NOT EXISTS files (
  token TEXT PRIMARY KEY, disk TEXT NOT NULL, uploader TEXT, name TEXT NOT NULL, size INTEGER NOT NULL,
  media_type TEXT NOT NULL, at INTEGER NOT NULL, entity TEXT, record TEXT, field TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS files_of_record ON files (record);
CREATE INDEX IF NOT EXISTS files_by_disk ON files (disk);
CREATE INDEX IF NOT EXISTS files_by_age ON files (at) WHERE record IS NULL;
`;

/** A column of an entity's table with its type in the database. */
export interface TableColumn {
  readonly name: string;
  readonly affinity: string;
}

const ROW_COLUMNS = `version INTEGER NOT NULL, created_at INTEGER NOT NULL, created_by TEXT,
  changed_at INTEGER NOT NULL, changed_by TEXT, deleted_at INTEGER, deleted_by TEXT,
  parent TEXT, list TEXT, position INTEGER`;
const ROW_COLUMN_NAMES = new Set(['id', ...ROW_COLUMNS.split(',').map((column) => column.trim().split(' ')[0])]);

/**
 * Returns the statement that creates an entity's table with the key of the dialect and all its columns: SQLite reads the
 * whole schema again for each column that is added later. Those that every table has may be among `columns`.
 */
export function createTable(physical: string, rowKey: string, columns: readonly TableColumn[]): string {
  const own = columns.filter(({ name }) => !ROW_COLUMN_NAMES.has(name));
  return `CREATE TABLE ${physical} (
  ${[rowKey, ROW_COLUMNS, ...own.map(({ name, affinity }) => `${name} ${affinity}`)].join(', ')}
) STRICT`;
}

export function addColumn(table: string, column: string, affinity: string): string {
  return `ALTER TABLE ${table} ADD COLUMN ${column} ${affinity}`;
}
