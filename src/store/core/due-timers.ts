import type { RecordKey } from '../../engine/core/facts.ts';
import { all, get, type Steps } from './db-program.ts';
import type { Layout } from './layout.ts';

/** A timer of a record that is to be looked at; `timer` is the id of its transition. */
export interface DueTimer extends RecordKey {
  readonly timer: string;
  readonly due: number;
}

/** How it stands with a timer of a record. */
export interface TimerState {
  readonly timer: string;
  /** When it is looked at next; null: when the record is written. */
  readonly due: number | null;
  readonly fired: number | null;
  /** Why it could not act, as a sentence; null: nothing was in its way. */
  readonly problem: string | null;
}

/**
 * When the product is to act by itself. The store keeps the moments in the transaction of each write; whoever finds one
 * due decides it anew in a write of its own, so that two who find the same act once.
 */
export interface Timers {
  /** Those whose moment has come, the earliest first. */
  due(now: number, limit: number): Promise<readonly DueTimer[]>;
  /** The next moment at which something is to be looked at. */
  next(): Promise<number | null>;
  of(key: RecordKey): Promise<readonly TimerState[]>;
}

/** `perform` makes each method one transaction of its own. */
export function timersOver(perform: <T>(steps: () => Steps<T>) => Promise<T>, layout: () => Layout): Timers {
  return {
    due: (now, limit) => perform(() => readDue(layout(), now, limit)),
    next: () => perform(readNext),
    of: (key) => perform(() => readOf(layout(), key)),
  };
}

function* readNext(): Steps<number | null> {
  const found = (yield* get('SELECT min(due) FROM timers WHERE due IS NOT NULL'))?.[0];
  return typeof found === 'number' ? found : null;
}

function* readDue(layout: Layout, now: number, limit: number): Steps<DueTimer[]> {
  const sql = 'SELECT entity, record, timer, due FROM timers WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?';
  return (yield* all(sql, [now, limit])).flatMap(([physical, record, timer, due]) => {
    const table = layout.byPhysical.get(String(physical));
    if (table === undefined) return [];
    return [{ entity: table.entity, id: String(record), timer: String(timer), due: Number(due) }];
  });
}

function* readOf(layout: Layout, { entity, id }: RecordKey): Steps<TimerState[]> {
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
