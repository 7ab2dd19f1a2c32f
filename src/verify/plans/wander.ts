import { UNUSED_ID } from '../drive/call-address.ts';
import { callFor } from '../drive/calls.ts';
import { bodyFor, goodInput, inputNames } from '../drive/input.ts';
import type { Driver } from '../drive/send-request.ts';
import { stateOf } from '../evaluator/names.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import { mayAtAll } from '../oracle-rules/permissions.ts';
import { requestContextOf } from '../oracle-rules/request-context.ts';
import { type Draft, draftChange, draftCreation, draftEvent, mightRaise, proposalOf, repairedDraft } from './drafts.ts';
import type { Goal } from './goals.ts';
import { momentsOf } from './moments.ts';
import { applyStep, copyOfDriver, followPlan, NEW, type Proposal, type Step, sendable } from './think.ts';

/** Steps of one walk before it restarts from the nearest world found. */
const MOST_STEPS = 8;
/** Number of attempts per walk. */
const THOUGHTS = 24;
/** Maximum length of plans that do not get nearer. */
const MOST_PLANNED = 12;
/** Maximum number of corrections of a refused step. */
const MOST_MENDED = 3;

/** An imagined world, the plan that leads to it, and its distance from the goal. */
interface Reached {
  readonly inside: Driver;
  readonly plan: readonly Step[];
  readonly far: number;
}

/**
 * Takes random steps in imagined worlds, continuing from the one nearest to the goal, until one reaches it; then
 * follows the plan. Returns whether it succeeded.
 */
export async function planRandomly(driver: Driver, goal: Goal): Promise<boolean> {
  const { random } = driver;
  if (driver.plansPerElement === 0) return false;
  const start: Reached = { inside: copyOfDriver(driver), plan: [], far: goal.far(driver) };
  let best = start;
  let thoughts = driver.plansPerElement * THOUGHTS;
  while (thoughts > 0 && driver.disagreements.length < driver.most) {
    const { inside: from, plan, far } = random.chance(0.8) ? best : start;
    const inside = copyOfDriver(from);
    const steps = [...plan];
    let nearest = far;
    const one = random.pick(driver.principals);
    for (let turn = 0; turn < MOST_STEPS; turn += 1) {
      const person = random.chance(0.5) ? one : random.pick(driver.principals);
      const last = random.chance(0.2) ? lastOf(inside, goal, person) : null;
      let next = last ?? anything(inside, goal, steps, person);
      for (let mends = 0; next !== null && mends <= MOST_MENDED; mends += 1) {
        thoughts -= 1;
        const step: Step | null = 'until' in next ? next : sendable(inside, 'input' in next ? proposalOf(next) : next);
        if (step === null) break;
        const { allowed, answer, reached } = applyStep(inside, step);
        if (goal.isMet(reached)) {
          await followPlan(driver, [...steps, step]);
          return true;
        }
        if (allowed) {
          steps.push(step);
          nearest = goal.far(inside);
          break;
        }
        next = 'input' in next && answer !== null ? repairedDraft(inside, next, answer) : null;
      }
      const isNearer =
        nearest < best.far || (nearest === best.far && steps.length < MOST_PLANNED && random.chance(0.2));
      if (isNearer && steps.length > plan.length)
        best = { inside: copyOfDriver(inside), plan: [...steps], far: nearest };
    }
  }
  return false;
}

/** Returns some possible next step. */
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
    ...(driver.mayAdvanceClock ? ['wait'] : []),
    ...(machines.length > 0 ? ['event', 'event', 'event', 'event'] : []),
    ...(wild ? ['delete'] : []),
  ]);
  if (kind === 'create')
    return draftCreation(driver, whoMay(driver, 'create', entity, person), { entity, id: made, trees, good: 0.4 });
  if (stored === null) return null;
  if (kind === 'wait') {
    const moments = momentsOf(driver, [stored], trees);
    return moments.length === 0 ? null : { until: random.pick(moments) };
  }
  const match = wild && random.chance(0.2) ? 'stale' : 'current';
  const id = wild && random.chance(0.1) ? UNUSED_ID : stored.id;
  if (kind === 'delete')
    return driver.people.some((each) => each.id === id) ? null : { person, request: { kind, entity, id, match } };
  if (kind === 'change')
    return draftChange(driver, whoMay(driver, 'change', entity, person), stored, { trees, match, id });
  const ways = machines.flatMap((machine) =>
    machine.transitions.flatMap((way) =>
      way.event === null ? [] : [{ way, isHere: stateOf(machine, stored.values) === way.from }],
    ),
  );
  const here = ways.filter(({ isHere }) => isHere);
  const [one] = random.some(here.length > 0 && !(wild && random.chance(0.3)) ? here : ways, 1);
  const able = random.some(driver.principals, driver.principals.length);
  const raiser =
    one === undefined || wild ? undefined : able.find((each) => mightRaise(driver, each, stored.id, one.way));
  return draftEvent(driver, raiser ?? person, stored, one?.way, { trees, match, id, good: 0.4 });
}

/** Returns the step that reaches the goal if a record is ready for it; null if none is. */
function lastOf(driver: Driver, { last, trees }: Goal, person: Stored | null): Draft | Step | null {
  const { world, random, mayAdvanceClock } = driver;
  const ready = last.flatMap(({ machine, transition }) =>
    [...world.values()].flatMap((stored) =>
      stored.entity === machine.entity && stateOf(machine, stored.values) === transition.from
        ? [{ stored, transition }]
        : [],
    ),
  );
  const [one] = random.some(ready, 1);
  if (one === undefined) return null;
  const { stored, transition } = one;
  if (transition.event === null) {
    const moments = mayAdvanceClock ? momentsOf(driver, [stored], []) : [];
    return moments.length === 0 ? null : { until: random.pick(moments) };
  }
  return draftEvent(driver, person, stored, transition, { trees, match: 'current', id: stored.id, good: 0.4 });
}

/** Mostly returns a person whom the matrix allows this on some record. */
function whoMay(driver: Driver, operation: 'create' | 'change', entity: string, person: Stored | null): Stored | null {
  const { model, world, random, principals, subject } = driver;
  const may = (each: Stored | null): boolean =>
    mayAtAll(requestContextOf(model, world, each?.id ?? null, subject.clock.now), operation, entity);
  if (may(person) || random.chance(0.1)) return person;
  const [other] = random.some(principals.filter(may), 1);
  return other === undefined ? person : other;
}

/** Returns the same creation again, by the same person, with most of its values. */
function again(driver: Driver, { person, request }: Proposal, id: string): Proposal | null {
  if (request.kind !== 'create') return null;
  const { entity, input } = request;
  const call = callFor(driver, 'create', entity);
  const names = inputNames(driver, entity, call);
  const fields = driver.model.entities.find(({ name }) => name === entity)?.fields ?? [];
  const unchanged = Object.entries(input as { readonly [name: string]: Json }).filter(([name]) =>
    fields.some((field) => field.name === name && !field.unique && driver.random.chance(0.8)),
  );
  const good = new Map([...goodInput(driver, entity, names, 0), ...unchanged]);
  return { person, request: { ...request, id, call: call?.id ?? null, input: bodyFor(driver, call, good) } };
}
