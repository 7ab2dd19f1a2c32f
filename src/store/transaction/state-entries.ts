import type { RecordChange } from '../../engine/effects/recompute.ts';
import type { StateEntry, Timing } from '../../engine/effects/timers.ts';
import type { Row } from '../../fields/text/value.ts';
import { all, type DbProgram, run, send } from '../core/db-program.ts';
import type { DueTimer } from '../core/due-timers.ts';
import type { Layout, Table } from '../core/layout.ts';
import { readMeta, writeMeta } from '../core/meta-table.ts';
import { readHistory } from '../rows/history-log.ts';
import type { RowReader } from '../rows/read-rows.ts';
import { enterState, suspendTimers } from '../rows/state-entry-rows.ts';
import type { RowTools, TouchedRecord, WriteState } from './apply-writes.ts';
import { type FactLoader, type KnownFacts, loadMissing } from './load-facts.ts';
import { idsOf, reversePath } from './recompute.ts';

/** What timers depend on. */
export interface TimerContext extends RowTools {
  readonly gather: (reader?: RowReader, known?: KnownFacts) => FactLoader;
  /** Null if the document has no timers. */
  readonly timing: Timing | null;
}

const BATCH_SIZE = 200;
/** The search for the moment at which a record entered its state ends after this many history entries. */
const MOST_ENTRIES = 200;

/**
 * After the writes of a request: stores when each record and each of its lines entered its state, and when its timers
 * are due. Returns timers that are already due.
 */
export function* writeStateEntries(
  on: TimerContext & WriteState,
  touched: readonly TouchedRecord[],
  now: number,
): DbProgram<readonly DueTimer[]> {
  const { timing, layout } = on;
  const due: DueTimer[] = [];
  if (timing === null) return due;
  for (const { entity, id, kind, before, isRestored } of touched) {
    const table = layout.tables.get(entity);
    if (table === undefined) continue;
    const lists = timedLists(timing, layout, table);
    const machines = timing.machines.get(entity);
    if (machines === undefined && lists.length === 0) continue;
    const row = kind === 'delete' ? null : yield* on.identityMap.one(entity, id);
    const again = { isFirst: kind === 'insert', isBack: isRestored === true };
    if (machines !== undefined)
      due.push(...(yield* writeEntry(on, timing, { table, machines }, { id, row, before, ...again }, now)));
    for (const { name, of } of lists) {
      const old = new Map(linesIn(before, name).map((line) => [line.id, line] as const));
      for (const line of linesIn(row, name)) {
        const known = old.get(line.id) ?? null;
        old.delete(line.id);
        due.push(...(yield* writeEntry(on, timing, of, { id: line.id, row: line, before: known, ...again }, now)));
      }
      for (const gone of old.values()) yield* suspendTimers(of.table, gone.id);
    }
  }
  due.push(...(yield* planReaders(on, timing, touched, now)));
  return due;
}

/**
 * Reschedules the timers of other records whose due times depend on changed records. Returns timers that are already
 * due.
 */
function* planReaders(
  on: TimerContext & WriteState,
  timing: Timing,
  touched: readonly TouchedRecord[],
  now: number,
): DbProgram<readonly DueTimer[]> {
  const changed: RecordChange[] = [];
  for (const { entity, id, before } of touched)
    if (timing.isAffectedBy(entity)) changed.push({ before, after: yield* on.identityMap.one(entity, id) });
  const due: DueTimer[] = [];
  const done = new Set(touched.map(({ id }) => id));
  for (const { entity, ids, steps } of changed.length === 0 ? [] : timing.readers(changed)) {
    const reached =
      ids === null ? yield* idsOf(on.layout, entity) : yield* reversePath(on.layout, on.words, steps, ids);
    const wanted = reached.filter((id) => !done.has(id));
    due.push(...(yield* replan(on, timing, entity, wanted, now)));
    for (const id of wanted) done.add(id);
  }
  return due;
}

interface TimedTable {
  readonly table: Table;
  /** The state machines that have timers. */
  readonly machines: readonly string[];
}

/** Returns the lists whose lines have timers. */
function timedLists({ machines }: Timing, { tables }: Layout, { lists }: Table) {
  return lists.flatMap(({ name, entity }) => {
    const table = tables.get(entity);
    const timed = machines.get(entity);
    return table === undefined || timed === undefined ? [] : [{ name, of: { table, machines: timed } }];
  });
}

function linesIn(row: Row | null, list: string): readonly Row[] {
  const lines = row?.values[list] ?? null;
  return Array.isArray(lines) ? (lines as readonly Row[]) : [];
}

interface TimedChange {
  readonly id: string;
  /** Null if it was deleted. */
  readonly row: Row | null;
  readonly before: Row | null;
  readonly isFirst: boolean;
  /** True if it was restored from deletion. */
  readonly isBack: boolean;
}

function* writeEntry(
  on: TimerContext & WriteState,
  timing: Timing,
  { table, machines }: TimedTable,
  { id, row, before, isFirst, isBack }: TimedChange,
  now: number,
): DbProgram<readonly DueTimer[]> {
  if (row === null) {
    yield* suspendTimers(table, id);
    return [];
  }
  // A restored record is in its old state since it first entered that state.
  if (isBack) yield* fillMissingEntries(on.layout, table, row, machines);
  const isEntered = (machine: string) => before === null || before.values[machine] !== row.values[machine];
  const entered = isBack ? [] : machines.filter(isEntered);
  for (const machine of entered) {
    // If the previous state has no timers, there are none to delete.
    const wasTimed = !isFirst && (before === null || timing.runs(before, machine));
    yield* enterState(table, id, machine, now, wasTimed);
  }
  // Timers of the previous states were deleted when the record entered these states.
  if (!isBack && !timing.runs(row)) return [];
  // If every state was entered just now, there are no earlier entries to read.
  const entries = entered.length === machines.length ? newEntries(machines, now) : yield* readEntries(table, id);
  return yield* plan(on, timing, table, [[row, entries]], now);
}

/** Stored state entries and timers of a record. */
interface StoredEntries {
  readonly stays: ReadonlyMap<string, StateEntry>;
  /** Due time of each timer. */
  readonly due: ReadonlyMap<string, number | null>;
}

function newEntries(machines: readonly string[], now: number): StoredEntries {
  return {
    stays: new Map(machines.map((machine) => [machine, { since: now, fired: new Map<string, number>() }] as const)),
    due: new Map(),
  };
}

/**
 * Computes the due times of these records' timers, stores those that changed and deletes obsolete timers. Returns
 * timers that are due.
 */
function* plan(
  on: TimerContext,
  timing: Timing,
  table: Table,
  rows: readonly (readonly [Row, StoredEntries])[],
  now: number,
): DbProgram<readonly DueTimer[]> {
  const gathering = on.gather();
  const found = timing.moments(
    rows.map(([row, { stays }]) => [row, stays] as const),
    now,
  );
  yield* loadMissing(gathering, found.more);
  const planned = found.result(gathering.facts);
  const reached: DueTimer[] = [];
  for (const [index, [row, { due: known }]] of rows.entries()) {
    const moments = planned[index] ?? [];
    const wanted = new Set(moments.map(({ timer }) => timer));
    for (const timer of known.keys()) {
      if (wanted.has(timer)) continue;
      const sql = 'DELETE FROM timers WHERE entity = ? AND record = ? AND timer = ?';
      yield* send(sql, [table.physical, row.id, timer]);
    }
    for (const { timer, machine, due } of moments) {
      if (due !== null && due <= now) reached.push({ entity: table.entity, id: row.id, timer, due });
      if (known.has(timer) && known.get(timer) === due) continue;
      yield* send(
        `INSERT INTO timers (entity, record, timer, machine, due) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (entity, record, timer) DO UPDATE SET due = excluded.due`,
        [table.physical, row.id, timer, table.byName.get(machine)?.physical ?? '', due],
      );
    }
  }
  return reached;
}

function* readEntries(table: Table, id: string): DbProgram<StoredEntries> {
  const stays = new Map<string, { readonly since: number; readonly fired: Map<string, number> }>();
  const due = new Map<string, number | null>();
  const found = yield* all(
    `SELECT s.machine, s.since, t.timer, t.fired, t.due FROM stays s
      LEFT JOIN timers t ON t.entity = s.entity AND t.record = s.record AND t.machine = s.machine
      WHERE s.entity = ? AND s.record = ?`,
    [table.physical, id],
  );
  for (const [mark, since, timer, fired, moment] of found) {
    const column = table.byMark.get(String(mark));
    if (column === undefined) continue;
    const stay = stays.get(column.name) ?? { since: Number(since), fired: new Map<string, number>() };
    stays.set(column.name, stay);
    if (typeof timer !== 'string') continue;
    due.set(timer, typeof moment === 'number' ? moment : null);
    if (typeof fired === 'number') stay.fired.set(timer, fired);
  }
  return { stays, due };
}

/**
 * Inside the transaction that applies a document with different timers: stores state entries for existing records, from
 * their history or else from their last change, and schedules all timers anew.
 */
export function* rebuildTimers(on: TimerContext): DbProgram<void> {
  const { timing, layout } = on;
  const signature = timing?.signature ?? '';
  if (((yield* readMeta('timing')) ?? '') === signature) return;
  yield* writeMeta('timing', signature);
  yield* dropOthers(on);
  if (timing === null) return;
  for (const entity of timing.machines.keys()) {
    yield* replan(on, timing, entity, yield* idsOf(layout, entity), timing.now);
  }
}

/** Reschedules the timers of these records. Returns timers that are due. */
function* replan(
  on: TimerContext,
  timing: Timing,
  entity: string,
  ids: readonly string[],
  now: number,
): DbProgram<readonly DueTimer[]> {
  const machines = timing.machines.get(entity);
  const table = on.layout.tables.get(entity);
  const due: DueTimer[] = [];
  if (table === undefined || machines === undefined) return due;
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const rows: (readonly [Row, StoredEntries])[] = [];
    for (const row of yield* on.reader.many(entity, ids.slice(from, from + BATCH_SIZE))) {
      yield* fillMissingEntries(on.layout, table, row, machines);
      rows.push([row, yield* readEntries(table, row.id)]);
    }
    due.push(...(yield* plan(on, timing, table, rows, now)));
  }
  return due;
}

/** Deletes the entries of state machines without timers, so that no stale entries remain if they get timers again. */
function* dropOthers({ timing, layout }: TimerContext): DbProgram<void> {
  const timed = new Set(
    [...(timing?.machines ?? [])].flatMap(([entity, machines]) => {
      const table = layout.tables.get(entity);
      return machines.map((machine) => JSON.stringify([table?.physical, table?.byName.get(machine)?.physical]));
    }),
  );
  for (const [entity, machine] of yield* all('SELECT DISTINCT entity, machine FROM stays')) {
    if (timed.has(JSON.stringify([entity, machine]))) continue;
    for (const table of ['timers', 'stays'])
      yield* run(`DELETE FROM ${table} WHERE entity = ? AND machine = ?`, [String(entity), String(machine)]);
  }
}

function* fillMissingEntries(layout: Layout, table: Table, row: Row, machines: readonly string[]): DbProgram<void> {
  const { stays } = yield* readEntries(table, row.id);
  for (const machine of machines) {
    const mark = table.byName.get(machine)?.physical;
    if (stays.has(machine) || mark === undefined) continue;
    const since = (yield* sinceByHistory(layout, row, machine)) ?? Number(row.values.changedAt ?? 0);
    yield* run('INSERT INTO stays (entity, record, machine, since) VALUES (?, ?, ?, ?)', [
      table.physical,
      row.id,
      mark,
      since,
    ]);
  }
}

function* sinceByHistory(layout: Layout, row: Row, machine: string): DbProgram<number | null> {
  for (const { at, changes } of yield* readHistory(layout, row, MOST_ENTRIES)) {
    const change = changes.find(({ field }) => field === machine);
    if (change !== undefined) return change.to === row.values[machine] ? at : null;
  }
  return null;
}
