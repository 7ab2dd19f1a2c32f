import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AggregatePlan, ListPlan } from '../../src/engine/query/list-plan.ts';
import type { Relation } from '../../src/expressions/types/relation.ts';
import type { StaticType } from '../../src/expressions/types/static.ts';
import type { Row, Value } from '../../src/fields/text/value.ts';
import type { Store } from '../../src/store/core/store.ts';
import { contract } from '../support/database/each-store.ts';
import {
  askerOf,
  fieldRelation,
  guest,
  insert,
  parameter,
  planOf,
  rowOf,
  same,
  withStoreOf,
} from '../support/database/stores.ts';
import { tasks } from '../support/database/task-model.ts';

const TEXT: StaticType = { t: 'text' };
const NUMBER: StaticType = { t: 'number', scale: 0, unit: null };
const withStore = (work: (store: Store) => Promise<void>) => withStoreOf(tasks, work);

const task = (id: string, parts: Readonly<Record<string, Value>> = {}) => rowOf('Task', id, parts);
const ids = (rows: readonly Row[]) => rows.map((row) => row.id);
const field = (name: string, type: StaticType = TEXT) => fieldRelation('Task', name, type);
const sortBy = (name: string, descending = false) => ({ field: name, descending, gate: null });
const readable = (name: string, gate: Relation | null = null) => ({ field: name, gate });

/** Reads a list page by page, as cursors do. */
async function allPages(store: Store, plan: ListPlan): Promise<string[]> {
  const found: string[] = [];
  let after: ListPlan['after'] = null;
  for (let page = 0; page < 200; page++) {
    const { rows, more } = await store.list({ ...plan, after }, guest);
    found.push(...ids(rows));
    const last = rows.at(-1);
    if (!more || last === undefined) return found;
    after = { keys: plan.sort.map((key) => last.values[key.field] ?? null), id: last.id };
  }
  throw new Error('the pages never end');
}

contract('text is ordered as people order it, choices as stated, empties last in both directions, ties by id', () =>
  withStore(async (store) => {
    const titles = ['b', 'Äpfel', 'a10', 'a2', null, 'apfel', null];
    await insert(
      store,
      ...titles.map((title, index) => task(`t${index}`, { title, kind: ['Ant', 'Zebra', null][index % 3] ?? null })),
    );
    const order = async (name: string, descending: boolean) =>
      ids((await store.list(planOf('Task', { sort: [sortBy(name, descending)] }), guest)).rows);
    assert.deepEqual(await order('title', false), ['t3', 't2', 't1', 't5', 't0', 't4', 't6']);
    assert.deepEqual(await order('title', true), ['t0', 't1', 't5', 't2', 't3', 't4', 't6']);
    assert.deepEqual(await order('kind', false), ['t1', 't4', 't0', 't3', 't6', 't2', 't5']);
    assert.deepEqual(await order('kind', true), ['t0', 't3', 't6', 't1', 't4', 't2', 't5']);
  }),
);

contract('pages over ties and empties have no gap and no repeat, in every direction and size', () =>
  withStore(async (store) => {
    const random = fc.sample(
      fc.record({
        size: fc.option(fc.integer({ min: 0, max: 3 })),
        title: fc.option(fc.constantFrom('a', 'B', 'b', 'ä')),
        kind: fc.constantFrom('Ant', 'Mouse', null),
      }),
      { numRuns: 60, seed: 7 },
    );
    await insert(store, ...random.map((parts, index) => task(`t${String(index * 7919).padStart(8, '0')}`, parts)));
    for (const names of [['size'], ['title', 'size'], ['kind', 'title', 'size'], []]) {
      for (const directions of [0, 1, 2, 3]) {
        const sort = names.map((name, index) => sortBy(name, (directions >> (index % 2)) % 2 === 1));
        const plan = { sort, select: names.map((name) => readable(name)) };
        const whole = ids((await store.list(planOf('Task', { ...plan, limit: 1000 }), guest)).rows);
        assert.equal(new Set(whole).size, 60);
        for (const limit of [1, 7, 60])
          assert.deepEqual(await allPages(store, planOf('Task', { ...plan, limit })), whole);
      }
    }
  }),
);

contract(
  'a list that is asked for again has the same pages and the same total, where its last rows are empty too',
  () =>
    withStore(async (store) => {
      await insert(
        store,
        ...Array.from({ length: 30 }, (_, index) =>
          task(`t${index + 10}`, { size: index % 3 === 0 ? null : index % 4 }),
        ),
      );
      const sizes = [null, 0, 1, 2, 3, 7];
      for (const name of ['size', 'id'])
        for (const size of sizes)
          for (const limit of [1, 4, 30]) {
            const where = size === null ? [] : [same(field('size', NUMBER), parameter(size, NUMBER))];
            const plan = { where, sort: [sortBy(name)], select: [readable(name)], limit, maxCount: 20 };
            const asked = planOf('Task', { ...plan, key: JSON.stringify([name, size === null]) });
            const expected = Array.from({ length: 30 }, (_, index) => index)
              .filter((index) => size === null || (index % 3 !== 0 && index % 4 === size))
              .map((index) => `t${index + 10}`);
            for (let time = 0; time < 3; time++) {
              assert.deepEqual((await allPages(store, asked)).toSorted(), expected);
              const { total } = await store.list(asked, guest);
              assert.deepEqual(total, { count: Math.min(20, expected.length), atLeast: expected.length > 20 });
              // Behind the last of all nothing is left, and there are as many.
              const none = await store.list(
                { ...asked, sort: [], after: { keys: [], id: 't99' }, key: `${size}` },
                guest,
              );
              assert.deepEqual([none.rows, none.total], [[], total]);
            }
          }
    }),
);

contract('a total is exact up to its bound and "at least" beyond, within the row conditions', () =>
  withStore(async (store) => {
    await insert(store, ...Array.from({ length: 12 }, (_, index) => task(`t${index}`, { size: index % 2 })));
    const total = async (maxCount: number) =>
      (
        await store.list(
          planOf('Task', { where: [same(field('size', NUMBER), parameter(1, NUMBER))], limit: 1, maxCount: maxCount }),
          guest,
        )
      ).total;
    assert.deepEqual(await total(6), { count: 6, atLeast: false });
    assert.deepEqual(await total(5), { count: 5, atLeast: true });
    assert.deepEqual(await total(Number.POSITIVE_INFINITY), { count: 6, atLeast: false });
    assert.equal(await total(0), null);
  }),
);

contract(
  'a field behind a gate is empty where the gate does not hold, alike when shown, sorted by, and its lines',
  () =>
    withStore(async (store) => {
      const mine = same(field('owner'), { r: 'parameter', value: ({ me }) => me?.id, type: TEXT });
      const part = (id: string) => rowOf('Part', id, { name: id });
      await insert(
        store,
        task('t1', { owner: 'p1', secret: 'z', parts: [part('a')] }),
        task('t2', { owner: 'p2', secret: 'a', parts: [part('b')] }),
        task('t3', { owner: 'p1', secret: 'b' }),
      );
      const plan = planOf('Task', {
        key: 'gated',
        select: [readable('secret', mine), readable('parts', mine)],
        sort: [{ ...sortBy('secret'), gate: mine }],
      });
      const seen = (rows: readonly Row[]) =>
        rows.map((row) => [
          row.id,
          row.values['secret'],
          (row.values['parts'] as readonly Row[] | null)?.length ?? null,
        ]);
      const { rows } = await store.list(plan, askerOf(rowOf('Person', 'p1')));
      assert.deepEqual(seen(rows), [
        ['t3', 'b', 0],
        ['t1', 'z', 1],
        ['t2', null, null],
      ]);
      const nobody = await store.list(plan, guest);
      assert.deepEqual(seen(nobody.rows), [
        ['t1', null, null],
        ['t2', null, null],
        ['t3', null, null],
      ]);
    }),
);

contract('two plans of one key ask the same SQL with their own parameters', () =>
  withStore(async (store) => {
    await insert(store, task('t1', { title: 'a' }), task('t2', { title: 'b' }));
    const titled = async (title: string) =>
      ids(
        (await store.list(planOf('Task', { key: 'k', where: [same(field('title'), parameter(title))] }), guest)).rows,
      );
    assert.deepEqual([await titled('a'), await titled('b'), await titled("x' OR 1=1 --")], [['t1'], ['t2'], []]);
  }),
);

contract('sums and counts: gates empty the value, groups come by key, buckets without rows are 0', () =>
  withStore(async (store) => {
    await insert(
      store,
      task('t1', { size: 5, kind: 'Ant', due: '2026-01-31', owner: 'p1' }),
      task('t2', { size: 7, kind: 'Ant', due: '2026-03-01', owner: 'p2' }),
      task('t3', { kind: 'Mouse', due: '2026-03-02', owner: 'p1' }),
      task('t4', { size: 9, due: null }),
    );
    const plan = (parts: Partial<AggregatePlan>): AggregatePlan => ({
      key: JSON.stringify(parts),
      entity: 'Task',
      where: [],
      aggregate: 'sum',
      field: 'size',
      gate: null,
      by: null,
      ...parts,
    });
    const ask = async (parts: Partial<AggregatePlan>) =>
      (await store.aggregate(plan(parts), guest)).map(({ key, value, rows }) => [key, value, rows]);
    assert.deepEqual(await ask({}), [[null, 21, 3]]);
    assert.deepEqual(await ask({ aggregate: 'count', field: null }), [[null, 4, 4]]);
    assert.deepEqual(await ask({ aggregate: 'average' }), [[null, 7, 3]]);
    assert.deepEqual(await ask({ aggregate: 'max' }), [[null, 9, 3]]);
    assert.deepEqual(await ask({ gate: same(field('owner'), parameter('p1')) }), [[null, 5, 1]]);
    const byKind = { field: 'kind', gate: null, buckets: null };
    assert.deepEqual(await ask({ by: byKind }), [
      [null, 9, 1],
      ['Ant', 12, 2],
      ['Mouse', 0, 0],
    ]);
    const buckets = [
      ['jan', '2026-01-01', '2026-02-01'],
      ['feb', '2026-02-01', '2026-03-01'],
      ['mar', '2026-03-01', '2026-04-01'],
    ].map(([key = '', from = '', to = '']) => ({ key, from, to }));
    assert.deepEqual(await ask({ by: { field: 'due', gate: null, buckets } }), [
      ['jan', 5, 1],
      ['feb', 0, 0],
      ['mar', 7, 1],
    ]);
  }),
);

contract('figures by bucket are the same whether days are added up or rows are looked up by bucket', () =>
  withStore(async (store) => {
    const random = fc.sample(fc.record({ day: fc.integer({ min: 0, max: 120 }), size: fc.option(fc.integer()) }), 60);
    const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
    await insert(store, ...random.map(({ day, size }, at) => task(`t${at}`, { size, due: dateOf(day) })));
    const bounds = [5, 12, 12, 40, 41, 90].map(dateOf);
    const buckets = bounds.slice(1).map((to, at) => ({ key: `from ${at}`, from: bounds[at] ?? '', to }));
    for (const aggregate of ['sum', 'count', 'min', 'max', 'average'] as const) {
      const ask = async (more: { readonly others?: true }) => {
        const by = { field: 'due', gate: null, buckets, ...more };
        const plan: AggregatePlan = {
          key: JSON.stringify([aggregate, more]),
          entity: 'Task',
          where: [],
          aggregate,
          field: 'size',
          gate: null,
          by,
        };
        return (await store.aggregate(plan, guest)).filter(({ key }) => key !== null);
      };
      // Rows outside of all buckets are only found bucket by bucket.
      assert.deepEqual(await ask({}), await ask({ others: true }), aggregate);
    }
  }),
);

contract('a sum that is too large to be exact is unknown, not a wrong number; so is one of several currencies', () =>
  withStore(async (store) => {
    const huge = Number.MAX_SAFE_INTEGER;
    await insert(
      store,
      task('t1', { size: huge, price: { amount: 5, currency: 'EUR' } }),
      task('t2', { size: huge, price: { amount: 6, currency: 'EUR' } }),
    );
    const sum = async (name: string) => {
      const plan: AggregatePlan = {
        key: name,
        entity: 'Task',
        where: [],
        aggregate: 'sum',
        field: name,
        gate: null,
        by: null,
      };
      return (await store.aggregate(plan, guest))[0]?.value;
    };
    assert.deepEqual([await sum('size'), await sum('price')], [null, 11]);
    await insert(store, task('t3', { price: { amount: 1, currency: 'USD' } }));
    assert.equal(await sum('price'), null);
  }),
);
