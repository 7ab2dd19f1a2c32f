import type { Formula } from '../../model/types/formula.ts';
import type { Effect } from '../../model/types/model.ts';
import type { CompiledFormula, CompiledTransition } from '../compiled/compiled-model.ts';
import { type Access, readsOnlyReadable } from './entity-access.ts';

/** Stands for a value that the client can't compute: the client treats the field as unknown after the event. */
const UNPREDICTABLE: Formula = { text: '', at: null, tree: null };

/**
 * Returns the effects of an event on its record, as far as these roles may know them: its asks, and which readable
 * fields it sets. A value is included only if it can be computed from what these roles may read of the record, so that
 * the client can judge the record after the event.
 */
export function effectsFor(
  prepared: CompiledTransition,
  access: Access,
  accesses: ReadonlyMap<string, Access>,
): Effect[] {
  const { transition } = prepared;
  const asks = transition.effects.filter(({ kind }) => kind === 'ask');
  const filled = (field: string, value: Formula): Effect[] =>
    access.reads.includes(field) ? [{ kind: 'set', change: null, on: null, field, value, at: null }] : [];
  // Guards select one of several transitions, and the client has no guards.
  const rivals = access.transitions.filter(
    ({ transition: other, machine }) =>
      machine === prepared.machine && other.event === transition.event && other.from === transition.from,
  );
  if (rivals.length > 1) {
    const names = new Set(rivals.flatMap((rival) => filledBy(rival, access)));
    return [...asks, ...[...names].flatMap((name) => filled(name, UNPREDICTABLE))];
  }
  const own = transition.effects.flatMap((effect, index): Effect[] => {
    if (effect.kind === 'ask') return [];
    const known = prepared.unknown.length === 0 ? prepared.effects[index] : undefined;
    if (effect.kind === 'set' && effect.on === null) {
      const isKnown = effect.change === null && known?.kind === 'set' && isPredictable(known.value, accesses);
      return filled(effect.field, isKnown ? effect.value : UNPREDICTABLE);
    }
    return [];
  });
  const lines = listsFilledBy(prepared, access).flatMap((name) => filled(name, UNPREDICTABLE));
  return [...asks, ...own, ...lines];
}

/** Returns whether the formula can be computed from what these roles may read of the record alone. */
function isPredictable(value: CompiledFormula, accesses: ReadonlyMap<string, Access>): boolean {
  const isOwn = value.reads.every((path) => path.length <= 1) && value.readsOfPerson.every((path) => path.length === 0);
  return (
    isOwn && value.queries.length === 0 && !value.makesToken && !value.needsLink && readsOnlyReadable(value, accesses)
  );
}

/** Returns the fields of the record itself that an event sets, including lists. */
function filledBy(prepared: CompiledTransition, access: Access): string[] {
  const own = prepared.transition.effects.flatMap((effect) =>
    effect.kind === 'set' && effect.on === null ? effect.field : [],
  );
  return [...own, ...listsFilledBy(prepared, access)];
}

/** Returns the lists of the record to which an event adds lines, or in whose lines it sets fields. */
function listsFilledBy({ effects }: CompiledTransition, { entity }: Access): string[] {
  return effects.flatMap((effect) => {
    if (effect.kind === 'make') return effect.list ?? [];
    if (effect.kind !== 'set elsewhere' || !effect.lines) return [];
    return entity.entity.fields.flatMap(({ name, type }) =>
      type.kind === 'list' && type.entity === effect.entity ? name : [],
    );
  });
}
