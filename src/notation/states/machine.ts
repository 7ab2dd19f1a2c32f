import { idOf } from '../../model/types/element.ts';
import type { Machine, Reference, State, StateGroup, Transition } from '../../model/types/model.ts';
import type { Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Reader, statedElement, statedName } from '../reader/reader.ts';
import { statedTone } from '../reader/stated-tones.ts';
import type { Keys, NameWithSpan } from './machine-keys.ts';

/** The heading of a machine. */
export interface Heading {
  readonly id: string;
  readonly entity: string;
  readonly name: string;
  readonly at: Span;
  readonly help: string;
  /** Whether the table has neither `From` nor `To`. */
  readonly stateless: boolean;
  /** Content under the heading that was not read; no state is editable then. */
  readonly unread: Span | null;
}

/** Returns the machine. Its states are in the order of `places`. */
export function machineFrom(
  reader: Reader,
  heading: Heading,
  keys: Keys,
  transitions: readonly Transition[],
  places: ReadonlyMap<string, Reference>,
): Machine {
  const { id, entity, name, stateless } = heading;
  const final = finalStatesIn(keys, places);
  for (const { name: unknown, span } of final.unknown)
    reader.report(messages.nameUnknown(unknown, 'state of this table', 'Correct it, or give it a transition.'), span, {
      point: 4,
      element: id,
    });
  const events = new Set(transitions.map(({ event }) => event));
  const eventsOf = (stated: readonly NameWithSpan[]): Reference[] =>
    stated.flatMap(({ span, ...event }) => {
      if (events.has(event.name)) return event;
      const message = messages.nameUnknown(event.name, 'event of this table', 'Correct it.');
      reader.report(message, span, { point: 4, element: id });
      return [];
    });
  const isRead = heading.unread === null && final.unknown.length === 0;
  const states = [...places.values()].map(
    (state): State => ({
      ...statedName(state.name),
      id: idOf('state', entity, name, state.name),
      at: state.at,
      final: final.names.has(state.name),
    }),
  );
  return {
    ...statedElement(reader, 4, id, heading.at, heading.help),
    ...statedName(name),
    entity,
    stateless,
    states,
    transitions,
    initial: transitions.find((transition) => transition.from === null)?.to ?? (stateless ? '' : null),
    editableIn: isRead ? editableOf(keys, states, places) : null,
    groups: keys.groups,
    colours: keys.colours.flatMap(
      (span) => statedTone(reader, span, [...places.keys()], 'state of this table', { point: 4, element: id }) ?? [],
    ),
    primary: eventsOf(keys.primary),
    danger: eventsOf(keys.danger),
  };
}

/** Returns the final states, including those of groups, and the names that are neither a state nor a group. */
export function finalStatesIn(
  keys: Keys,
  places: ReadonlyMap<string, Reference>,
): { readonly names: ReadonlySet<string>; readonly unknown: readonly NameWithSpan[] } {
  const all = new Set<string>();
  const unknown: NameWithSpan[] = [];
  for (const each of keys.final) {
    const states = statesNamed(each.name, keys.groups, places);
    if (states === null) unknown.push(each);
    for (const state of states ?? []) all.add(state);
  }
  return { names: all, unknown };
}

/** Returns each name once, at its first place. */
export function firstPlaces(mentioned: readonly Reference[]): Map<string, Reference> {
  const places = new Map<string, Reference>();
  for (const state of mentioned) if (!places.has(state.name)) places.set(state.name, state);
  return places;
}

function editableOf(
  keys: Keys,
  states: readonly State[],
  places: ReadonlyMap<string, Reference>,
): Machine['editableIn'] {
  if (keys.editableIn === undefined) {
    return states.filter((state) => !state.final).map((state) => ({ name: state.name, at: null }));
  }
  if (keys.editableIn === null) return null;
  return keys.editableIn.flatMap((each) => groupNamed(each.name, keys.groups, places)?.states ?? [withoutSpan(each)]);
}

/** Returns the state with this name, or the states of the group. Null if there is neither. */
export function statesNamed(
  name: string,
  groups: readonly StateGroup[],
  places: ReadonlyMap<string, Reference>,
): readonly string[] | null {
  if (places.has(name)) return [name];
  return groupNamed(name, groups, places)?.states.map((state) => state.name) ?? null;
}

/** Returns the group with this name. A state with the same name takes precedence. */
export function groupNamed(
  name: string,
  groups: readonly StateGroup[],
  places: ReadonlyMap<string, Reference>,
): StateGroup | null {
  if (places.has(name)) return null;
  return groups.find((group) => group.name === name) ?? null;
}

const withoutSpan = ({ name, at }: NameWithSpan): Reference => ({ name, at });
