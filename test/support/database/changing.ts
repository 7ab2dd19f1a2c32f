import assert from 'node:assert/strict';
import type { Recomputation } from '../../../src/engine/effects/recompute.ts';
import type { Row, Value } from '../../../src/fields/text/value.ts';
import type { Model } from '../../../src/model/types/model.ts';
import type { ApplyOutcome, Store } from '../../../src/store/core/store.ts';
import * as m from './models.ts';
import { insert, openStore, readOne, rowOf } from './stores.ts';

/** A store with the first model and some records of it; then the second is applied. */
export interface Change {
  readonly before: Model;
  readonly rows?: readonly Row[];
  readonly after: Model;
  readonly settling?: Recomputation;
}

export async function changing(
  { before, rows = [], after, settling }: Change,
  look: (outcome: ApplyOutcome, store: Store) => Promise<void> | void,
): Promise<void> {
  const { store, done } = await openStore(before);
  try {
    await insert(store, ...rows);
    const outcome = await store.apply(after, 'v2', 'second', settling);
    await look(outcome, store);
  } finally {
    await done();
  }
}

/** A Model of one entity. */
export const one = (fields: m.Fields, parts: { was?: readonly string[]; name?: string } = {}): Model =>
  m.modelOf({ entities: [m.entityOf(parts.name ?? 'Thing', fields, { was: parts.was ?? [] })] });

export const thing = (id: string, parts: Readonly<Record<string, Value>> = {}) => rowOf('Thing', id, parts);
export const valueIn = async (store: Store, id: string, field: string, entity = 'Thing') =>
  (await readOne(store, entity, id))?.values[field];

/** The refusal: element, count, examples. Everything must be as it was, and the old document go on. */
export function refusedFor(element: string, count: number, examples: readonly string[]) {
  return async (outcome: ApplyOutcome, store: Store) => {
    assert.ok(!outcome.applied, 'it was applied');
    assert.deepEqual(
      outcome.losses.map((loss) => [loss.element, loss.count, loss.examples]),
      [[element, count, examples]],
    );
    assert.equal((await store.applied())?.hash, 'v1');
    await insert(store, thing('later'));
    for (const { message, next } of outcome.losses) assert.match(`${message} ${next}`, /^[A-Z].*\. [A-Z].*\.$/);
  };
}
