import type { Value, Values } from '../../fields/text/value.ts';
import { all, type DbProgram, get, run, send } from '../core/db-program.ts';
import type { Column, Table } from '../core/layout.ts';
import { decode, encode } from '../core/storage.ts';
import type { DialectTexts } from '../sql/dialect.ts';

/** Returns the stored columns with several references. */
export function multiReferenceColumns({ columns }: Table): readonly Column[] {
  return columns.filter(({ type, computedBy }) => type.kind === 'references' && computedBy === null);
}

/** Updates the links of a record's fields for the values in `after`; `before` is null for a new record. */
export function* updateLinks(
  words: DialectTexts,
  table: Table,
  record: string,
  { before, after }: { readonly before: Values | null; readonly after: Values },
): DbProgram<void> {
  for (const { name, physical } of multiReferenceColumns(table)) {
    if (!Object.hasOwn(after, name)) continue;
    const [old, now] = [idsIn(before?.[name] ?? null), idsIn(after[name] ?? null)];
    const [had, has] = [new Set(old), new Set(now)];
    const gone = old.filter((id) => !has.has(id));
    const fresh = now.filter((id) => !had.has(id));
    if (gone.length > 0)
      yield* send(`DELETE FROM links WHERE field = ? AND record = ? AND target ${words.inList('?')}`, [
        physical,
        record,
        JSON.stringify(gone),
      ]);
    if (fresh.length > 0) yield* addLinks(words, physical, record, fresh);
  }
}

/** Deletes the links from a deleted record. */
export function* deleteLinks(table: Table, record: string): DbProgram<void> {
  if (multiReferenceColumns(table).length > 0) yield* send('DELETE FROM links WHERE record = ?', [record]);
}

/** Rebuilds the links of a column from all live rows. */
export function* rebuildLinks(words: DialectTexts, table: string, column: string): DbProgram<void> {
  yield* run('DELETE FROM links WHERE field = ?', [column]);
  const rows = yield* all(`SELECT id, ${column} FROM ${table} WHERE ${column} IS NOT NULL AND deleted_at IS NULL`);
  for (const [id, value] of rows) yield* addLinks(words, column, String(id), idsIn(JSON.parse(String(value)) as Value));
}

/** Deletes the links of a removed column. */
export function* deleteColumnLinks(column: string): DbProgram<void> {
  yield* run('DELETE FROM links WHERE field = ?', [column]);
}

/** Returns up to `limit` records that refer to `target` in this column. */
export function* linkingRecords(column: Column, target: string, limit: number): DbProgram<string[]> {
  const found = yield* all('SELECT record FROM links WHERE field = ? AND target = ? ORDER BY record LIMIT ?', [
    column.physical,
    target,
    limit,
  ]);
  return found.map(([record]) => String(record));
}

/** Counts the live records that refer to `target` in this column, except the record itself and its own lines. */
export function* countLinkingRecords(table: Table, column: Column, target: string): DbProgram<number> {
  const sql = `SELECT count(*) FROM links AS l JOIN ${table.physical} AS t ON t.id = l.record
    WHERE l.field = ? AND l.target = ? AND t.deleted_at IS NULL AND t.id <> ? AND t.parent IS DISTINCT FROM ?`;
  return Number((yield* get(sql, [column.physical, target, target, target]))?.[0] ?? 0);
}

/** Returns the ids in a value with several references; an empty value has none. */
export function idsIn(value: Value): readonly string[] {
  return Array.isArray(value) ? value.filter((id: Value) => typeof id === 'string') : [];
}

function* addLinks(words: DialectTexts, field: string, record: string, ids: readonly string[]): DbProgram<void> {
  yield* send(
    `INSERT INTO links (field, target, record) SELECT CAST(? AS TEXT), q.*, CAST(? AS TEXT) FROM (${words.texts('?')}) AS q WHERE true ON CONFLICT DO NOTHING`,
    [field, record, JSON.stringify(ids)],
  );
}

/** Removes one target from a field with several references. */
export function* removeFromReferences(table: Table, column: Column, id: string, target: string): DbProgram<void> {
  const [held] = (yield* get(`SELECT ${column.physical} FROM ${table.physical} WHERE id = ?`, [id])) ?? [];
  const others = idsIn(decode(held ?? null, column.type)).filter((each) => each !== target);
  const value = others.length === 0 ? null : others;
  yield* run(`UPDATE ${table.physical} SET ${column.physical} = ? WHERE id = ?`, [encode(value, column.type), id]);
  yield* send('DELETE FROM links WHERE field = ? AND target = ? AND record = ?', [column.physical, target, id]);
}
