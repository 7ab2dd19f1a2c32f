import type { Json } from '../../engine/core/intent.ts';
import type { DraftInHand } from './drafts.tsx';

/**
 * A draft of a form that begins with these values, by field element id. They are not typed: what says the same is none
 * of the draft, and what is emptied stays empty.
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
