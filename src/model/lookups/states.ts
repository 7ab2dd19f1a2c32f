import type { Machine } from '../types/model.ts';

type Stateful = Pick<Machine, 'name' | 'stateless'>;

/**
 * Returns the state of a record in a machine, as the rows of the machine name it in `from`: empty if the machine has no
 * states, null if the record is in none.
 */
export function stateIn(machine: Stateful, values: { readonly [name: string]: unknown }): string | null {
  if (machine.stateless) return '';
  const state = values[machine.name];
  return typeof state === 'string' ? state : null;
}

/** Returns the name and the state of a record that a transition leads to; nothing if the machine has no states. */
export function stateEntry<T>(machine: Stateful, state: T): readonly (readonly [string, T])[] {
  return machine.stateless ? [] : [[machine.name, state]];
}
