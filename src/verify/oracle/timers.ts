import type { Model, Timer } from '../../model/types/model.ts';
import { type Span, startOfDayIn } from '../evaluator/calendar.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { machinesOf, setState, stateOf } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import { dayAfter, instantAfter, type TimeContext } from '../evaluator/working.ts';
import type { Stored, World } from '../evaluator/world.ts';
import { compute, draftOf, stamp } from '../oracle-rules/draft.ts';
import {
  certainlyHolds,
  type RequestContext,
  requestContextOf,
  rowOf,
  scopeOf,
} from '../oracle-rules/request-context.ts';
import { type Move, meetsRecordGuard } from '../oracle-rules/states.ts';
import { writeWithFollowUps } from './follow-ups.ts';
import { checked, takeEffect } from './writes.ts';

/** Since when a record is in a state, and for which times its timers have fired, by the id of their transition. */
export interface StateEntry {
  readonly since: number;
  readonly fired: Map<string, number>;
}

/** By the id of the record and the name of the machine. */
export type StateEntries = Map<string, StateEntry>;

const keyOf = (id: string, machine: string): string => JSON.stringify([id, machine]);

/**
 * Records a written record: a new state, or a new record, starts a state entry. A restored record continues its own.
 */
export function noteStateEntries(
  model: Model,
  stays: StateEntries,
  before: Stored | undefined,
  after: Stored | undefined,
  now: number,
): void {
  if (after === undefined) return;
  for (const { name } of machinesOf(model, after.entity)) {
    const key = keyOf(after.id, name);
    const isNew = before !== undefined && before.values.get(name) !== after.values.get(name);
    if (isNew || !stays.has(key)) beginState(stays, after.id, name, now);
  }
}

/** Starts a state entry. */
export function beginState(stays: StateEntries, id: string, machine: string, now: number): void {
  stays.set(keyOf(id, machine), { since: now, fired: new Map() });
}

/** Applies everything the product does by `now`, until nothing is due; `only`: for this record only. */
export function runTimers(
  model: Model,
  world: World,
  stays: StateEntries,
  now: number,
  only: string | null = null,
): void {
  const context: RequestContext = { ...requestContextOf(model, world, null, now), clock: true };
  for (const { id } of [...world.values()]) {
    if (only !== null && id !== only) continue;
    const refused = new Set<string>();
    for (let turn = 0; turn < 100; turn += 1) {
      const stored = world.get(id);
      const next = stored === undefined ? undefined : firstDue(context, stays, stored, refused);
      if (stored === undefined || next === undefined) break;
      if (!take(context, stays, stored, next)) refused.add(next.move.transition.id);
    }
  }
}

interface Due {
  readonly move: Move;
  readonly at: number;
}

/** Returns the future times at which timers of the record are due. */
export function dueTimes(
  model: Model,
  world: World,
  stays: StateEntries,
  stored: Stored,
  now: number,
): readonly number[] {
  const context: RequestContext = { ...requestContextOf(model, world, null, now), clock: true };
  return timersOf(context, stays, stored, rowOf(model, stored)).flatMap(({ at }) => (at > now ? [at] : []));
}

/** Returns the due timer with the earliest time. */
function firstDue(
  context: RequestContext,
  stays: StateEntries,
  stored: Stored,
  refused: ReadonlySet<string>,
): Due | undefined {
  const row = rowOf(context.model, stored);
  const all = timersOf(context, stays, stored, row).filter(
    ({ move, at }) => !refused.has(move.transition.id) && at <= context.now && meetsRecordGuard(context, move, row),
  );
  return all.sort((one, other) => one.at - other.at)[0];
}

/** Returns the timers that run for the record in its current states. */
function timersOf(context: RequestContext, stays: StateEntries, stored: Stored, row: Row): Due[] {
  return machinesOf(context.model, stored.entity).flatMap((machine) => {
    const stay = stays.get(keyOf(stored.id, machine.name));
    const state = stateOf(machine, stored.values);
    if (stay === undefined || machine.states.some((each) => each.final && each.name === state)) return [];
    return machine.transitions.flatMap((transition): Due[] => {
      const { timer, from, id } = transition;
      const at = timer === null || from !== state ? null : dueOf(context, timer, row, stay, id);
      return at === null ? [] : [{ move: { machine, transition }, at }];
    });
  });
}

/** Returns null if the timer does not fire in this state entry. */
function dueOf(
  context: RequestContext,
  timer: Timer,
  row: Row,
  { since, fired }: StateEntry,
  id: string,
): number | null {
  const last = fired.get(id);
  if (timer.kind === 'on' || timer.kind === 'operation') return null;
  if (timer.kind === 'when')
    return last === undefined && certainlyHolds(context, timer.condition, row) ? context.now : null;
  const span = spanOf(context, timer);
  if (span === null) return null;
  if (timer.kind === 'every') return turn(context, since, span, turnsBy(context, since, span, last ?? since) + 1);
  if (last !== undefined) return null;
  if (timer.from === null) return instantAfter(context, since, span);
  const from = timer.from.tree === null ? undefined : evaluate(timer.from.tree, scopeOf(context, row));
  if (from === null || from === undefined || typeof from === 'boolean') return null;
  if (from.k === 'instant') return instantAfter(context, from.ms, span);
  const day = from.k === 'date' ? dayAfter(context, from.day, span) : null;
  return day === null ? null : startOfDayIn(context.zone, day);
}

/** Returns the delay; negative for `before`. */
function spanOf(context: RequestContext, timer: Extract<Timer, { readonly delay: unknown }>): Span | null {
  const delay = timer.delay.tree === null ? undefined : evaluate(timer.delay.tree, scopeOf(context, null));
  if (delay === null || delay === undefined || typeof delay === 'boolean' || delay.k !== 'span') return null;
  const { months, days, ms } = delay.span;
  return timer.kind === 'before' ? { ...delay.span, months: -months, days: -days, ms: -ms } : delay.span;
}

/**
 * Applies a timer and returns whether it succeeded. The product acts: permissions, asked values and rules for editing
 * do not apply.
 */
function take(context: RequestContext, stays: StateEntries, stored: Stored, { move, at }: Due): boolean {
  const { model, world, now } = context;
  const { machine, transition } = move;
  const { timer } = transition;
  const draft = draftOf(stored);
  const row = rowOf(model, stored);
  takeEffect(context, draft, move, row);
  setState(machine, draft.values, transition.to);
  stamp(context, draft, false);
  compute(context, draft);
  if (!checked(context, draft, row, { event: null, editable: false }).allowed) return false;
  const before = new Map(world);
  if (writeWithFollowUps(context, draft, null) !== null) return false;
  for (const [id, each] of world) if (id !== stored.id) noteStateEntries(model, stays, before.get(id), each, now);
  const key = keyOf(stored.id, machine.name);
  const since = stays.get(key)?.since ?? now;
  if (transition.to !== transition.from) stays.set(key, { since: now, fired: new Map() });
  const span = timer !== null && timer.kind === 'every' ? spanOf(context, timer) : null;
  if (transition.to === transition.from)
    stays.get(key)?.fired.set(transition.id, span === null ? at : lastOver(context, since, span, now));
  return true;
}

/** Missed repetitions are made up for by one. */
const lastOver = (where: TimeContext, since: number, span: Span, now: number): number =>
  turn(where, since, span, turnsBy(where, since, span, now)) ?? now;

/** Returns the time of the n-th repetition, counted from the start of the state. */
function turn(where: TimeContext, since: number, span: Span, number: number): number | null {
  const { months, days, ms } = span;
  return instantAfter(where, since, { ...span, months: months * number, days: days * number, ms: ms * number });
}

/** Returns the number of repetitions up to a time. */
function turnsBy(where: TimeContext, since: number, span: Span, moment: number): number {
  const isBy = (turns: number) => (turn(where, since, span, turns) ?? Number.POSITIVE_INFINITY) <= moment;
  if (span.months <= 0 && span.days <= 0 && span.ms <= 0) return 0;
  let [turns, beyond] = [0, 1];
  while (isBy(beyond)) [turns, beyond] = [beyond, beyond * 2];
  while (beyond - turns > 1) {
    const middle = Math.floor((turns + beyond) / 2);
    if (isBy(middle)) turns = middle;
    else beyond = middle;
  }
  return turns;
}
