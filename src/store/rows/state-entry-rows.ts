import type { Write } from '../../engine/context/verdict.ts';
import type { ReferringNeed, StateEntry, StateEntryNeed } from '../../engine/core/needs-and-facts.ts';
import { all, type DbProgram, get, send } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { linkingRecords } from './link-rows.ts';

/** Records that a record enters a state. If the previous state `wasTimed`, the state of its timers is deleted. */
export function* enterState(table: Table, id: string, machine: string, now: number, wasTimed = true): DbProgram<void> {
  const mark = table.byName.get(machine)?.physical;
  if (mark === undefined) return;
  if (wasTimed)
    yield* send('DELETE FROM timers WHERE entity = ? AND record = ? AND machine = ?', [table.physical, id, mark]);
  yield* send(
    'INSERT INTO stays (entity, record, machine, since) VALUES (?, ?, ?, ?) ON CONFLICT (entity, record, machine) DO UPDATE SET since = excluded.since',
    [table.physical, id, mark, now],
  );
}

export function* writeTimer(table: Table, write: Extract<Write, { readonly kind: 'timer' }>): DbProgram<void> {
  const { id, timer, due, fired, problem } = write;
  yield* send(
    'UPDATE timers SET due = ?, fired = coalesce(?, fired), problem = ? WHERE entity = ? AND record = ? AND timer = ?',
    [due, fired, problem, table.physical, id, timer],
  );
}

/** Returns null if the record has no such timer in its current state. */
export function* readStateEntry(
  layout: Layout,
  { entity, id, machine, timer }: StateEntryNeed,
): DbProgram<StateEntry | null> {
  const table = layout.tables.get(entity);
  const mark = table?.byName.get(machine)?.physical;
  if (table === undefined || mark === undefined) return null;
  const found = yield* get(
    `SELECT s.since, t.fired FROM stays s JOIN timers t ON t.entity = s.entity AND t.record = s.record AND t.machine = s.machine
      WHERE s.entity = ? AND s.record = ? AND s.machine = ? AND t.timer = ?`,
    [table.physical, id, mark, timer],
  );
  if (found === undefined) return null;
  const [since, fired] = found;
  return { since: Number(since), fired: typeof fired === 'number' ? fired : null };
}

const MOST_REFERRING = 1_000;

/** Returns the ids of live records that refer to another record; null if there are too many. */
export function* readReferring(
  layout: Layout,
  { entity, field, target }: ReferringNeed,
): DbProgram<readonly string[] | null> {
  const table = layout.tables.get(entity);
  const column = table?.byName.get(field);
  if (table === undefined || column === undefined) return [];
  if (column.type.kind === 'references') {
    const linking = yield* linkingRecords(column, target, MOST_REFERRING + 1);
    return linking.length > MOST_REFERRING ? null : linking;
  }
  const sql = `SELECT id FROM ${table.physical} WHERE ${column.physical} = ? AND deleted_at IS NULL ORDER BY id LIMIT ?`;
  const found = yield* all(sql, [target, MOST_REFERRING + 1]);
  return found.length > MOST_REFERRING ? null : found.map(([id]) => String(id));
}

/** Suspends the timers of a deleted record; what they did is kept in case the record is restored. */
export function* suspendTimers(table: Table, id: string): DbProgram<void> {
  yield* send('UPDATE timers SET due = NULL WHERE entity = ? AND record = ?', [table.physical, id]);
}

/** Deletes timers and state entries of purged records. */
export function* deleteStateEntries(table: Table, ids: string, words: DialectTexts): DbProgram<void> {
  const among = words.inList('?');
  yield* send(`DELETE FROM timers WHERE entity = ? AND record ${among}`, [table.physical, ids]);
  yield* send(`DELETE FROM stays WHERE entity = ? AND record ${among}`, [table.physical, ids]);
}
