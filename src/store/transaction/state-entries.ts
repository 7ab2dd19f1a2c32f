import type { Turned } from '../../engine/effects/recompute.ts';
import type { MachineStay, Timing } from '../../engine/effects/timers.ts';
import type { Row } from '../../fields/text/value.ts';
import { all, run, type Steps, send } from '../core/db-program.ts';
import type { DueTimer } from '../core/due-timers.ts';
import type { Layout, Table } from '../core/layout.ts';
import { readMeta, writeMeta } from '../core/meta-table.ts';
import { changesIn } from '../rows/history-text.ts';
import type { RowReader } from '../rows/read-rows.ts';
import { enter, rest } from '../rows/state-entry-rows.ts';
import type { Tools, Touched, Writing } from './apply-writes.ts';
import { addMore, type Gathering } from './load-facts.ts';
import { backAlong, idsOf } from './recompute.ts';

/** What keeping time stands on. */
export interface Timed extends Tools {
  readonly gather: (reader?: RowReader) => Gathering;
  /** Null where the document has no timers. */
  readonly timing: Timing | null;
}

const TOGETHER = 200;
/** Older entries of a record are not looked through for when it came into its state. */
const MOST_ENTRIES = 200;

/**
 * After the writes of a request: since when each record, and each of its lines, is in its state, and when its timers are due.
 * Those that are due already.
 */
export function* keepStays(on: Timed & Writing, touched: readonly Touched[], now: number): Steps<readonly DueTimer[]> {
  const { timing, layout } = on;
  const due: DueTimer[] = [];
  if (timing === null) return due;
  for (const { entity, id, kind, before, isBack } of touched) {
    const table = layout.tables.get(entity);
    if (table === undefined) continue;
    const lists = timedLists(timing, layout, table);
    const machines = timing.machines.get(entity);
    if (machines === undefined && lists.length === 0) continue;
    const row = kind === 'delete' ? null : yield* on.standing.one(entity, id);
    const again = { isFirst: kind === 'insert', isBack: isBack === true };
    if (machines !== undefined)
      due.push(...(yield* keepOne(on, timing, { table, machines }, { id, row, before, ...again }, now)));
    for (const { name, of } of lists) {
      const old = new Map(linesIn(before, name).map((line) => [line.id, line] as const));
      for (const line of linesIn(row, name)) {
        const known = old.get(line.id) ?? null;
        old.delete(line.id);
        due.push(...(yield* keepOne(on, timing, of, { id: line.id, row: line, before: known, ...again }, now)));
      }
      for (const gone of old.values()) yield* rest(of.table, gone.id);
    }
  }
  due.push(...(yield* planReaders(on, timing, touched, now)));
  return due;
}

/** Plans the timers of other records anew whose moments read what was written. Those that are due already. */
function* planReaders(
  on: Timed & Writing,
  timing: Timing,
  touched: readonly Touched[],
  now: number,
): Steps<readonly DueTimer[]> {
  const turned: Turned[] = [];
  for (const { entity, id, before } of touched)
    if (timing.concerns(entity)) turned.push({ before, after: yield* on.standing.one(entity, id) });
  const due: DueTimer[] = [];
  const done = new Set(touched.map(({ id }) => id));
  for (const { entity, ids, hops } of turned.length === 0 ? [] : timing.readers(turned)) {
    const reached = ids === null ? yield* idsOf(on.layout, entity) : yield* backAlong(on.layout, on.words, hops, ids);
    const wanted = reached.filter((id) => !done.has(id));
    due.push(...(yield* planAnew(on, timing, entity, wanted, now)));
    for (const id of wanted) done.add(id);
  }
  return due;
}

interface TimedTable {
  readonly table: Table;
  /** Those that have timers. */
  readonly machines: readonly string[];
}

/** Lists of which the lines have timers. */
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

interface Turn {
  readonly id: string;
  /** Null: it is gone. */
  readonly row: Row | null;
  readonly before: Row | null;
  readonly isFirst: boolean;
  /** It was deleted, and comes back. */
  readonly isBack: boolean;
}

function* keepOne(
  on: Timed & Writing,
  timing: Timing,
  { table, machines }: TimedTable,
  { id, row, before, isFirst, isBack }: Turn,
  now: number,
): Steps<readonly DueTimer[]> {
  if (row === null) {
    yield* rest(table, id);
    return [];
  }
  // Who comes back stands where it stood, since when it stood there.
  if (isBack) yield* fill(on.layout, table, row, machines);
  const isEntered = (machine: string) => before === null || before.values[machine] !== row.values[machine];
  const entered = isBack ? [] : machines.filter(isEntered);
  for (const machine of entered) {
    // Where the state before has no timers, none is kept that would have to be looked for.
    const wasTimed = !isFirst && (before === null || timing.runs(before, machine));
    yield* enter(table, id, machine, now, wasTimed);
  }
  // Timers of the states before it left behind as it came into these.
  if (!isBack && !timing.runs(row)) return [];
  // Where every stay begins now, nothing of before is left that would have to be read.
  const kept = entered.length === machines.length ? newStays(machines, now) : yield* keptOf(table, id);
  return yield* plan(on, timing, table, [[row, kept]], now);
}

/** What is kept of the stays and timers of a record. */
interface Kept {
  readonly stays: ReadonlyMap<string, MachineStay>;
  /** When each timer is due. */
  readonly due: ReadonlyMap<string, number | null>;
}

function newStays(machines: readonly string[], now: number): Kept {
  return {
    stays: new Map(machines.map((machine) => [machine, { since: now, fired: new Map<string, number>() }] as const)),
    due: new Map(),
  };
}

/** Works out the moments of these records and keeps them where they differ; timers that are none any more go. Those due by now. */
function* plan(
  on: Timed,
  timing: Timing,
  table: Table,
  rows: readonly (readonly [Row, Kept])[],
  now: number,
): Steps<readonly DueTimer[]> {
  const gathering = on.gather();
  const found = timing.moments(
    rows.map(([row, { stays }]) => [row, stays] as const),
    now,
  );
  yield* addMore(gathering, found.more);
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

function* keptOf(table: Table, id: string): Steps<Kept> {
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
 * Inside the transaction that applies a document whose timers differ: stays of records that were there before, from
 * their history where it tells, else from when they were changed last; and the moments of all of them anew.
 */
export function* retime(on: Timed): Steps<void> {
  const { timing, layout } = on;
  const signature = timing?.signature ?? '';
  if (((yield* readMeta('timing')) ?? '') === signature) return;
  yield* writeMeta('timing', signature);
  yield* dropOthers(on);
  if (timing === null) return;
  for (const entity of timing.machines.keys()) {
    yield* planAnew(on, timing, entity, yield* idsOf(layout, entity), timing.now);
  }
}

/** Works out the moments of these records. Those due by now. */
function* planAnew(
  on: Timed,
  timing: Timing,
  entity: string,
  ids: readonly string[],
  now: number,
): Steps<readonly DueTimer[]> {
  const machines = timing.machines.get(entity);
  const table = on.layout.tables.get(entity);
  const due: DueTimer[] = [];
  if (table === undefined || machines === undefined) return due;
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const rows: (readonly [Row, Kept])[] = [];
    for (const row of yield* on.reader.many(entity, ids.slice(from, from + TOGETHER))) {
      yield* fill(on.layout, table, row, machines);
      rows.push([row, yield* keptOf(table, row.id)]);
    }
    due.push(...(yield* plan(on, timing, table, rows, now)));
  }
  return due;
}

/** Of machines without timers nothing is kept, so that nothing stale is found when they have some again. */
function* dropOthers({ timing, layout }: Timed): Steps<void> {
  const kept = new Set(
    [...(timing?.machines ?? [])].flatMap(([entity, machines]) => {
      const table = layout.tables.get(entity);
      return machines.map((machine) => JSON.stringify([table?.physical, table?.byName.get(machine)?.physical]));
    }),
  );
  for (const [entity, machine] of yield* all('SELECT DISTINCT entity, machine FROM stays')) {
    if (kept.has(JSON.stringify([entity, machine]))) continue;
    for (const table of ['timers', 'stays'])
      yield* run(`DELETE FROM ${table} WHERE entity = ? AND machine = ?`, [String(entity), String(machine)]);
  }
}

function* fill(layout: Layout, table: Table, row: Row, machines: readonly string[]): Steps<void> {
  const { stays } = yield* keptOf(table, row.id);
  for (const machine of machines) {
    const mark = table.byName.get(machine)?.physical;
    if (stays.has(machine) || mark === undefined) continue;
    const since = (yield* sinceByHistory(layout, table, row, machine)) ?? Number(row.values.changedAt ?? 0);
    yield* run('INSERT INTO stays (entity, record, machine, since) VALUES (?, ?, ?, ?)', [
      table.physical,
      row.id,
      mark,
      since,
    ]);
  }
}

function* sinceByHistory(layout: Layout, table: Table, row: Row, machine: string): Steps<number | null> {
  const entries = yield* all(
    'SELECT at, changes FROM history WHERE record = ? AND entity = ? ORDER BY id DESC LIMIT ?',
    [row.id, table.physical, MOST_ENTRIES],
  );
  for (const [at, changes] of entries) {
    const change = changesIn(String(changes), layout, table).find(({ field }) => field === machine);
    if (change !== undefined) return change.to === row.values[machine] ? Number(at) : null;
  }
  return null;
}
