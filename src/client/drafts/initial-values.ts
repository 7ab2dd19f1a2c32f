import type { Json } from '../../engine/core/intent.ts';
import type { DraftInHand } from './drafts.tsx';

/**
 * Returns a draft with initial values, by field element id. Initial values are not part of the draft: typing the same
 * value removes the entry, and a cleared field stays empty.
 */
export function begunWith(draft: DraftInHand, given: ReadonlyMap<string, Json>): DraftInHand {
  const same = (field: string, value: Json) =>
    given.has(field) && JSON.stringify(given.get(field)) === JSON.stringify(value);
  return {
    ...draft,
    values: new Map([...given, ...draft.values]),
    set: (field, value, isSecret) => (same(field, value) ? draft.unset(field) : draft.set(field, value, isSecret)),
    unset: (field) => (given.has(field) ? draft.set(field, null) : draft.unset(field)),
  };
}
