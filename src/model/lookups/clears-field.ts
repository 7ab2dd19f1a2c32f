import type { Effect } from '../types/model.ts';

/** Whether an effect sets this field of the record itself to null, as `email = null` does when somebody leaves. */
export function clearsField(effect: Effect, field: string): boolean {
  return (
    effect.kind === 'set' &&
    effect.change === null &&
    effect.on === null &&
    effect.field === field &&
    effect.value.tree?.op === 'null'
  );
}
