import type { Write } from '../../engine/context/verdict.ts';
import type { SeriesNeed } from '../../engine/core/needs-and-facts.ts';
import { all, type DbProgram, get, send } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';

/**
 * Returns the last number of a series. If the product has not assigned one yet, returns the largest number in any
 * record, deleted or not.
 */
export function* lastNumber(
  layout: Layout,
  { entity, field, period, parent, numberIn }: SeriesNeed,
): DbProgram<number> {
  const table = layout.tables.get(entity);
  const column = table?.byName.get(field);
  if (table === undefined || column === undefined) return 0;
  const stored = yield* get('SELECT last FROM series WHERE field = ? AND period = ?', [column.physical, period]);
  if (stored !== undefined) return Number(stored[0]);
  const sql = `SELECT DISTINCT ${column.physical} FROM ${table.physical} WHERE ${column.physical} IS NOT NULL`;
  const found = yield* parent === undefined ? all(sql) : all(`${sql} AND parent = ?`, [parent]);
  return found.reduce((greatest, [text]) => Math.max(greatest, numberIn(String(text)) ?? 0), 0);
}

/**
 * Stores the last number in the transaction of the record that has it: if that record is not written, the number stays
 * unused.
 */
export function* storeLastNumber(layout: Layout, write: Extract<Write, { readonly kind: 'number' }>): DbProgram<void> {
  const column = layout.tables.get(write.entity)?.byName.get(write.field);
  if (column === undefined) return;
  yield* send(
    'INSERT INTO series (field, period, last) VALUES (?, ?, ?) ON CONFLICT (field, period) DO UPDATE SET last = excluded.last',
    [column.physical, write.period, write.last],
  );
}
