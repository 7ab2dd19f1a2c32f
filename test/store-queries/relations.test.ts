import assert from 'node:assert/strict';
import { contract } from '../support/database/each-store.ts';
import { askedBothWays, compareByChance, jobs } from '../support/database/relation-pairs.ts';
import { insert, openStore, rowOf } from '../support/database/stores.ts';

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

contract('a sum with a length of time that leaves the calendar is unknown, as SQL and as a closure', async () => {
  const { store, done } = await openStore(jobs);
  const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
  const moments = { first, mid: Date.UTC(2026, 2, 29), last };
  try {
    for (const [id, due] of Object.entries({
      first: '0001-01-01',
      second: '0001-01-03',
      mid: '2026-03-29',
      last: '9999-12-31',
    }))
      await insert(store, rowOf('Job', id, { due, sent: moments[id as 'first'] ?? null, steps: [] }));
    await insert(store, rowOf('Job', 'none', { steps: [] }));
    const known = async (text: string, expected: readonly string[]) => {
      const { closure, sql } = await askedBothWays(store, text);
      assert.deepEqual(sql, closure, text);
      assert.deepEqual(Object.keys(sql).sort(), [...expected].sort(), text);
    };
    const all = ['first', 'second', 'mid', 'last'];
    const [early, late] = [
      ['first', 'second', 'mid'],
      ['mid', 'last'],
    ];
    for (const operator of ['<', '<=', '>', '>=']) {
      await known(`due + 3 days ${operator} today`, early);
      await known(`not (due + 3 days ${operator} today)`, early);
      await known(`today ${operator} due - 3 days`, late);
      await known(`due - 2 days ${operator} date("0001-01-01")`, [...late, 'second']);
      await known(`due + 2 days - 1 days ${operator} today`, early);
      await known(`due - 1 days + 2 days ${operator} today`, ['second', 'mid']);
      await known(`due + 3 days ${operator} date("0001-01-02")`, early);
      await known(`due - 3 days ${operator} date("9999-12-30")`, late);
      await known(`due - today ${operator} 9999999 days`, all);
      await known(`today - due ${operator} 9999999 days`, all);
      await known(`sent + 1 hours ${operator} now`, ['first', 'mid']);
      await known(`sent - 1 hours ${operator} now`, ['mid', 'last']);
      await known(`sent - now ${operator} 999999999 hours`, ['first', 'mid', 'last']);
    }
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
