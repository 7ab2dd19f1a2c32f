import type { Value, Values } from '../../fields/text/value.ts';
import { all, get, run, type Steps, send } from '../core/db-program.ts';
import type { Column, Table } from '../core/layout.ts';
import { decode, encode } from '../core/storage.ts';
import type { Words } from '../sql/dialect.ts';

/** The columns of a table that hold several records each. */
export function severalIn({ columns }: Table): readonly Column[] {
  return columns.filter(({ type, worked }) => type.kind === 'references' && worked === null);
}

/** Keeps where the fields of a record lead, as far as they are among what it holds `after`; `before` null: it is new. */
export function* keepLinks(
  words: Words,
  table: Table,
  record: string,
  { before, after }: { readonly before: Values | null; readonly after: Values },
): Steps<void> {
  for (const { name, physical } of severalIn(table)) {
    if (!Object.hasOwn(after, name)) continue;
    const [old, now] = [idsIn(before?.[name] ?? null), idsIn(after[name] ?? null)];
    const [had, has] = [new Set(old), new Set(now)];
    const gone = old.filter((id) => !has.has(id));
    const fresh = now.filter((id) => !had.has(id));
    if (gone.length > 0)
      yield* send(`DELETE FROM links WHERE field = ? AND record = ? AND target ${words.among('?')}`, [
        physical,
        record,
        JSON.stringify(gone),
      ]);
    if (fresh.length > 0) yield* addLinks(words, physical, record, fresh);
  }
}

/** Of a record that goes. */
export function* forgetLinks(table: Table, record: string): Steps<void> {
  if (severalIn(table).length > 0) yield* send('DELETE FROM links WHERE record = ?', [record]);
}

/** Works out anew where a column of several leads, of all live rows. */
export function* renewLinks(words: Words, table: string, column: string): Steps<void> {
  yield* run('DELETE FROM links WHERE field = ?', [column]);
  const rows = yield* all(`SELECT id, ${column} FROM ${table} WHERE ${column} IS NOT NULL AND deleted_at IS NULL`);
  for (const [id, value] of rows) yield* addLinks(words, column, String(id), idsIn(JSON.parse(String(value)) as Value));
}

/** Of a column that is no longer there. */
export function* forgetColumn(column: string): Steps<void> {
  yield* run('DELETE FROM links WHERE field = ?', [column]);
}

/** Whether a field of several leads to this record, from which; all of them lie in this table. */
export function* linked(column: Column, target: string, limit: number): Steps<string[]> {
  const found = yield* all('SELECT record FROM links WHERE field = ? AND target = ? ORDER BY record LIMIT ?', [
    column.physical,
    target,
    limit,
  ]);
  return found.map(([record]) => String(record));
}

/** How many of them do, but for the record itself and its own lines. */
export function* countLinked(table: Table, column: Column, target: string): Steps<number> {
  const sql = `SELECT count(*) FROM links AS l JOIN ${table.physical} AS t ON t.id = l.record
    WHERE l.field = ? AND l.target = ? AND t.deleted_at IS NULL AND t.id <> ? AND t.parent IS DISTINCT FROM ?`;
  return Number((yield* get(sql, [column.physical, target, target, target]))?.[0] ?? 0);
}

/** The ids in a value of several records; none where it is empty. */
export function idsIn(value: Value): readonly string[] {
  return Array.isArray(value) ? value.filter((id: Value) => typeof id === 'string') : [];
}

function* addLinks(words: Words, field: string, record: string, ids: readonly string[]): Steps<void> {
  yield* send(
    `INSERT INTO links (field, target, record) SELECT CAST(? AS TEXT), q.*, CAST(? AS TEXT) FROM (${words.texts('?')}) AS q WHERE true ON CONFLICT DO NOTHING`,
    [field, record, JSON.stringify(ids)],
  );
}

/** Takes one from among the records that a field of several leads to. */
export function* takeFrom(table: Table, column: Column, id: string, target: string): Steps<void> {
  const [held] = (yield* get(`SELECT ${column.physical} FROM ${table.physical} WHERE id = ?`, [id])) ?? [];
  const others = idsIn(decode(held ?? null, column.type)).filter((each) => each !== target);
  const value = others.length === 0 ? null : others;
  yield* run(`UPDATE ${table.physical} SET ${column.physical} = ? WHERE id = ?`, [encode(value, column.type), id]);
  yield* send('DELETE FROM links WHERE field = ? AND target = ? AND record = ?', [column.physical, target, id]);
}
