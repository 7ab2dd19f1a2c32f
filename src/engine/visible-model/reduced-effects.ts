import type { Formula } from '../../model/types/formula.ts';
import type { Effect } from '../../model/types/model.ts';
import type { Compiled, PreparedTransition } from '../compiled/compiled-model.ts';
import { type Access, isOpen } from './entity-access.ts';

/** In the place of a value that the browser can't work out: the field is not known there once the event happened. */
const UNFORESEEN: Formula = { text: '', at: null, tree: null };

/**
 * What an event does to its record, as far as these roles may know it: what it asks for, and which of the fields that they
 * read it fills. With what it fills them is said where the record itself and what these roles read of it decide that, so that
 * the browser judges the record as the event leaves it.
 */
export function effectsFor(
  prepared: PreparedTransition,
  access: Access,
  accesses: ReadonlyMap<string, Access>,
): Effect[] {
  const { transition } = prepared;
  const asks = transition.effects.filter(({ kind }) => kind === 'ask');
  const filled = (field: string, value: Formula): Effect[] =>
    access.reads.includes(field) ? [{ kind: 'set', on: null, field, value, at: null }] : [];
  // Guards decide which of several rows is taken, and the browser has none of them.
  const rivals = access.transitions.filter(
    ({ transition: other, machine }) =>
      machine === prepared.machine && other.event === transition.event && other.from === transition.from,
  );
  if (rivals.length > 1) {
    const names = new Set(rivals.flatMap((rival) => filledBy(rival, access)));
    return [...asks, ...[...names].flatMap((name) => filled(name, UNFORESEEN))];
  }
  const own = transition.effects.flatMap((effect, index): Effect[] => {
    if (effect.kind === 'ask') return [];
    const known = prepared.unknown.length === 0 ? prepared.effects[index] : undefined;
    if (effect.kind === 'set' && effect.on === null) {
      const isKnown = known?.kind === 'set' && isForeseen(known.value, accesses);
      return filled(effect.field, isKnown ? effect.value : UNFORESEEN);
    }
    return [];
  });
  const lines = listsFilledBy(prepared, access).flatMap((name) => filled(name, UNFORESEEN));
  return [...asks, ...own, ...lines];
}

/** Whether the record alone, as these roles read it, says what the formula comes to. */
function isForeseen(value: Compiled, accesses: ReadonlyMap<string, Access>): boolean {
  const isOwn = value.reads.every((path) => path.length <= 1) && value.readsOfPerson.every((path) => path.length === 0);
  return isOwn && value.queries.length === 0 && !value.makesToken && !value.needsLink && isOpen(value, accesses);
}

/** The fields of the record itself that an event fills, its lists included. */
function filledBy(prepared: PreparedTransition, access: Access): string[] {
  const own = prepared.transition.effects.flatMap((effect) =>
    effect.kind === 'set' && effect.on === null ? effect.field : [],
  );
  return [...own, ...listsFilledBy(prepared, access)];
}

/** The lists of the record that an event puts lines into, or whose lines it fills. */
function listsFilledBy({ effects }: PreparedTransition, { entity }: Access): string[] {
  return effects.flatMap((effect) => {
    if (effect.kind === 'make') return effect.list ?? [];
    if (effect.kind !== 'set elsewhere' || !effect.lines) return [];
    return entity.entity.fields.flatMap(({ name, type }) =>
      type.kind === 'list' && type.entity === effect.entity ? name : [],
    );
  });
}
