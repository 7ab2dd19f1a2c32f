import { instantOf } from '../../fields/calendar/calendar.ts';
import type { Row } from '../../fields/text/value.ts';
import { isDuration } from '../../fields/types/duration.ts';
import { stateIn } from '../../model/lookups/states.ts';
import type { CompiledEntity, CompiledModel, CompiledTimer, CompiledTransition } from '../compiled/compiled-model.ts';
import { type Context, productContext, scopeOf } from '../context/decision-context.ts';
import { type FactComputation, runWithTracking } from '../core/tracked-facts.ts';
import { type AffectedRecords, affectedRecords, dependenciesIn, type RecordChange } from '../live/dependencies.ts';
import { isEnded } from '../transitions/editable-states.ts';
import { lastUntil, nextAfter, type Repeat } from './repeats.ts';

/** Which timers run for a record and when each is due. The store saves the due times with the record. */
export interface Timing {
  /** When the document was loaded: the time used for records that already existed. */
  readonly now: number;
  /** Equal for two documents whose timers have the same due times. */
  readonly signature: string;
  /** The machines that have timers, by entity. */
  readonly machines: ReadonlyMap<string, readonly string[]>;
  /**
   * Returns whether a timer runs for a record in its current states; with `machine`, whether one of that machine does.
   */
  readonly runs: (row: Row, machine?: string) => boolean;
  /** Returns the due times for each of these records, in order. */
  readonly moments: (rows: readonly TimedRow[], now: number) => FactComputation<readonly (readonly Moment[])[]>;
  /**
   * Returns whether a change of records of this entity may change due times of other records (`after 1 day from
   * course.endsOn`).
   */
  readonly isAffectedBy: (entity: string) => boolean;
  /** Returns the records whose due times read what changed. */
  readonly readers: (changes: readonly RecordChange[]) => readonly AffectedRecords[];
}

/** A record with the entry of its current state in each machine. */
export type TimedRow = readonly [row: Row, stays: ReadonlyMap<string, StateEntry>];

/** When a record entered its current state; `fired`: for which times the timers have fired since. */
export interface StateEntry {
  readonly since: number;
  readonly fired: ReadonlyMap<string, number>;
}

/** `due` is null if the timer has fired, or if it has no due time until the record is next written. */
export interface Moment {
  readonly timer: string;
  readonly machine: string;
  readonly due: number | null;
}

/** Interval in milliseconds after which a condition that can change without a write to the record is checked again. */
export const RECHECK_INTERVAL = 60_000;

type TimedTransition = CompiledTransition & { readonly timer: Exclude<CompiledTimer, { kind: 'on' | 'operation' }> };

/** Returns null if the document has no timers. */
export function timingOf(model: CompiledModel, now: number): Timing | null {
  const timers = new Map<string, readonly TimedTransition[]>();
  for (const entity of model.entities.values()) {
    const own = timersOf(entity);
    if (own.length > 0) timers.set(entity.name, own);
  }
  if (timers.size === 0) return null;
  const momentsIn = ([row, entries]: TimedRow, context: Context) =>
    (timers.get(row.entity) ?? []).flatMap((timed) => momentOf(context, timed, row, entries));
  const watches = [...timers].flatMap(([name, ways]) =>
    ways.flatMap(({ timer }) =>
      timer.kind === 'when' || timer.moment === null ? [] : dependenciesIn(name, timer.moment, model.schema),
    ),
  );
  const concerned = new Set(watches.map(({ entity }) => entity));
  return {
    now,
    signature: signatureOf(model, timers),
    machines: new Map([...timers].map(([name, ways]) => [name, [...new Set(ways.map(({ machine }) => machine.name))]])),
    runs: (row, only) =>
      (timers.get(row.entity) ?? []).some(
        ({ machine, transition: { from } }) =>
          (only === undefined || only === machine.name) && stateIn(machine, row.values) === from,
      ),
    moments: (rows, at) =>
      runWithTracking((facts) => {
        const context = productContext(model, facts, at);
        return rows.map((row) => momentsIn(row, context));
      }),
    isAffectedBy: (entity) => concerned.has(entity),
    readers: (changes) => affectedRecords(watches, changes),
  };
}

/** Returns the timers that depend on time or a condition, without those triggered by other records' events. */
export function timersOf({ machines }: Pick<CompiledEntity, 'machines'>): TimedTransition[] {
  const all = machines.flatMap(({ transitions }) => transitions);
  return all.filter(
    (transition): transition is TimedTransition =>
      transition.timer !== null && transition.timer.kind !== 'on' && transition.timer.kind !== 'operation',
  );
}

function momentOf(
  context: Context,
  { transition: { id, from }, machine, timer }: TimedTransition,
  row: Row,
  entries: ReadonlyMap<string, StateEntry>,
): Moment[] {
  const stay = entries.get(machine.name);
  if (stay === undefined || stateIn(machine, row.values) !== from || isEnded(machine, row)) return [];
  const fired = stay.fired.get(id) ?? null;
  const due = dueOf(context, timer, row, stay.since, fired);
  const look = due === null && fired === null && timer.watches ? context.now + RECHECK_INTERVAL : null;
  return [{ timer: id, machine: machine.name, due: due ?? look }];
}

/**
 * Returns when the timer acts according to the current data: now for a condition. Null if it does not act in the
 * current state of the record.
 */
export function dueOf(
  context: Context,
  timer: TimedTransition['timer'],
  row: Row,
  since: number,
  fired: number | null,
): number | null {
  if (timer.kind === 'when') return fired === null ? context.now : null;
  const repeat = repeatOf(context, timer, since);
  if (repeat !== null) return nextAfter(repeat, fired ?? since);
  if (fired !== null) return timer.again ? after(context, timer, fired) : null;
  if (timer.moment === null) return after(context, timer, since);
  return instantIn(timer.moment.evaluate(scopeOf(context, row)), context.model.zone);
}

type Delay = Extract<CompiledTimer, { kind: 'delay' }>;

/** Returns the time one delay after another time; calendar units and working time follow the document's time zone. */
function after(context: Context, { step }: Delay, moment: number): number | null {
  const instant = instantIn(step.evaluate(scopeOf({ ...context, now: moment }, null)), context.model.zone);
  return instant === null || instant <= moment ? null : instant;
}

/**
 * Returns the repetition of a timer. Null if the timer fires once or by working time, whose steps don't depend on where
 * counting starts.
 */
function repeatOf(context: Context, timer: TimedTransition['timer'], begins: number): Repeat | null {
  if (timer.kind !== 'delay' || timer.length === null) return null;
  const step = timer.length.evaluate(scopeOf(context, null));
  return step !== undefined && isDuration(step) ? { begins, step, zone: context.model.zone } : null;
}

/**
 * Returns the last due time of a repeating timer that is over, starting from `first`: missed occurrences are made up
 * for only once.
 */
export function lastDue(context: Context, timer: Delay, since: number, first: number): number {
  const repeat = repeatOf(context, timer, since);
  if (repeat !== null) return lastUntil(repeat, context.now) ?? first;
  let last = first;
  for (let round = 0; round < MOST_MISSED; round++) {
    const next = after(context, timer, last);
    if (next === null || next > context.now) return last;
    last = next;
  }
  return context.now;
}

const MOST_MISSED = 10_000;

function instantIn(outcome: unknown, zone: string): number | null {
  if (typeof outcome === 'number') return outcome;
  return typeof outcome === 'string' ? instantOf(outcome, 0, zone) : null;
}

/**
 * Returns a text of everything on which due times depend: the timers, the constants, the time zone, the working hours.
 */
function signatureOf(
  { model, constants, zone }: CompiledModel,
  timers: ReadonlyMap<string, readonly TimedTransition[]>,
): string {
  const stated = [...timers].map(([name, ways]) => [
    name,
    ways.map(({ transition: { id, from, timer, guard } }) => [id, from, wordsOf(timer), guard?.text ?? null]),
  ]);
  const limits = model.limits.map(({ name, hours, dates }) => [name, hours, dates]);
  return JSON.stringify([stated, [...constants], zone, limits]);
}

function wordsOf(timer: CompiledTransition['transition']['timer']): unknown {
  if (timer === null || timer.kind === 'on' || timer.kind === 'operation') return null;
  if (timer.kind === 'when') return timer.condition.text;
  return [timer.kind, timer.delay.text, timer.from?.text ?? null];
}
