import type { Machine, Reference, Transition } from '../types/model.ts';
import { initialOf, isBadState, isEnd } from './state-tones.ts';
import { isNegative, means } from './words.ts';

/** The states from which an event moves a record towards a good end, and those from which it calls the record off. */
export interface EventMeaning {
  readonly forward: readonly string[];
  readonly danger: readonly string[];
}

/** Returns what an event means in the states that it leads out of. */
export function eventMeaning(machine: Machine, event: string): EventMeaning {
  if (machine.stateless) return { forward: [], danger: [] };
  const left = stepsLeft(machine);
  const own = machine.transitions.filter((each) => each.event === event && each.from !== null && each.from !== each.to);
  const { primary } = machine;
  const danger = own.filter((each) => isDangerous(machine, each));
  const isPrimary = (each: Transition) =>
    primary.length === 0 ? !danger.includes(each) && isForward(machine, each, left) : isNamed(primary, each);
  const forward = own.filter(isPrimary);
  const from = (transitions: readonly Transition[]) => [...new Set(transitions.flatMap((each) => each.from ?? []))];
  return { forward: from(forward), danger: from(danger) };
}

const isNamed = (events: readonly Reference[], { event }: Transition): boolean =>
  events.some(({ name }) => name === event);

/** Whether a transition calls the record off: stated for the machine, or by the names of its event and state. */
function isDangerous(machine: Machine, transition: Transition): boolean {
  if (machine.danger.length > 0) return isNamed(machine.danger, transition);
  const { event, to } = transition;
  const target = machine.states.find(({ name }) => name === to);
  return isNegative(event ?? '') || (target !== undefined && isBadState(machine, target));
}

/** Whether fewer steps are left after a transition; without a good end, whether it leads away from the initial state. */
function isForward(machine: Machine, { from, to }: Transition, left: ReadonlyMap<string, number>): boolean {
  if (to === initialOf(machine) || means('waiting', to)) return false;
  if (left.size === 0) return from === initialOf(machine);
  return (left.get(to) ?? Number.POSITIVE_INFINITY) < (left.get(from ?? '') ?? Number.POSITIVE_INFINITY);
}

/** Returns the least number of steps from each state to a good end, without deadlines and without calling it off. */
function stepsLeft(machine: Machine): ReadonlyMap<string, number> {
  const steps = new Map<string, number>();
  const ways = machine.transitions.filter(
    (each) => each.from !== null && each.timer?.kind !== 'after' && !isDangerous(machine, each),
  );
  let reached = machine.states.filter((state) => isEnd(machine, state) && !isBadState(machine, state)).map(nameOf);
  for (let step = 0; reached.length > 0; step += 1) {
    for (const name of reached) if (!steps.has(name)) steps.set(name, step);
    reached = ways.flatMap(({ from, to }) => (from !== null && reached.includes(to) && !steps.has(from) ? from : []));
  }
  return steps;
}

const nameOf = ({ name }: { readonly name: string }): string => name;
