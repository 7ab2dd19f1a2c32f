import type { Machine, Reference, State, StateGroup, Transition } from '../../model/types/model.ts';
import { idOf } from '../../model/types/place.ts';
import { say } from '../codes.ts';
import type { Span } from '../markdown/span.ts';
import { named, type Reader, stated } from '../reader.ts';
import type { Keys, Named } from './4-keys.ts';

/** Where a machine stands and what it is called. */
export interface Heading {
  readonly id: string;
  readonly entity: string;
  readonly name: string;
  readonly at: Span;
  readonly help: string;
}

/** A machine of these transitions. States come in the order of `States`, then as the transitions name them. */
export function machineFrom(
  reader: Reader,
  heading: Heading,
  keys: Keys,
  transitions: readonly Transition[],
  mentioned: readonly Reference[],
): Machine {
  const { id, entity, name } = heading;
  const about = { point: 4, element: id } as const;
  const places = placesOf([...keys.states, ...mentioned]);
  const final = new Set(
    expanded(keys.final, keys.groups, places, (each) => {
      reader.report(
        say.nameUnknown(each.name, 'state of this table', 'Correct it, or give it a transition.'),
        each.span,
        about,
      );
      reader.lose(4, `Final: ${each.span.text}`);
    }).map((each) => each.name),
  );
  const states = [...places.values()].map(
    (state): State => ({
      ...named(state.name),
      id: idOf('state', entity, name, state.name),
      at: state.at,
      final: final.has(state.name),
    }),
  );
  return {
    ...stated(reader, 4, id, heading.at, heading.help),
    ...named(name),
    entity,
    states,
    transitions,
    initial: transitions.find((transition) => transition.from === null)?.to ?? null,
    editableIn: editableOf(keys, states, places),
    groups: keys.groups,
  };
}

/** Each name once, at its first place. */
export function placesOf(mentioned: readonly Reference[]): Map<string, Reference> {
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

/** Names of groups as the states in them. A state of the same name comes first. */
function expanded(
  all: readonly Named[],
  groups: readonly StateGroup[],
  places: ReadonlyMap<string, Reference>,
  unknown: (name: Named) => void,
): readonly Reference[] {
  return all.flatMap((each): readonly Reference[] => {
    if (places.has(each.name)) return [each];
    const group = groupNamed(each.name, groups, places);
    if (group === null) unknown(each);
    return group?.states ?? [];
  });
}

export function groupNamed(
  name: string,
  groups: readonly StateGroup[],
  places: ReadonlyMap<string, Reference>,
): StateGroup | null {
  if (places.has(name)) return null;
  return groups.find((group) => group.name === name) ?? null;
}

const withoutSpan = ({ name, at }: Named): Reference => ({ name, at });
