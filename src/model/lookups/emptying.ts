import type { Effect } from '../types/model.ts';

/** Whether an effect empties this field of the record itself, as `email = null` does when somebody leaves. */
export function isEmptying(effect: Effect, field: string): boolean {
  return effect.kind === 'set' && effect.on === null && effect.field === field && effect.value.tree?.op === 'null';
}
