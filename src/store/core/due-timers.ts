import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import { all, type DbProgram, get } from './db-program.ts';
import type { Layout } from './layout.ts';

/** A timer of a record that is due; `timer` is the id of its transition. */
export interface DueTimer extends RecordKey {
  readonly timer: string;
  readonly due: number;
}

/** State of one timer of a record. */
export interface TimerState {
  readonly timer: string;
  /** When it is checked next; null if only when the record is written. */
  readonly due: number | null;
  readonly fired: number | null;
  /** Why the timer could not act, as a sentence; null if it could. */
  readonly problem: string | null;
}

/**
 * When the product acts by itself. Each write stores the due times in its transaction. The process that finds a due
 * timer decides it again in a separate write, so two processes that find the same timer act once.
 */
export interface Timers {
  /** Returns due timers, the earliest first. */
  due(now: number, limit: number): Promise<readonly DueTimer[]>;
  /** Returns when the next timer is due; null if none is. */
  next(): Promise<number | null>;
  of(key: RecordKey): Promise<readonly TimerState[]>;
}

/** Creates the timer queries. `perform` runs each method in a separate transaction. */
export function createTimers(perform: <T>(steps: () => DbProgram<T>) => Promise<T>, layout: () => Layout): Timers {
  return {
    due: (now, limit) => perform(() => readDue(layout(), now, limit)),
    next: () => perform(readNext),
    of: (key) => perform(() => readOf(layout(), key)),
  };
}

function* readNext(): DbProgram<number | null> {
  const earliest = (yield* get('SELECT min(due) FROM timers WHERE due IS NOT NULL'))?.[0];
  return typeof earliest === 'number' ? earliest : null;
}

function* readDue(layout: Layout, now: number, limit: number): DbProgram<DueTimer[]> {
  const sql = 'SELECT entity, record, timer, due FROM timers WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?';
  return (yield* all(sql, [now, limit])).flatMap(([physical, record, timer, due]) => {
    const table = layout.byPhysical.get(String(physical));
    if (table === undefined) return [];
    return [{ entity: table.entity, id: String(record), timer: String(timer), due: Number(due) }];
  });
}

function* readOf(layout: Layout, { entity, id }: RecordKey): DbProgram<TimerState[]> {
  const table = layout.tables.get(entity);
  if (table === undefined) return [];
  const sql = 'SELECT timer, due, fired, problem FROM timers WHERE entity = ? AND record = ? ORDER BY due, timer';
  return (yield* all(sql, [table.physical, id])).map(([timer, due, fired, problem]) => ({
    timer: String(timer),
    due: typeof due === 'number' ? due : null,
    fired: typeof fired === 'number' ? fired : null,
    problem: typeof problem === 'string' ? problem : null,
  }));
}
