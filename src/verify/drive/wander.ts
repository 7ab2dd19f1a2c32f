import type { Tree } from '../../model/formula.ts';
import type { Answer, Json, Stored, World } from '../oracle/world.ts';
import { NOWHERE } from './address.ts';
import type { Driver } from './ask.ts';
import { callFor, type OfRecords } from './calls.ts';
import { edged, hintsOf } from './edges.ts';
import { goodInput, inputNames, sentTo, withLinesThere } from './input.ts';
import { follow, NEW, sendable, type Thought, thought } from './think.ts';

export interface Goal {
  /** Whose records are written on the way. */
  readonly entities: readonly string[];
  /** What the values tried come from. */
  readonly trees: readonly (Tree | null | undefined)[];
  readonly isMet: (answer: Answer) => boolean;
  /** Also what is refused by itself: old versions, records that are not there, events of other states. */
  readonly wild?: boolean;
}

const MOST_STEPS = 16;

/** Writes this and that in a world that is only thought of, until something meets the goal; then all of it is sent. Whether it was. */
export async function wander(driver: Driver, goal: Goal): Promise<boolean> {
  const { random } = driver;
  for (let walk = 0; walk < driver.walks && driver.found.length < driver.most; walk += 1) {
    let world: World = new Map(driver.world);
    const plan: Thought[] = [];
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const inside = { ...driver, world };
      const before = plan.at(-1);
      const next =
        before?.request.kind === 'create' && random.chance(0.4)
          ? again(inside, before, step)
          : anything(inside, random.pick(goal.entities), goal, step);
      const sent = next === null ? null : sendable(inside, next);
      if (sent === null) continue;
      const after: World = new Map(world);
      const answer = thought(inside, sent, after);
      if (goal.isMet(answer)) {
        await follow(driver, [...plan, sent]);
        return true;
      }
      if (!answer.allowed) continue;
      world = after;
      plan.push(sent);
    }
  }
  return false;
}

/** The same once more, as the same person, with most of what was sent. */
function again(driver: Driver, { person, request }: Thought, step: number): Thought | null {
  if (request.kind !== 'create') return null;
  const { entity, input } = request;
  const call = callFor(driver, 'create', entity);
  const names = inputNames(driver, entity, call);
  const fields = driver.model.entities.find(({ name }) => name === entity)?.fields ?? [];
  const kept = Object.entries(input as { readonly [name: string]: Json }).filter(([name]) =>
    fields.some((field) => field.name === name && !field.unique && driver.random.chance(0.9)),
  );
  const good = new Map([...goodInput(driver, entity, names, 0), ...kept]);
  return {
    person,
    request: { ...request, id: `${NEW} ${step}`, call: call?.id ?? null, input: sentTo(driver, call, good) },
  };
}

function anything(driver: Driver, entity: string, { trees, wild = false }: Goal, step: number): Thought | null {
  const { world, random, askers, model } = driver;
  const person = random.pick(askers);
  const all = [...world.values()].filter((each) => each.entity === entity);
  const stored = all.length === 0 ? null : random.chance(0.4) ? (all.at(-1) ?? null) : random.pick(all);
  const machines = model.machines.filter((machine) => machine.entity === entity);
  const kind = random.pick([
    'create',
    'change',
    ...(machines.length > 0 ? ['event', 'event'] : []),
    ...(wild ? ['delete'] : []),
  ]);
  const match = wild && random.chance(0.2) ? 'stale' : 'current';
  const id = wild && random.chance(0.1) ? NOWHERE : (stored?.id ?? NOWHERE);
  if (kind === 'create') {
    const call = callFor(driver, 'create', entity);
    const names = inputNames(driver, entity, call);
    const good = goodInput(driver, entity, names, 0.1);
    const hints = hintsOf(driver, trees, { entity, id: NEW, values: good });
    const input = random.chance(0.4) ? good : edged(driver, entity, names, good, hints);
    return {
      person,
      request: { kind, entity, id: `${NEW} ${step}`, call: call?.id ?? null, input: sentTo(driver, call, input) },
    };
  }
  if (stored === null) return null;
  if (kind === 'delete') return { person, request: { kind, entity, id, match } };
  if (kind === 'change') {
    const call = callFor(driver, 'change', entity);
    const names = random.some(inputNames(driver, entity, call), 1 + random.below(3));
    const good = goodInput(driver, entity, names, 0);
    const input = random.chance(0.3) ? good : edged(driver, entity, names, good, hintsOf(driver, trees, stored));
    const lines = sentTo(driver, call, withLinesThere(driver, stored, input));
    return { person, request: { kind, entity, id, call: call?.id ?? null, match, input: lines } };
  }
  return { person, request: eventOf(driver, stored, { id, match }, trees, wild) };
}

function eventOf(
  driver: Driver,
  { entity, values, id: own }: Stored,
  { id, match }: { readonly id: string; readonly match: 'stale' | 'current' },
  trees: Goal['trees'],
  wild: boolean,
): OfRecords {
  const { random, model } = driver;
  const all = model.machines.flatMap((machine) =>
    machine.entity === entity
      ? machine.transitions.map((transition) => ({ ...transition, machine: machine.name }))
      : [],
  );
  const raised = all.filter(({ event }) => event !== null);
  const here = raised.filter(({ from, machine }) => values.get(machine) === from);
  const [one] = random.some(here.length > 0 && !(wild && random.chance(0.3)) ? here : raised, 1);
  const event = one?.event ?? '';
  const asks = (one?.effects ?? []).flatMap((effect) => (effect.kind === 'ask' ? [effect.field] : []));
  const call = callFor(driver, 'event', entity, event);
  const good = goodInput(driver, entity, asks, 0);
  const hints = hintsOf(driver, trees, { entity, id: own, values });
  const input = random.chance(0.4) ? good : edged(driver, entity, asks, good, hints);
  return { kind: 'event', entity, id, event, call: call?.id ?? null, input: sentTo(driver, call, input), match };
}
