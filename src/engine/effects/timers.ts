import { instantOf } from '../../fields/calendar/calendar.ts';
import type { Row } from '../../fields/text/value.ts';
import { isDuration } from '../../fields/types/duration.ts';
import type { App, PreparedEntity, PreparedTimer, PreparedTransition } from '../compiled/compiled-model.ts';
import { type Context, productContext, scopeOf } from '../context/decision-context.ts';
import { type OverFacts, overFacts } from '../core/tracked-facts.ts';
import { type Readers, readersOf, type Turned, watchesIn } from '../live/dependencies.ts';
import { isEnded } from '../transitions/editable-states.ts';
import { lastUntil, nextAfter, type Repeat } from './repeats.ts';

/** Which timers run for a record, and when each is to be looked at: for the store, which keeps it beside the record. */
export interface Timing {
  /** When the document was taken: for records that were there before. */
  readonly now: number;
  /** Of two documents whose timers come to the same moments it is the same. */
  readonly signature: string;
  /** The machines that have timers, by entity. */
  readonly machines: ReadonlyMap<string, readonly string[]>;
  /** Whether any of these timers runs for a record in the states that it is in; where a machine is named, in that one's. */
  readonly runs: (row: Row, machine?: string) => boolean;
  /** Of each of these records, in order. */
  readonly moments: (rows: readonly StandingRow[], now: number) => OverFacts<readonly (readonly Moment[])[]>;
  /** Whether a change of records of this entity may move a moment of other records (`after 1 day from course.endsOn`). */
  readonly concerns: (entity: string) => boolean;
  /** The records whose moments read what changed. */
  readonly readers: (changes: readonly Turned[]) => readonly Readers[];
}

/** A record, and how it stands in the states of its machines. */
export type StandingRow = readonly [row: Row, stays: ReadonlyMap<string, MachineStay>];

/** Since when a record is in the state of a machine; `fired`: the moments for which timers acted in this stay. */
export interface MachineStay {
  readonly since: number;
  readonly fired: ReadonlyMap<string, number>;
}

/** `due` null: it acted, or there is no moment until the record is written again. */
export interface Moment {
  readonly timer: string;
  readonly machine: string;
  readonly due: number | null;
}

/** What can change without a write to the record is looked at again after so long. */
export const LOOK_AGAIN = 60_000;

type Clocked = PreparedTransition & { readonly timer: Exclude<PreparedTimer, { kind: 'on' }> };

/** Null where the document has no timers. */
export function timingOf(app: App, now: number): Timing | null {
  const timers = new Map<string, readonly Clocked[]>();
  for (const entity of app.entities.values()) {
    const found = timersOf(entity);
    if (found.length > 0) timers.set(entity.name, found);
  }
  if (timers.size === 0) return null;
  const momentsIn = ([row, stays]: StandingRow, context: Context) =>
    (timers.get(row.entity) ?? []).flatMap((way) => momentOf(context, way, row, stays));
  const watches = [...timers].flatMap(([name, ways]) =>
    ways.flatMap(({ timer }) =>
      timer.kind === 'when' || timer.moment === null ? [] : watchesIn(name, timer.moment, app.schema),
    ),
  );
  const concerned = new Set(watches.map(({ entity }) => entity));
  return {
    now,
    signature: signatureOf(app, timers),
    machines: new Map([...timers].map(([name, ways]) => [name, [...new Set(ways.map(({ machine }) => machine.name))]])),
    runs: (row, only) =>
      (timers.get(row.entity) ?? []).some(
        ({ machine: { name }, transition: { from } }) =>
          (only === undefined || only === name) && row.values[name] === from,
      ),
    moments: (rows, at) =>
      overFacts((facts) => {
        const context = productContext(app, facts, at);
        return rows.map((row) => momentsIn(row, context));
      }),
    concerns: (entity) => concerned.has(entity),
    readers: (changes) => readersOf(watches, changes),
  };
}

/** Those that go by the clock or a condition. */
export function timersOf({ machines }: Pick<PreparedEntity, 'machines'>): Clocked[] {
  const all = machines.flatMap(({ transitions }) => transitions);
  return all.filter((way): way is Clocked => way.timer !== null && way.timer.kind !== 'on');
}

function momentOf(
  context: Context,
  { transition: { id, from }, machine, timer }: Clocked,
  row: Row,
  stays: ReadonlyMap<string, MachineStay>,
): Moment[] {
  const stay = stays.get(machine.name);
  if (stay === undefined || row.values[machine.name] !== from || isEnded(machine, row)) return [];
  const fired = stay.fired.get(id) ?? null;
  const due = dueOf(context, timer, row, stay.since, fired);
  const look = due === null && fired === null && timer.watches ? context.now + LOOK_AGAIN : null;
  return [{ timer: id, machine: machine.name, due: due ?? look }];
}

/** When it acts, by what is known now: for a condition, at once if it holds. Null: never as it stands. */
export function dueOf(
  context: Context,
  timer: Clocked['timer'],
  row: Row,
  since: number,
  fired: number | null,
): number | null {
  if (timer.kind === 'when') return fired === null ? context.now : null;
  const repeat = repeatOf(context, timer, since);
  if (repeat !== null) return nextAfter(repeat, fired ?? since);
  if (fired !== null) return timer.again ? after(context, timer, fired) : null;
  if (timer.moment === null) return after(context, timer, since);
  return instantIn(timer.moment.evaluate(scopeOf(context, row)), context.app.zone);
}

type Delay = Extract<PreparedTimer, { kind: 'delay' }>;

/** The moment so long after another one: calendar units and working time as the document's clocks show them. */
function after(context: Context, { step }: Delay, moment: number): number | null {
  const found = instantIn(step.evaluate(scopeOf({ ...context, now: moment }, null)), context.app.zone);
  return found === null || found <= moment ? null : found;
}

/** Null where it comes once, or by working time, which passes alike from wherever it is counted. */
function repeatOf(context: Context, timer: Clocked['timer'], begins: number): Repeat | null {
  if (timer.kind !== 'delay' || timer.length === null) return null;
  const step = timer.length.evaluate(scopeOf(context, null));
  return step !== undefined && isDuration(step) ? { begins, step, zone: context.app.zone } : null;
}

/**
 * Of the moments of a timer that comes again and again the last that is over, where that of `first` is: what was missed
 * meanwhile is made up for once.
 */
export function lastOver(context: Context, timer: Delay, since: number, first: number): number {
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

/** Whatever a moment may hang on: the timers as they stand, the constants, the time zone, the working hours. */
function signatureOf({ model, constants, zone }: App, timers: ReadonlyMap<string, readonly Clocked[]>): string {
  const stated = [...timers].map(([name, ways]) => [
    name,
    ways.map(({ transition: { id, from, timer, guard } }) => [id, from, wordsOf(timer), guard?.text ?? null]),
  ]);
  const limits = model.limits.map(({ name, hours, dates }) => [name, hours, dates]);
  return JSON.stringify([stated, [...constants], zone, limits]);
}

function wordsOf(timer: PreparedTransition['transition']['timer']): unknown {
  if (timer === null || timer.kind === 'on') return null;
  if (timer.kind === 'when') return timer.condition.text;
  return [timer.kind, timer.delay.text, timer.from?.text ?? null];
}
