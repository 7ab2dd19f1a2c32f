import { type PossibleNames, possibleNamesIn } from '../../expressions/types/stated-names.ts';
import type { Place } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Effect, Field, Machine, Transition } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';

/** A transition whose effect gives people a role: a stated one, or one that is read from data. */
export interface RoleChange {
  readonly machine: Machine;
  readonly transition: Transition;
  readonly at: Place | null;
  readonly gives: PossibleNames;
}

/**
 * Returns every transition that gives a role, in stated order, including transitions that do so by an event that they
 * raise on people.
 */
export function roleChangesByEffects(role: Field, context: CheckContext): readonly RoleChange[] {
  const person = context.schema.person?.entity.name ?? '';
  return context.model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) =>
      transition.effects.flatMap((effect) =>
        givenBy(effect, machine.entity, { role: role.name, person, context, visited: [] }).map((gives) => ({
          machine,
          transition,
          at: effect.at ?? transition.at,
          gives,
        })),
      ),
    ),
  );
}

interface Within {
  readonly role: string;
  readonly person: string;
  readonly context: CheckContext;
  /** The events on people that led to this effect. */
  readonly visited: readonly string[];
}

function givenBy(effect: Effect, entity: string, within: Within): readonly PossibleNames[] {
  const { role, person, context, visited } = within;
  const stated = (value: Formula): readonly PossibleNames[] => {
    const typed = context.typed(value);
    return typed === null ? [] : [possibleNamesIn(typed)].filter(({ names, whole }) => names.length > 0 || !whole);
  };
  switch (effect.kind) {
    case 'set': {
      const at = effect.on === null ? entity : leadsTo(effect.on, context);
      return at === person && effect.field === role ? stated(effect.value) : [];
    }
    case 'create':
      return effect.entity === person
        ? effect.values.flatMap(({ field, value }) => (field === role ? stated(value) : []))
        : [];
    case 'raise': {
      if (leadsTo(effect.on, context) !== person || visited.includes(effect.event)) return [];
      const raised = context.schema.entities.get(person)?.machines.flatMap(({ transitions }) => transitions) ?? [];
      return raised
        .filter(({ event }) => event === effect.event)
        .flatMap(({ effects }) => effects)
        .flatMap((each) => givenBy(each, person, { ...within, visited: [...visited, effect.event] }));
    }
    default:
      return [];
  }
}

/** Returns the entity of the record or records that a path leads to. */
function leadsTo(path: Formula, { typed }: CheckContext): string | null {
  const type = typed(path)?.type;
  const one = type?.t === 'list' ? type.of : type;
  return one?.t === 'record' ? one.entity : null;
}
