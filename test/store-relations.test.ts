import assert from 'node:assert/strict';
import { contract } from './support/each-store.ts';
import { askedBothWays, compareByChance, jobs } from './support/relation-pairs.ts';
import { insert, openStore, rowOf } from './support/stores.ts';

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

contract(
  'what is worked out over no record is empty and equals an empty field; a sum that is too large equals nothing',
  async () => {
    const { store, done } = await openStore(jobs);
    const large = (job: string) =>
      ['1', '2'].map((place) => rowOf('Step', `${job}-${place}`, { size: Number.MAX_SAFE_INTEGER }));
    try {
      await insert(
        store,
        rowOf('Person', 'p1', { name: 'Ann', mail: 'ann@x.de', level: 3 }),
        rowOf('Job', 'given', {
          title: 'a',
          owner: 'p1',
          count: 3,
          hours: 30,
          urgent: true,
          status: 'Open',
          steps: [],
        }),
        rowOf('Job', 'empty', { urgent: true, status: 'Open', steps: [] }),
        rowOf('Job', 'large', { count: Number.MAX_SAFE_INTEGER, urgent: false, status: 'Open', steps: large('large') }),
      );
      const holds = async (text: string, expected: Readonly<Record<string, boolean>>) =>
        assert.deepEqual(await askedBothWays(store, text), { closure: expected, sql: expected }, text);
      for (const word of ['min', 'max', 'average']) {
        const ofNone = `${word}(Person.level where level > 9)`;
        await holds(`${ofNone} == owner.level`, { given: false, empty: true, large: true });
        await holds(`${ofNone} != owner.level`, { given: true, empty: false, large: false });
        await holds(`${ofNone} == null`, { given: true, empty: true, large: true });
      }
      await holds('max(Person.level where level > this.count) == owner.boss.level', {
        given: true,
        empty: true,
        large: true,
      });
      await holds('coalesce(max(Person.level where level > 9), 3) == count', {
        given: true,
        empty: false,
        large: false,
      });
      await holds('sum(Person.level where level > 9) == 0', { given: true, empty: true, large: true });
      await holds('sum(steps.size) == count', { given: false, empty: false, large: false });
      await holds('sum(steps.size) != null', { given: true, empty: true, large: true });
      await holds('coalesce(sum(steps.size), 1) == 0', { given: true, empty: true, large: false });
      await holds('coalesce(sum(steps.size), 1) > 0', { given: false, empty: false });
      // Of different digits.
      await holds('count == hours', { given: true, empty: true, large: false });
      await holds('hours != count', { given: false, empty: false, large: true });
      await holds('(urgent ? null : count) == hours', { given: false, empty: true, large: false });
      await holds('(urgent ? count : hours) == null', { given: false, empty: true, large: true });
      await holds('coalesce(hours, count) == 3', { given: true, empty: false, large: false });
      await holds('coalesce(count, 0.5) > 1', { given: true, empty: false });
      await holds('(cost > 1 EUR ? count : hours) == owner.level', { given: false, empty: false, large: false });
      await holds('(cost > 1 EUR ? count : hours) != owner.level', { given: true, empty: true, large: true });
    } finally {
      await done();
    }
  },
);
