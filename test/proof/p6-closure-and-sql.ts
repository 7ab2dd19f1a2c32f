import { onStore } from '../support/database/each-store.ts';
import { testPostgres } from '../support/database/postgres.ts';
import { type Comparison, compareByChance, jobs } from '../support/database/relation-pairs.ts';
import { openStore } from '../support/database/stores.ts';
import { defineProof } from './proof.ts';

export const proof = defineProof({
  id: 'P6',
  promise: 'A condition means the same in the process and as SQL, of every record, on SQLite and on PostgreSQL.',
  unit: 'pairs of a condition and a record, on each database',
  counts: { short: 100_000, full: 1_000_000 },
  stretch: 10_000,
  async run(seed, count) {
    const compare = async (): Promise<Comparison> => {
      const { store, done } = await openStore(jobs);
      try {
        return await compareByChance(store, seed, count);
      } finally {
        await done();
      }
    };
    const [inside, server] = [await onStore('SQLite', compare), await onStore('PostgreSQL', compare)];
    return {
      done: Math.min(inside.compared, server.compared),
      failures: [
        ...inside.disagreements.map((each) => `SQLite, seed ${seed}: ${each}`),
        ...server.disagreements.map((each) => `PostgreSQL, seed ${seed}: ${each}`),
      ],
      figures: {
        PostgreSQL: (await testPostgres()).what,
        'of the last stretch about other records': inside.questions,
      },
    };
  },
});
