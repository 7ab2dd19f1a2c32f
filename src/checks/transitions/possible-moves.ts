import type { Machine, Transition } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import type { CheckContext } from '../runner/check.ts';

/** Returns what starts a transition, as the document writes it: `finish`, `after 3 days`, `(new)`. */
export function startOf({ event, timer }: Transition): string {
  if (event !== null) return event;
  if (timer === null) return '(new)';
  if (timer.kind === 'when') return `when \`${timer.condition.text}\``;
  if (timer.kind === 'on') return `on ${timer.entity.name}: ${timer.event.name}`;
  if (timer.kind === 'operation') return `on ${timer.operation}`;
  return `${timer.kind} ${timer.delay.text}`;
}

/** Describes a transition: `“finish” of a Task in Open`, or `the start of a Task` for a creation. */
export function describeTransition(machine: Machine, transition: Transition): string {
  const record = withArticle(machine.entity);
  if (transition.from === null) return `the start of ${record}`;
  if (transition.timer?.kind === 'operation') return `${startOf(transition)} of ${record}`;
  if (machine.stateless) return `“${startOf(transition)}” of ${record}`;
  return `“${startOf(transition)}” of ${record} in ${transition.from}`;
}

/** Returns the names of the final states. Null, the source of a creation, is never among them. */
export function finalIn(machine: Machine, { memoize }: CheckContext): ReadonlySet<string | null> {
  return memoize('final', machine, () => new Set(machine.states.filter(({ final }) => final).map(({ name }) => name)));
}

/** Returns the states that the transitions reach from the start states, including these. Ignores conditions. */
export function reachedFrom(start: Iterable<string>, transitions: readonly Transition[]): ReadonlySet<string> {
  const leaving = Map.groupBy(transitions, ({ from }) => from);
  const reached = new Set(start);
  for (const state of reached) for (const { to } of leaving.get(state) ?? []) reached.add(to);
  return reached;
}

/** Returns the states from which the transitions lead to the end states, including these. Ignores conditions. */
export function leadingTo(ends: Iterable<string>, transitions: readonly Transition[]): ReadonlySet<string> {
  const arriving = Map.groupBy(transitions, ({ to }) => to);
  const found = new Set(ends);
  for (const state of found) for (const { from } of arriving.get(state) ?? []) if (from !== null) found.add(from);
  return found;
}

/** Groups the transitions by their start: the same state and event, or the creation of the record. */
export function byStart(machine: Machine): readonly (readonly Transition[])[] {
  const events = machine.transitions.filter(
    ({ event, from, timer }) => timer === null && (event !== null) === (from !== null),
  );
  return [...Map.groupBy(events, ({ from, event }) => JSON.stringify([from, event])).values()];
}

/** Capitalizes the first letter. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
