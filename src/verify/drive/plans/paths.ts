import type { Machine, Transition } from '../../../model/types/model.ts';
import type { Stored, World } from '../../oracle/world.ts';
import type { Driver } from '../ask.ts';
import { callFor, type OfRecords } from '../calls.ts';
import { goodInput, inputNames, sentTo } from '../input.ts';
import { creating, type Draft, mended, mightRaise, thoughtOf } from './drafts.ts';
import { edged, hintsOf } from './edges.ts';
import { goalOfTransition, wayTo } from './goals.ts';
import { follow, isTaken, NEW, sendable, type Thought, thought } from './think.ts';
import { wander } from './wander.ts';

/** Ways that are tried for one transition, each from another record. */
const MOST_WAYS = 16;
/** What is tried to bring a record one step on. */
const MOST_TRIES = 12;

/** Takes each transition that was never taken: from a record that is in its state or can be brought there, else from a new one. */
export async function transitions(driver: Driver): Promise<void> {
  const { model, judged } = driver;
  for (const machine of model.machines.filter(({ entity }) => judged.has(entity)))
    for (const transition of machine.transitions) {
      if (driver.found.length >= driver.most) return;
      if (transition.from === null || driver.impossible.has(transition.id)) continue;
      if (!isTaken(driver, transition.id)) await take(driver, machine, transition);
    }
}

/** From a record near its state, and where none of these ways is found, from anywhere. */
async function take(driver: Driver, machine: Machine, aim: Transition): Promise<void> {
  for (let way = 0; way < MOST_WAYS && aim.event !== null; way += 1) {
    const plan = planned(driver, machine, aim);
    if (typeof plan === 'string') {
      driver.reasons.set(aim.id, plan);
      continue;
    }
    await follow(driver, plan);
    if (isTaken(driver, aim.id) || driver.found.length >= driver.most) return;
  }
  if (aim.timer === null || aim.timer.kind === 'on' || driver.isPatient)
    await wander(driver, goalOfTransition(driver, machine, aim));
}

/** Steps that end with the transition, or in its state where it is the clock that takes it; or why none were found this time. */
function planned(driver: Driver, machine: Machine, aim: Transition): readonly Thought[] | string {
  const { random } = driver;
  const world: World = new Map(driver.world);
  const plan: Thought[] = [];
  const all = [...world.values()].filter((each) => each.entity === machine.entity);
  const ways = all.map((stored) =>
    wayTo(machine, String(stored.values.get(machine.name) ?? ''), aim.from ?? '', isRaised),
  );
  const near = all.filter((_, at) => ways[at] !== null);
  const trees = [aim.guard?.tree, ...rulesOf(driver, machine.entity)];
  const start =
    near.length > 0 && random.chance(0.6) ? random.pick(near) : creation(driver, machine, world, plan, trees);
  if (start === null)
    return near.length > 0
      ? noWayOf(machine, aim)
      : `no ${machine.entity} is in “${aim.from}”, and nobody could create one with the values tried`;
  const way = wayTo(machine, String(world.get(start.id)?.values.get(machine.name) ?? ''), aim.from ?? '', isRaised);
  if (way === null) return noWayOf(machine, aim);
  for (const step of [...way, aim])
    if (!stepped(driver, machine, start.id, step, world, plan))
      return step === aim ? unmet(aim) : noWayOf(machine, aim);
  return plan;
}

const noWayOf = ({ entity }: Machine, { from }: Transition): string =>
  `no ${entity} could be brought into “${from}” with the people and values tried`;

const unmet = ({ guard }: Transition): string =>
  guard === null
    ? 'nobody could raise it with the values tried'
    : `nobody could raise it: with the values tried, “${guard.text}” or a rule did not hold`;

const rulesOf = ({ model }: Driver, entity: string) =>
  model.rules.filter((rule) => rule.entity === entity).map(({ condition }) => condition?.tree);

const isRaised = ({ event }: Transition): boolean => event !== null;

/** A new record; null: nobody was found who may make one of these values. */
function creation(
  driver: Driver,
  { entity }: Machine,
  world: World,
  plan: Thought[],
  trees: Parameters<typeof creating>[2]['trees'],
): Stored | null {
  const inside = { ...driver, world };
  let draft: Draft | null = null;
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    draft ??= creating(inside, driver.random.pick(driver.askers), { entity, id: NEW, trees, good: 0.5 });
    const sent: Thought | null = draft === null ? null : sendable(inside, thoughtOf(draft));
    if (draft === null || sent === null) return null;
    const answer = thought(inside, sent, world);
    if (answer.allowed) {
      plan.push(sent);
      return world.get(NEW) ?? null;
    }
    draft = mended(inside, draft, answer);
  }
  return null;
}

/** Whether a step is found that somebody may take; where its guard is in the way, the record is changed first. */
function stepped(
  driver: Driver,
  machine: Machine,
  id: string,
  step: Transition,
  world: World,
  plan: Thought[],
): boolean {
  const { random, askers } = driver;
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    const who = random
      .some(askers, askers.length)
      .filter((person) => mightRaise({ ...driver, world }, person, id, step));
    for (const person of who) {
      const sent = sendable(driver, { person, request: raising(driver, machine, world.get(id) ?? null, step, turn) });
      if (sent === null) continue;
      const after: World = new Map(world);
      if (!thought(driver, sent, after).allowed || after.get(id)?.values.get(machine.name) !== step.to) continue;
      for (const stored of after.values()) world.set(stored.id, stored);
      plan.push(sent);
      return true;
    }
    if (who.length === 0 && !changed(driver, machine, id, step, world, plan)) return false;
  }
  return false;
}

function raising(
  driver: Driver,
  { entity }: Machine,
  stored: Stored | null,
  { event, effects }: Transition,
  turn: number,
): OfRecords {
  const asks = effects.flatMap((effect) => (effect.kind === 'ask' ? [effect.field] : []));
  const call = callFor(driver, 'event', entity, event);
  const good = goodInput(driver, entity, asks, 0);
  const rules = hintsOf(driver, rulesOf(driver, entity), stored);
  const id = stored?.id ?? NEW;
  const input = turn % 2 === 0 ? good : edged(driver, entity, asks, good, rules);
  return {
    kind: 'event',
    entity,
    id,
    event: event ?? '',
    call: call?.id ?? null,
    input: sentTo(driver, call, input),
    match: 'current',
  };
}

/** Something else in the record, as somebody may write it. */
function changed(
  driver: Driver,
  { entity }: Machine,
  id: string,
  step: Transition,
  world: World,
  plan: Thought[],
): boolean {
  const { random, askers } = driver;
  const call = callFor(driver, 'change', entity);
  if (call === null) return false;
  const names = inputNames(driver, entity, call);
  const hints = hintsOf(driver, [step.guard?.tree], world.get(id) ?? null);
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    const few = random.some(names, 1 + random.below(2));
    const input = sentTo(driver, call, edged(driver, entity, few, goodInput(driver, entity, few, 0), hints));
    const request = { kind: 'change', entity, id, call: call.id, input, match: 'current' } as const;
    const sent = sendable(driver, { person: random.pick(askers), request });
    if (sent === null || !thought(driver, sent, world).allowed) continue;
    plan.push(sent);
    return true;
  }
  return false;
}
