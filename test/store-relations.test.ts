import assert from 'node:assert/strict';
import { contract } from './support/each-store.ts';
import { compareByChance, jobs } from './support/relation-pairs.ts';
import { openStore } from './support/stores.ts';

contract('an expression as SQL and as a closure agree on every record, unknown included', async () => {
  const { store, done } = await openStore(jobs);
  try {
    const { compared, questions, disagreements } = await compareByChance(store, 11, 10_000);
    assert.deepEqual(disagreements, []);
    assert.ok(compared >= 10_000, `only ${compared} pairs were compared`);
    assert.ok(questions >= 1_000, `only ${questions} asked something of other records`);
  } finally {
    await done();
  }
});
