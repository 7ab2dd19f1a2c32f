import type { Machine, Transition } from '../../model/types/model.ts';
import { callFor, type OfRecords } from '../drive/calls.ts';
import { bodyFor, goodInput, inputNames } from '../drive/input.ts';
import type { Driver } from '../drive/send-request.ts';
import { stateOf } from '../evaluator/names.ts';
import type { Stored, World } from '../evaluator/world.ts';
import { type Draft, draftCreation, mightRaise, proposalOf, repairedDraft } from './drafts.ts';
import { valuesInExpressions, withEdgeValues } from './edges.ts';
import { goalOfTransition, shortestPath } from './goals.ts';
import { followPlan, imaginedAnswer, isTaken, NEW, type Proposal, sendable } from './think.ts';
import { planRandomly } from './wander.ts';

/** Maximum number of attempts per transition, each from another record. */
const MOST_WAYS = 16;
/** Maximum number of attempts to take one step. */
const MOST_TRIES = 12;

/**
 * Takes each transition that was never taken: from a record that is in its state or can reach it, otherwise from a new
 * one.
 */
export async function tryTransitions(driver: Driver): Promise<void> {
  const { model, judged } = driver;
  for (const machine of model.machines.filter(({ entity }) => judged.has(entity)))
    for (const transition of machine.transitions) {
      if (driver.disagreements.length >= driver.most) return;
      // What a plain operation does is compared with each such operation.
      if (transition.from === null || transition.timer?.kind === 'operation') continue;
      if (driver.impossible.has(transition.id)) continue;
      if (!isTaken(driver, transition.id)) await take(driver, machine, transition);
    }
}

/** Tries records near its state, and then anything. */
async function take(driver: Driver, machine: Machine, aim: Transition): Promise<void> {
  for (let way = 0; way < MOST_WAYS && aim.event !== null; way += 1) {
    const plan = planned(driver, machine, aim);
    if (typeof plan === 'string') {
      driver.reasons.set(aim.id, plan);
      continue;
    }
    await followPlan(driver, plan);
    if (isTaken(driver, aim.id) || driver.disagreements.length >= driver.most) return;
  }
  if (aim.timer === null || aim.timer.kind === 'on' || driver.mayAdvanceClock)
    await planRandomly(driver, goalOfTransition(driver, machine, aim));
}

/** Returns steps that end with the transition, or in its state if a timer takes it; otherwise why none were found. */
function planned(driver: Driver, machine: Machine, aim: Transition): readonly Proposal[] | string {
  const { random } = driver;
  const world: World = new Map(driver.world);
  const plan: Proposal[] = [];
  const all = [...world.values()].filter((each) => each.entity === machine.entity);
  const ways = all.map((stored) =>
    shortestPath(machine, String(stateOf(machine, stored.values) ?? ''), aim.from ?? '', isRaised),
  );
  const near = all.filter((_, at) => ways[at] !== null);
  const trees = [aim.guard?.tree, ...rulesOf(driver, machine.entity)];
  const start =
    near.length > 0 && random.chance(0.6) ? random.pick(near) : creation(driver, machine, world, plan, trees);
  if (start === null)
    return near.length > 0
      ? noWayOf(machine, aim)
      : `there is no ${machine.entity}${machine.stateless ? '' : ` in “${aim.from}”`}, and nobody could create one with the values tried`;
  const way = shortestPath(
    machine,
    String(stateOf(machine, world.get(start.id)?.values ?? new Map()) ?? ''),
    aim.from ?? '',
    isRaised,
  );
  if (way === null) return noWayOf(machine, aim);
  for (const step of [...way, aim])
    if (!stepped(driver, machine, start.id, step, world, plan))
      return step === aim ? unmet(aim) : noWayOf(machine, aim);
  return plan;
}

const noWayOf = ({ entity, stateless }: Machine, { from }: Transition): string =>
  stateless
    ? `nobody could try it on a ${entity} with the people and values tried`
    : `no ${entity} reached “${from}” with the people and values tried`;

const unmet = ({ guard }: Transition): string =>
  guard === null
    ? 'nobody could raise its event with the values tried'
    : `nobody could raise its event: with the values tried, “${guard.text}” or a rule did not hold`;

const rulesOf = ({ model }: Driver, entity: string) =>
  model.rules.filter((rule) => rule.entity === entity).map(({ condition }) => condition?.tree);

const isRaised = ({ event }: Transition): boolean => event !== null;

/** Plans a new record; null if nobody may create one with the tried values. */
function creation(
  driver: Driver,
  { entity }: Machine,
  world: World,
  plan: Proposal[],
  trees: Parameters<typeof draftCreation>[2]['trees'],
): Stored | null {
  const inside = { ...driver, world };
  let draft: Draft | null = null;
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    draft ??= draftCreation(inside, driver.random.pick(driver.principals), { entity, id: NEW, trees, good: 0.5 });
    const sent: Proposal | null = draft === null ? null : sendable(inside, proposalOf(draft));
    if (draft === null || sent === null) return null;
    const answer = imaginedAnswer(inside, sent, world);
    if (answer.allowed) {
      plan.push(sent);
      return world.get(NEW) ?? null;
    }
    draft = repairedDraft(inside, draft, answer);
  }
  return null;
}

/** Whether somebody can take the step; if its guard fails, the record is changed first. */
function stepped(
  driver: Driver,
  machine: Machine,
  id: string,
  step: Transition,
  world: World,
  plan: Proposal[],
): boolean {
  const { random, principals } = driver;
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    const who = random
      .some(principals, principals.length)
      .filter((person) => mightRaise({ ...driver, world }, person, id, step));
    for (const person of who) {
      const sent = sendable(driver, { person, request: raising(driver, machine, world.get(id) ?? null, step, turn) });
      if (sent === null) continue;
      const after: World = new Map(world);
      if (
        !imaginedAnswer(driver, sent, after).allowed ||
        stateOf(machine, after.get(id)?.values ?? new Map()) !== step.to
      )
        continue;
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
  const rules = valuesInExpressions(driver, rulesOf(driver, entity), stored);
  const id = stored?.id ?? NEW;
  const input = turn % 2 === 0 ? good : withEdgeValues(driver, entity, asks, good, rules);
  return {
    kind: 'event',
    entity,
    id,
    event: event ?? '',
    call: call?.id ?? null,
    input: bodyFor(driver, call, input),
    match: 'current',
  };
}

/** Plans another change of the record by somebody who may write it. */
function changed(
  driver: Driver,
  { entity }: Machine,
  id: string,
  step: Transition,
  world: World,
  plan: Proposal[],
): boolean {
  const { random, principals } = driver;
  const call = callFor(driver, 'change', entity);
  if (call === null) return false;
  const names = inputNames(driver, entity, call);
  const hints = valuesInExpressions(driver, [step.guard?.tree], world.get(id) ?? null);
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    const few = random.some(names, 1 + random.below(2));
    const input = bodyFor(driver, call, withEdgeValues(driver, entity, few, goodInput(driver, entity, few, 0), hints));
    const request = { kind: 'change', entity, id, call: call.id, input, match: 'current' } as const;
    const sent = sendable(driver, { person: random.pick(principals), request });
    if (sent === null || !imaginedAnswer(driver, sent, world).allowed) continue;
    plan.push(sent);
    return true;
  }
  return false;
}
