import type { Machine, State, Transition } from '../types/model.ts';
import type { Tone, Tones } from '../types/tone.ts';
import { isNegative, means } from './words.ts';

type Shape = Pick<Machine, 'states' | 'transitions' | 'initial'>;

/**
 * Returns the colour of each state by what it means. A new record is grey, what goes on is blue, what waits for somebody
 * else is amber, a good end is green, and a bad one is red, or grey if it was called off. Names decide only what the
 * machine leaves open.
 */
export function stateTones(machine: Shape): Tones {
  return new Map(machine.states.map((state) => [state.name, toneOf(machine, state)]));
}

function toneOf(machine: Shape, state: State): Tone {
  const bad = badTone(machine, state);
  const isInitial = state.name === initialOf(machine);
  if (bad !== null && !isInitial) return bad;
  if (says('waiting', state) && !state.final) return 'amber';
  if (isInitial) return 'grey';
  if (isEnd(machine, state)) return 'green';
  // What is approved or resolved goes on with somebody else and still reads as good news.
  return !says('good', state) && waitsForOthers(machine, state) ? 'amber' : 'blue';
}

/** Whether a state is refused, failed or called off, by its name or by every event that leads to it. */
export const isBadState = (machine: Shape, state: State): boolean =>
  state.name !== initialOf(machine) && badTone(machine, state) !== null;

function badTone(machine: Shape, state: State): Tone | null {
  if (says('refused', state)) return 'red';
  if (says('ended', state)) return 'grey';
  if (says('good', state)) return null;
  const events = entries(machine, state).map(({ event }) => event);
  const isCalledOff = events.length > 0 && events.every((event) => event !== null && isNegative(event));
  if (!isCalledOff || !isEnd(machine, state)) return null;
  return events.some((event) => event !== null && means('refused', event)) ? 'red' : 'grey';
}

/**
 * Whether records rest in the state: it is final, nothing leads out of it, or it is named as an end and is only left to
 * be taken up again.
 */
export function isEnd(machine: Shape, state: State): boolean {
  const next = exits(machine, state).map(({ to }) => to);
  if (state.final || next.length === 0) return true;
  if (!says('good', state)) return false;
  const distances = distancesOf(machine);
  const own = distances.get(state.name) ?? 0;
  const isFinal = (name: string) => machine.states.some((each) => each.name === name && each.final);
  return next.every((name) => (distances.get(name) ?? own + 1) <= own && !isFinal(name));
}

/** Whether the state goes on only by people other than those who brought the record there. */
function waitsForOthers(machine: Shape, state: State): boolean {
  const before = new Set(entries(machine, state).flatMap(performersOf));
  const distances = distancesOf(machine);
  const distanceOf = (name: string) => distances.get(name) ?? 0;
  const next = exits(machine, state)
    .filter(({ to }) => {
      const target = machine.states.find(({ name }) => name === to);
      const isBack = distanceOf(to) < distanceOf(state.name);
      return !isBack && target !== undefined && !isBadState(machine, target) && !says('waiting', target);
    })
    .flatMap(({ event, who }) => (event === null ? [] : (who ?? []).map(({ name }) => name)));
  return before.size > 0 && next.length > 0 && next.every((name) => !before.has(name));
}

/** Returns the roles and fields that name who takes a transition; a person whom it sets has the record from then on. */
function performersOf({ event, who, effects }: Transition): readonly string[] {
  if (event === null) return [];
  const set = effects.flatMap((effect) =>
    (effect.kind === 'set' && effect.on === null) || effect.kind === 'ask' ? effect.field : [],
  );
  return [...(who ?? []).map(({ name }) => name), ...set];
}

/** Returns how many steps lead from the initial state to each state, at least; nothing for states that none leads to. */
export function distancesOf(machine: Shape): ReadonlyMap<string, number> {
  const distances = new Map<string, number>();
  let reached = [initialOf(machine)];
  for (let step = 0; reached.length > 0; step += 1) {
    for (const name of reached) if (!distances.has(name)) distances.set(name, step);
    reached = machine.transitions.flatMap(({ from, to }) =>
      from !== null && reached.includes(from) && !distances.has(to) ? to : [],
    );
  }
  return distances;
}

export const initialOf = ({ initial, states }: Shape): string => initial ?? states[0]?.name ?? '';

const says = (meaning: Parameters<typeof means>[0], { name }: State): boolean => means(meaning, name);

const entries = ({ transitions }: Shape, { name }: State): readonly Transition[] =>
  transitions.filter(({ from, to }) => to === name && from !== name && from !== null);

const exits = ({ transitions }: Shape, { name }: State): readonly Transition[] =>
  transitions.filter(({ from, to }) => from === name && to !== name);
