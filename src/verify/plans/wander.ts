import { NOWHERE } from '../drive/call-address.ts';
import { callFor } from '../drive/calls.ts';
import { goodInput, inputNames, sentTo } from '../drive/input.ts';
import type { Driver } from '../drive/send-request.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import { mayAtAll } from '../oracle-rules/permissions.ts';
import { requestContextOf } from '../oracle-rules/request-context.ts';
import { changing, creating, type Draft, mended, mightRaise, raising, thoughtOf } from './drafts.ts';
import type { Goal } from './goals.ts';
import { momentsOf } from './moments.ts';
import { enact, follow, imagined, NEW, type Step, sendable, type Thought } from './think.ts';

/** Steps that are tried before it begins anew from the nearest world that was found. */
const MOST_STEPS = 8;
/** What is thought of in one walk of a driver. */
const THOUGHTS = 24;
/** Plans that lead no nearer grow no longer. */
const MOST_PLANNED = 12;
/** So often one step is mended that is refused. */
const MOST_MENDED = 3;

/** A world that is only thought of, the way there, and how far it is from the goal. */
interface Reached {
  readonly inside: Driver;
  readonly plan: readonly Step[];
  readonly far: number;
}

/**
 * Writes this and that in a world that is only thought of, going on from the one nearest to the goal, until something meets it;
 * then all of it is done. Whether it was.
 */
export async function wander(driver: Driver, goal: Goal): Promise<boolean> {
  const { random } = driver;
  if (driver.walks === 0) return false;
  const start: Reached = { inside: imagined(driver), plan: [], far: goal.far(driver) };
  let best = start;
  let thoughts = driver.walks * THOUGHTS;
  while (thoughts > 0 && driver.found.length < driver.most) {
    const { inside: from, plan, far } = random.chance(0.8) ? best : start;
    const inside = imagined(from);
    const steps = [...plan];
    let nearest = far;
    const one = random.pick(driver.askers);
    for (let turn = 0; turn < MOST_STEPS; turn += 1) {
      const person = random.chance(0.5) ? one : random.pick(driver.askers);
      const last = random.chance(0.2) ? lastOf(inside, goal, person) : null;
      let next = last ?? anything(inside, goal, steps, person);
      for (let mends = 0; next !== null && mends <= MOST_MENDED; mends += 1) {
        thoughts -= 1;
        const step: Step | null = 'until' in next ? next : sendable(inside, 'input' in next ? thoughtOf(next) : next);
        if (step === null) break;
        const { allowed, answer, reached } = enact(inside, step);
        if (goal.isMet(reached)) {
          await follow(driver, [...steps, step]);
          return true;
        }
        if (allowed) {
          steps.push(step);
          nearest = goal.far(inside);
          break;
        }
        next = 'input' in next && answer !== null ? mended(inside, next, answer) : null;
      }
      const isNearer =
        nearest < best.far || (nearest === best.far && steps.length < MOST_PLANNED && random.chance(0.2));
      if (isNearer && steps.length > plan.length) best = { inside: imagined(inside), plan: [...steps], far: nearest };
    }
  }
  return false;
}

/** Something that could be done next. */
function anything(driver: Driver, goal: Goal, plan: readonly Step[], person: Stored | null): Draft | Step | null {
  const { world, random, model } = driver;
  const { trees, wild = false } = goal;
  const entity = random.pick(goal.entities);
  const made = `${NEW} ${plan.length}`;
  const before = plan.at(-1);
  if (before !== undefined && 'request' in before && before.request.kind === 'create' && random.chance(0.25))
    return again(driver, before, made);
  const all = [...world.values()].filter((each) => each.entity === entity);
  const stored = all.length === 0 ? null : random.chance(0.4) ? (all.at(-1) ?? null) : random.pick(all);
  const machines = model.machines.filter((machine) => machine.entity === entity);
  const kind = random.pick([
    ...['create', 'create', 'change', 'change'],
    ...(driver.isPatient ? ['wait'] : []),
    ...(machines.length > 0 ? ['event', 'event', 'event', 'event'] : []),
    ...(wild ? ['delete'] : []),
  ]);
  if (kind === 'create')
    return creating(driver, whoMay(driver, 'create', entity, person), { entity, id: made, trees, good: 0.4 });
  if (stored === null) return null;
  if (kind === 'wait') {
    const moments = momentsOf(driver, [stored], trees);
    return moments.length === 0 ? null : { until: random.pick(moments) };
  }
  const match = wild && random.chance(0.2) ? 'stale' : 'current';
  const id = wild && random.chance(0.1) ? NOWHERE : stored.id;
  if (kind === 'delete')
    return driver.people.some((each) => each.id === id) ? null : { person, request: { kind, entity, id, match } };
  if (kind === 'change')
    return changing(driver, whoMay(driver, 'change', entity, person), stored, { trees, match, id });
  const ways = machines.flatMap(({ name, transitions }) =>
    transitions.flatMap((way) => (way.event === null ? [] : [{ way, isHere: stored.values.get(name) === way.from }])),
  );
  const here = ways.filter(({ isHere }) => isHere);
  const [one] = random.some(here.length > 0 && !(wild && random.chance(0.3)) ? here : ways, 1);
  const able = random.some(driver.askers, driver.askers.length);
  const raiser =
    one === undefined || wild ? undefined : able.find((each) => mightRaise(driver, each, stored.id, one.way));
  return raising(driver, raiser ?? person, stored, one?.way, { trees, match, id, good: 0.4 });
}

/** What meets the goal where a record is ready for it, by whomever; null: none is. */
function lastOf(driver: Driver, { last, trees }: Goal, person: Stored | null): Draft | Step | null {
  const { world, random, isPatient } = driver;
  const ready = last.flatMap(({ machine, transition }) =>
    [...world.values()].flatMap((stored) =>
      stored.entity === machine.entity && stored.values.get(machine.name) === transition.from
        ? [{ stored, transition }]
        : [],
    ),
  );
  const [one] = random.some(ready, 1);
  if (one === undefined) return null;
  const { stored, transition } = one;
  if (transition.event === null) {
    const moments = isPatient ? momentsOf(driver, [stored], []) : [];
    return moments.length === 0 ? null : { until: random.pick(moments) };
  }
  return raising(driver, person, stored, transition, { trees, match: 'current', id: stored.id, good: 0.4 });
}

/** Mostly somebody whom the matrix lets do this with some record at least. */
function whoMay(driver: Driver, operation: 'create' | 'change', entity: string, person: Stored | null): Stored | null {
  const { model, world, random, askers, subject } = driver;
  const may = (each: Stored | null): boolean =>
    mayAtAll(requestContextOf(model, world, each?.id ?? null, subject.clock.now), operation, entity);
  if (may(person) || random.chance(0.1)) return person;
  const [other] = random.some(askers.filter(may), 1);
  return other === undefined ? person : other;
}

/** The same once more, as the same person, with most of what was sent. */
function again(driver: Driver, { person, request }: Thought, id: string): Thought | null {
  if (request.kind !== 'create') return null;
  const { entity, input } = request;
  const call = callFor(driver, 'create', entity);
  const names = inputNames(driver, entity, call);
  const fields = driver.model.entities.find(({ name }) => name === entity)?.fields ?? [];
  const kept = Object.entries(input as { readonly [name: string]: Json }).filter(([name]) =>
    fields.some((field) => field.name === name && !field.unique && driver.random.chance(0.8)),
  );
  const good = new Map([...goodInput(driver, entity, names, 0), ...kept]);
  return { person, request: { ...request, id, call: call?.id ?? null, input: sentTo(driver, call, good) } };
}
