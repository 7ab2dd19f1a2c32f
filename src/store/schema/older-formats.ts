import { all, type DbProgram, exec, get } from '../core/db-program.ts';

/** Before format 3, search words were rows of tables. */
export function* dropWordTables(): DbProgram<void> {
  yield* exec('DROP TABLE IF EXISTS words');
  yield* exec('DROP TABLE IF EXISTS words_due');
}

/** Before format 3, rows had no numbers that the search index can refer to: copies each table of SQLite into a new one. */
export function* numberRows(rowKey: string): DbProgram<void> {
  for (const [name] of yield* all('SELECT physical FROM catalog_tables')) {
    const table = String(name);
    const [definition] = (yield* get("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [table])) ?? [];
    if (definition === undefined) continue;
    const columns = yield* all('SELECT name FROM pragma_table_info(?)', [table]);
    const names = columns.map(([column]) => String(column)).join(', ');
    yield* exec(`ALTER TABLE ${table} RENAME TO old_${table}`);
    yield* exec(String(definition).replace('id TEXT PRIMARY KEY NOT NULL', rowKey));
    yield* exec(`INSERT INTO ${table} (${names}) SELECT ${names} FROM old_${table} ORDER BY rowid`);
    yield* exec(`DROP TABLE old_${table}`);
  }
}
