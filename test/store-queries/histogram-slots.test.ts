import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AggregatePlan, Bucket } from '../../src/engine/query/list-plan.ts';
import { slotsOf } from '../../src/store/sql/bucket-slots.ts';
import { contract } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';
import { guest, insert, openStore, rowOf } from '../support/database/stores.ts';

/** Buckets one upon the other, each as long as `lengths` says. */
function bucketsFrom(begin: number, lengths: readonly number[]): Bucket[] {
  let from = begin;
  return lengths.map((length, index) => {
    const bucket = { key: `b${index}`, from, to: from + length };
    from += length;
    return bucket;
  });
}

const linear = (buckets: readonly Bucket[], value: number): string | null =>
  buckets.find(({ from, to }) => Number(from) <= value && value < Number(to))?.key ?? null;

function inSlots({ rows, begin, width, rest, last }: NonNullable<ReturnType<typeof slotsOf>>, value: number) {
  const number = value < begin ? -1 : value >= rest ? last : Math.floor((value - begin) / width);
  const found = rows.filter(([each]) => each === number);
  assert.equal(found.length, 1, `${value} stands in one slot`);
  const [[, end, before, after] = [0, 0, null, null]] = found;
  return value < end ? before : after;
}

test('a number stands in the same bucket whether all are looked through or its slot is looked up', () => {
  const lengths = fc.array(fc.integer({ min: 20, max: 40 }), { minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 500 }), lengths, fc.boolean(), (begin, each, isTurned) => {
      const buckets = bucketsFrom(begin, each);
      const slots = slotsOf(isTurned ? buckets.toReversed() : buckets);
      assert.ok(slots !== null);
      const end = Number(buckets.at(-1)?.to);
      for (let value = begin - 3; value < end + 3; value++) assert.equal(inSlots(slots, value), linear(buckets, value));
    }),
  );
});

test('there are no slots of few buckets, of such with gaps, and of such that differ too much', () => {
  const lengths = Array.from({ length: 9 }, () => 10);
  assert.ok(slotsOf(bucketsFrom(0, lengths)) !== null);
  assert.equal(slotsOf(bucketsFrom(0, lengths.slice(2))), null);
  assert.equal(slotsOf(bucketsFrom(0, lengths).toSpliced(4, 1)), null);
  assert.equal(slotsOf(bucketsFrom(0, [...lengths, 1_000_000, 10].with(3, 1))), null);
});

contract(
  'numbers in many buckets are counted and summed as in few, at their ends and outside of them too',
  async () => {
    const thing = m.entityOf('Thing', [['size', m.integer]]);
    const { store, done } = await openStore(m.modelOf({ entities: [thing] }));
    try {
      const buckets = bucketsFrom(0, [3, 4, 3, 5, 3, 3, 6, 3, 4, 3]);
      const sizes = [-1, 0, 2, 3, 6, 7, 9, 10, 14, 15, 20, 21, 26, 27, 36, 37, 50, null];
      await insert(store, ...sizes.map((size, index) => rowOf('Thing', `t${index}`, { size })));
      const plan: AggregatePlan = {
        key: 'sizes',
        entity: 'Thing',
        where: [],
        aggregate: 'count',
        field: null,
        gate: null,
        by: { field: 'size', gate: null, buckets, others: true },
        furtherMeasures: [{ aggregate: 'sum', field: 'size', gate: null }],
      };
      const expected = [...buckets.map(({ key }) => key), null].map((key) => {
        const within = sizes.filter((size) => (size === null ? null : linear(buckets, size)) === key);
        return [key, within.length, within.reduce<number>((sum, size) => sum + (size ?? 0), 0)];
      });
      const found = await store.aggregate(plan, guest);
      assert.deepEqual(
        found.map(({ key, rows, furtherValues = [] }) => [key, rows, furtherValues[0] ?? null]),
        expected,
      );
    } finally {
      await done();
    }
  },
);
