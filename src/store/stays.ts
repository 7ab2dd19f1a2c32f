import type { MachineStay, Timing } from '../engine/timing.ts';
import type { Row } from '../fields/value.ts';
import { readMeta, writeMeta } from './catalog-rows.ts';
import { addMore, type Gathering } from './facts.ts';
import { changesIn } from './history-text.ts';
import type { Layout, Table } from './layout.ts';
import { enter, forget } from './stay-rows.ts';
import { all, run, type Steps } from './steps.ts';
import type { Tools, Touched } from './writes.ts';

/** What keeping time stands on. */
export interface Timed extends Tools {
  readonly gather: () => Gathering;
  /** Null where the document has no timers. */
  readonly timing: Timing | null;
}

const TOGETHER = 200;
/** Older entries of a record are not looked through for when it came into its state. */
const MOST_ENTRIES = 200;

/** After the writes of a request: since when each record is in its state, and when its timers are due. */
export function* keepStays(on: Timed, touched: readonly Touched[], now: number): Steps<void> {
  const { timing, layout } = on;
  if (timing === null) return;
  for (const { entity, id, kind, before } of touched) {
    const machines = timing.machines.get(entity);
    const table = layout.tables.get(entity);
    if (machines === undefined || table === undefined) continue;
    const row = kind === 'delete' ? null : yield* on.reader.one(entity, id);
    if (row === null) {
      yield* forget(table, id);
      continue;
    }
    for (const machine of machines) {
      if (before === null || before.values[machine] !== row.values[machine]) yield* enter(table, id, machine, now);
    }
    yield* plan(on, timing, table, [row], now);
  }
}

/** Works out the moments of these records and keeps them; timers that are none any more go. */
function* plan(on: Timed, timing: Timing, table: Table, rows: readonly Row[], now: number): Steps<void> {
  const stays: (readonly [Row, ReadonlyMap<string, MachineStay>])[] = [];
  for (const row of rows) stays.push([row, yield* staysOf(table, row.id)]);
  const gathering = on.gather();
  yield* addMore(gathering, (facts) => timing.more(stays, facts, now));
  for (const [row, known] of stays) {
    const moments = timing.moments(row, known, gathering.facts, now);
    const wanted = new Set(moments.map(({ timer }) => timer));
    for (const [timer] of yield* all('SELECT timer FROM timers WHERE entity = ? AND record = ?', [
      table.physical,
      row.id,
    ])) {
      if (wanted.has(String(timer))) continue;
      yield* run('DELETE FROM timers WHERE entity = ? AND record = ? AND timer = ?', [
        table.physical,
        row.id,
        String(timer),
      ]);
    }
    for (const { timer, machine, due } of moments) {
      yield* run(
        `INSERT INTO timers (entity, record, timer, machine, due) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (entity, record, timer) DO UPDATE SET due = excluded.due`,
        [table.physical, row.id, timer, table.byName.get(machine)?.physical ?? '', due],
      );
    }
  }
}

function* staysOf(table: Table, id: string): Steps<Map<string, MachineStay>> {
  const found = new Map<string, MachineStay>();
  const fired = yield* all(
    'SELECT machine, timer, fired FROM timers WHERE entity = ? AND record = ? AND fired IS NOT NULL',
    [table.physical, id],
  );
  for (const [mark, since] of yield* all('SELECT machine, since FROM stays WHERE entity = ? AND record = ?', [
    table.physical,
    id,
  ])) {
    const column = table.byMark.get(String(mark));
    const own = fired.filter(([machine]) => machine === mark);
    const acted = new Map(own.map(([, timer, moment]) => [String(timer), Number(moment)] as const));
    if (column !== undefined) found.set(column.name, { since: Number(since), fired: acted });
  }
  return found;
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
  for (const [entity, machines] of timing.machines) {
    const table = layout.tables.get(entity);
    if (table === undefined) continue;
    const ids = (yield* all(`SELECT id FROM ${table.physical} WHERE deleted_at IS NULL`)).map(([id]) => String(id));
    for (let from = 0; from < ids.length; from += TOGETHER) {
      const rows = yield* on.reader.many(entity, ids.slice(from, from + TOGETHER));
      for (const row of rows) yield* fill(layout, table, row, machines);
      yield* plan(on, timing, table, rows, timing.now);
    }
  }
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
  const known = yield* staysOf(table, row.id);
  for (const machine of machines) {
    const mark = table.byName.get(machine)?.physical;
    if (known.has(machine) || mark === undefined) continue;
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
