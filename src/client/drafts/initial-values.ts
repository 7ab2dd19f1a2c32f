import type { Json } from '../../engine/core/intent.ts';
import type { DraftHandle } from './drafts.tsx';

/**
 * Returns a draft with initial values, by field element id. Initial values are not part of the draft: typing the same
 * value removes the entry, and a cleared field stays empty.
 */
export function withInitialValues(draft: DraftHandle, initial: ReadonlyMap<string, Json>): DraftHandle {
  const same = (field: string, value: Json) =>
    initial.has(field) && JSON.stringify(initial.get(field)) === JSON.stringify(value);
  return {
    ...draft,
    values: new Map([...initial, ...draft.values]),
    set: (field, value, isSecret) => (same(field, value) ? draft.unset(field) : draft.set(field, value, isSecret)),
    unset: (field) => (initial.has(field) ? draft.set(field, null) : draft.unset(field)),
  };
}
