import type { Write } from '../../engine/context/verdict.ts';
import type { SeriesNeed } from '../../engine/core/facts.ts';
import { all, get, type Steps, send } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';

/** The last number of a series. Where none was given by the product yet, the greatest that stands in a record, deleted or not. */
export function* lastNumber(layout: Layout, { entity, field, period, parent, numberIn }: SeriesNeed): Steps<number> {
  const table = layout.tables.get(entity);
  const column = table?.byName.get(field);
  if (table === undefined || column === undefined) return 0;
  const kept = yield* get('SELECT last FROM series WHERE field = ? AND period = ?', [column.physical, period]);
  if (kept !== undefined) return Number(kept[0]);
  const sql = `SELECT DISTINCT ${column.physical} FROM ${table.physical} WHERE ${column.physical} IS NOT NULL`;
  const found = yield* parent === undefined ? all(sql) : all(`${sql} AND parent = ?`, [parent]);
  return found.reduce((greatest, [text]) => Math.max(greatest, numberIn(String(text)) ?? 0), 0);
}

/** Keeps the last number in the transaction of the record that has it: where that is not written, it is not given. */
export function* keepNumber(layout: Layout, write: Extract<Write, { readonly kind: 'number' }>): Steps<void> {
  const column = layout.tables.get(write.entity)?.byName.get(write.field);
  if (column === undefined) return;
  yield* send(
    'INSERT INTO series (field, period, last) VALUES (?, ?, ?) ON CONFLICT (field, period) DO UPDATE SET last = excluded.last',
    [column.physical, write.period, write.last],
  );
}
