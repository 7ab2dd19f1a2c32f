import type { Model, Timer } from '../../model/types/model.ts';
import { type Asking, askingOf, meets, rowOf, scopeOf } from './asking.ts';
import { type Span, startOf } from './calendar.ts';
import { compute, draftOf, stamp } from './draft.ts';
import { evaluate } from './evaluate.ts';
import { write } from './following.ts';
import { machinesOf } from './names.ts';
import { type Move, suitsRecord } from './states.ts';
import type { Row } from './value.ts';
import { dayAfter, instantAfter, type Where } from './working.ts';
import type { Stored, World } from './world.ts';
import { checked, takeEffect } from './writes.ts';

/** Since when a record is in a state, and for which moments timers acted meanwhile, by the id of their transition. */
export interface Stay {
  readonly since: number;
  readonly fired: Map<string, number>;
}

/** By the id of the record and the name of the machine. */
export type Stays = Map<string, Stay>;

const keyOf = (id: string, machine: string): string => JSON.stringify([id, machine]);

/** A record as it was written now: where it came into another state, or is new, a stay begins. What comes back goes on in its own. */
export function noteStays(
  model: Model,
  stays: Stays,
  before: Stored | undefined,
  after: Stored | undefined,
  now: number,
): void {
  if (after === undefined) return;
  for (const { name } of machinesOf(model, after.entity)) {
    const key = keyOf(after.id, name);
    const isNew = before !== undefined && before.values.get(name) !== after.values.get(name);
    if (isNew || !stays.has(key)) beginStay(stays, after.id, name, now);
  }
}

/** The record is in its state from now on. */
export function beginStay(stays: Stays, id: string, machine: string, now: number): void {
  stays.set(keyOf(id, machine), { since: now, fired: new Map() });
}

/**
 * What the product does by itself with the records of the world as the clock shows `now`, until it comes to rest; `only`: with
 * this record alone.
 */
export function pass(model: Model, world: World, stays: Stays, now: number, only: string | null = null): void {
  const asking: Asking = { ...askingOf(model, world, null, now), clock: true };
  for (const { id } of [...world.values()]) {
    if (only !== null && id !== only) continue;
    const refused = new Set<string>();
    for (let turn = 0; turn < 100; turn += 1) {
      const stored = world.get(id);
      const next = stored === undefined ? undefined : firstDue(asking, stays, stored, refused);
      if (stored === undefined || next === undefined) break;
      if (!take(asking, stays, stored, next)) refused.add(next.move.transition.id);
    }
  }
}

interface Due {
  readonly move: Move;
  readonly at: number;
}

/** The moments to come at which timers of the record are due, as it stands. */
export function momentsDue(model: Model, world: World, stays: Stays, stored: Stored, now: number): readonly number[] {
  const asking: Asking = { ...askingOf(model, world, null, now), clock: true };
  return timersOf(asking, stays, stored, rowOf(model, stored)).flatMap(({ at }) => (at > now ? [at] : []));
}

/** The timer of the record whose moment came first, of those that may act. */
function firstDue(asking: Asking, stays: Stays, stored: Stored, refused: ReadonlySet<string>): Due | undefined {
  const row = rowOf(asking.model, stored);
  const all = timersOf(asking, stays, stored, row).filter(
    ({ move, at }) => !refused.has(move.transition.id) && at <= asking.now && suitsRecord(asking, move, row),
  );
  return all.sort((one, other) => one.at - other.at)[0];
}

/** The timers that run for the record in the states where it is, whenever they are due. */
function timersOf(asking: Asking, stays: Stays, stored: Stored, row: Row): Due[] {
  return machinesOf(asking.model, stored.entity).flatMap((machine) => {
    const stay = stays.get(keyOf(stored.id, machine.name));
    const state = stored.values.get(machine.name);
    if (stay === undefined || machine.states.some((each) => each.final && each.name === state)) return [];
    return machine.transitions.flatMap((transition): Due[] => {
      const { timer, from, id } = transition;
      const at = timer === null || from !== state ? null : dueOf(asking, timer, row, stay, id);
      return at === null ? [] : [{ move: { machine, transition }, at }];
    });
  });
}

/** Null: it does not act in this stay, as the record stands. */
function dueOf(asking: Asking, timer: Timer, row: Row, { since, fired }: Stay, id: string): number | null {
  const last = fired.get(id);
  if (timer.kind === 'on') return null;
  if (timer.kind === 'when') return last === undefined && meets(asking, timer.condition, row) ? asking.now : null;
  const span = spanOf(asking, timer);
  if (span === null) return null;
  if (timer.kind === 'every') return turn(asking, since, span, turnsBy(asking, since, span, last ?? since) + 1);
  if (last !== undefined) return null;
  if (timer.from === null) return instantAfter(asking, since, span);
  const from = timer.from.tree === null ? undefined : evaluate(timer.from.tree, scopeOf(asking, row));
  if (from === null || from === undefined || typeof from === 'boolean') return null;
  if (from.k === 'instant') return instantAfter(asking, from.ms, span);
  const day = from.k === 'date' ? dayAfter(asking, from.day, span) : null;
  return day === null ? null : startOf(asking.zone, day);
}

/** How much later; `before` is so much earlier. */
function spanOf(asking: Asking, timer: Extract<Timer, { readonly delay: unknown }>): Span | null {
  const delay = timer.delay.tree === null ? undefined : evaluate(timer.delay.tree, scopeOf(asking, null));
  if (delay === null || delay === undefined || typeof delay === 'boolean' || delay.k !== 'span') return null;
  const { months, days, ms } = delay.span;
  return timer.kind === 'before' ? { ...delay.span, months: -months, days: -days, ms: -ms } : delay.span;
}

/** Whether it did. The product acts: nobody is asked, nothing is asked for, and rules for what people edit are not looked at. */
function take(asking: Asking, stays: Stays, stored: Stored, { move, at }: Due): boolean {
  const { model, world, now } = asking;
  const { machine, transition } = move;
  const { timer } = transition;
  const draft = draftOf(stored);
  const row = rowOf(model, stored);
  takeEffect(asking, draft, move, row);
  draft.values.set(machine.name, transition.to);
  stamp(asking, draft, false);
  compute(asking, draft);
  if (!checked(asking, draft, row, { event: null, editable: false }).allowed) return false;
  const before = new Map(world);
  if (write(asking, draft, null) !== null) return false;
  for (const [id, each] of world) if (id !== stored.id) noteStays(model, stays, before.get(id), each, now);
  const key = keyOf(stored.id, machine.name);
  const since = stays.get(key)?.since ?? now;
  if (transition.to !== transition.from) stays.set(key, { since: now, fired: new Map() });
  const span = timer !== null && timer.kind === 'every' ? spanOf(asking, timer) : null;
  if (transition.to === transition.from)
    stays.get(key)?.fired.set(transition.id, span === null ? at : lastOver(asking, since, span, now));
  return true;
}

/** What was missed is made up for by a single time, and the steps go on as they did. */
const lastOver = (where: Where, since: number, span: Span, now: number): number =>
  turn(where, since, span, turnsBy(where, since, span, now)) ?? now;

/** The moment of a turn: all of them are counted from when the record came into its state. */
function turn(where: Where, since: number, span: Span, number: number): number | null {
  const { months, days, ms } = span;
  return instantAfter(where, since, { ...span, months: months * number, days: days * number, ms: ms * number });
}

/** How many turns there were until a moment. */
function turnsBy(where: Where, since: number, span: Span, moment: number): number {
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
