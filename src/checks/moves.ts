import type { Machine, Transition } from '../model/types/model.ts';
import type { CheckContext } from './check.ts';
import { withArticle } from './places.ts';

/** What starts a transition, as the document writes it: `finish`, `after 3 days`, `(new)`. */
export function startOf({ event, timer }: Transition): string {
  if (event !== null) return event;
  if (timer === null) return '(new)';
  if (timer.kind === 'when') return `when \`${timer.condition.text}\``;
  if (timer.kind === 'on') return `on ${timer.entity.name}: ${timer.event.name}`;
  return `${timer.kind} ${timer.delay.text}`;
}

/** `finish of a Task in Open`; of a creation: `the start of a Task`. */
export function moveOf(machine: Machine, transition: Transition): string {
  const record = withArticle(machine.entity);
  if (transition.from === null) return `the start of ${record}`;
  return `“${startOf(transition)}” of ${record} in ${transition.from}`;
}

/** The names of the states that are final; null, where a creation comes from, is none. */
export function finalIn(machine: Machine, { worked }: CheckContext): ReadonlySet<string | null> {
  return worked('final', machine, () => new Set(machine.states.filter(({ final }) => final).map(({ name }) => name)));
}

/** The states that these transitions lead to from some others, those included; conditions left aside. */
export function reachedFrom(start: Iterable<string>, transitions: readonly Transition[]): ReadonlySet<string> {
  const leaving = Map.groupBy(transitions, ({ from }) => from);
  const reached = new Set(start);
  for (const state of reached) for (const { to } of leaving.get(state) ?? []) reached.add(to);
  return reached;
}

/** The states from which these transitions lead to some others, those included. */
export function leadingTo(ends: Iterable<string>, transitions: readonly Transition[]): ReadonlySet<string> {
  const arriving = Map.groupBy(transitions, ({ to }) => to);
  const found = new Set(ends);
  for (const state of found) for (const { from } of arriving.get(state) ?? []) if (from !== null) found.add(from);
  return found;
}

/** Transitions that begin alike: of one state by one event, or by the creation of the record. */
export function byStart(machine: Machine): readonly (readonly Transition[])[] {
  const events = machine.transitions.filter(
    ({ event, from, timer }) => timer === null && (event !== null) === (from !== null),
  );
  return [...Map.groupBy(events, ({ from, event }) => JSON.stringify([from, event])).values()];
}

/** A sentence begins. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
