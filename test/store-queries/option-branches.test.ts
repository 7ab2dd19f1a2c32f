import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListPlan } from '../../src/engine/query/list-plan.ts';
import type { Relation } from '../../src/expressions/types/relation.ts';
import type { StaticType } from '../../src/expressions/types/static.ts';
import type { Value } from '../../src/fields/text/value.ts';
import type { Tree } from '../../src/model/types/formula.ts';
import type { Store } from '../../src/store/core/store.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { contract } from '../support/database/each-store.ts';
import { allPages, readableByMaker, sortBy } from '../support/database/list-pages.ts';
import * as m from '../support/database/models.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import {
  fieldRelation,
  guest,
  insert,
  openStore,
  parameter,
  planOf,
  put,
  rowOf,
  same,
} from '../support/database/stores.ts';

const STATES = ['New', 'Open', 'Late', 'Done', 'Lost'];
const TEXT: StaticType = { t: 'text' };
const NUMBER: StaticType = { t: 'number', scale: 0, unit: null };

/** The orders of the screens, so that an index gives each of them within a state. */
const SORTS = [
  sortBy(['size', false]),
  sortBy(['size', true]),
  sortBy(['title', false], ['size', true]),
  sortBy(['kind', true], ['size', false]),
  sortBy(['createdAt', true]),
];

const named = (name: string): Tree => m.nameTree(name);
const inStates: Tree = {
  op: 'binary',
  operator: 'in',
  left: named('status'),
  right: { op: 'list', items: [named('Open'), named('Late')], from: 0, to: 0 },
  from: 0,
  to: 0,
};

const modelWith = (sorts: readonly ListPlan['sort'][]) =>
  m.modelOf({
    entities: [
      m.entityOf('Task', [
        ['title', m.text(), { searchable: true }],
        ['size', m.integer],
        ['kind', m.choice('Zebra', 'Ant')],
        ['status', m.choice(...STATES)],
      ]),
    ],
    permissions: [readableByMaker('Task')],
    screens: sorts.map((sort, index) =>
      m.screenOf(`/${index}`, 'Task', {
        roles: [{ name: 'Maker', at: null }],
        filter: m.formula('status in [Open, Late]', inStates),
        sort: sort.map((key) => ({ ...key, at: null })),
      }),
    ),
  });

const field = (name: string, type: StaticType = TEXT) => fieldRelation('Task', name, type);
const amongStates = (list: readonly Value[] | undefined): Relation => ({
  r: 'among',
  item: field('status'),
  list: parameter(list as Value | undefined, { t: 'list', of: TEXT }),
});

const notAmongStates = (list: readonly Value[] | undefined): Relation => ({ r: 'not', of: amongStates(list) });

/** The rows of all pages, and the total of each. */
const contentOf = async (store: Store, plan: ListPlan): Promise<readonly unknown[]> =>
  (await allPages(store, plan)).flatMap(({ rows, total }) => [
    ...rows.map(({ id, values }) => [id, { ...values }]),
    total,
  ]);

const random = fc.sample(
  fc.record({
    status: fc.option(fc.constantFrom(...STATES)),
    size: fc.option(fc.integer({ min: 0, max: 4 })),
    title: fc.option(fc.constantFrom('a', 'B', 'ä')),
    kind: fc.option(fc.constantFrom('Zebra', 'Ant')),
    isDeleted: fc.boolean(),
  }),
  { numRuns: 120, seed: 11 },
);

/** What persons name: options, none, the same twice, and a list that is unknown. */
const LISTS = [['Open', 'Late'], [...STATES], ['Done', 'Done'], [], undefined];

/** Other conditions of a plan, as permissions and filters have them. */
const CONDITIONS: readonly (readonly Relation[])[] = [
  [],
  [{ r: 'or', parts: [same(field('size', NUMBER), parameter(2, NUMBER)), same(field('kind'), parameter('Ant'))] }],
  [same(field('kind'), parameter(null), true)],
];

contract(
  'a list of several options has the same pages and totals whether its branches are merged or it is sorted',
  async () => {
    const [merged, sorted] = [await openStore(modelWith(SORTS)), await openStore(modelWith([]))];
    try {
      for (const { store } of [merged, sorted]) {
        const rows = random.map(({ isDeleted: _, ...parts }, index) => rowOf('Task', `t${index + 100}`, parts));
        await insert(store, ...rows);
        await put(
          store,
          ...rows
            .filter((_, index) => random[index]?.isDeleted === true)
            .map(({ id }) => ({ kind: 'delete', entity: 'Task', id }) as const),
        );
      }
      for (const sort of SORTS)
        for (const [at, conditions] of CONDITIONS.entries())
          for (const list of LISTS)
            for (const [negated, limit] of [false, true].flatMap((each) =>
              [1, 7, 200].map((of) => [each, of] as const),
            )) {
              const states = negated ? notAmongStates(list) : amongStates(list);
              const where: Relation[] = [{ r: 'and', parts: [...conditions, states] }];
              const select = ['title', 'size', 'kind', 'status', 'createdAt'].map((name) => ({
                field: name,
                gate: null,
              }));
              const key = JSON.stringify([sort, at, negated]);
              const plan = planOf('Task', { key, where, sort, select, limit, maxCount: 20 });
              assert.deepEqual(await contentOf(merged.store, plan), await contentOf(sorted.store, plan), key);
            }
    } finally {
      await merged.done();
      await sorted.done();
    }
  },
);

/** Fails unless SQLite reads branches in the order of their indexes. */
function assertMerged(raw: DatabaseSync, sql: string): void {
  const places = sql.match(/\?/g)?.length ?? 0;
  const steps = raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array<number>(places).fill(1));
  const plan = steps.map(({ detail }) => String(detail)).join('; ');
  assert.match(plan, /MERGE \(UNION ALL\)/, sql);
  assert.doesNotMatch(plan, /TEMP B-TREE/, sql);
}

test('SQLite reads each branch of a list of several options in the order of an index', async () => {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-branches-'));
  const sent: string[] = [];
  const store = await openSqlite({ folder, trace: (sql) => void sent.push(sql) });
  try {
    await store.apply(modelWith(SORTS), 'v1', 'the document');
    using raw = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
    for (const sort of SORTS)
      for (const [states, after] of [amongStates(['Open', 'Late']), notAmongStates(['Open'])].flatMap((each) =>
        [null, { keys: sort.map(() => null), id: 'a' }].map((last) => [each, last] as const),
      )) {
        sent.length = 0;
        const key = JSON.stringify([states, sort]);
        await store.list(planOf('Task', { key, sort, after, where: [states] }), guest);
        const pages = sent.filter((sql) => sql.includes('ORDER BY'));
        assert.ok(pages.length > 0);
        for (const sql of pages) assertMerged(raw, sql);
      }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('SQLite reads a search for a frequent word in the order of an index, in all states but some', async () => {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-branches-'));
  const sent: string[] = [];
  const store = await openSqlite({ folder, trace: (sql) => void sent.push(sql) });
  try {
    await store.apply(modelWith(SORTS), 'v1', 'the document');
    const rows = Array.from({ length: 5_500 }, (_, index) =>
      rowOf('Task', `t${index}`, { title: 'Paper', size: 5_500 - index, status: STATES[index % STATES.length] ?? '' }),
    );
    await insert(store, ...rows);
    const begins: Relation = { r: 'parameter', value: () => 'paper', type: TEXT };
    const where: Relation[] = [notAmongStates(['Open', 'Done']), { r: 'word', of: field('title'), begins }];
    const search = { fields: ['title'], words: ['paper'] };
    sent.length = 0;
    const found = await store.list(planOf('Task', { sort: sortBy(['size', false]), where, search, limit: 4 }), guest);
    assert.deepEqual(
      found.rows.map(({ id }) => id),
      ['t5499', 't5497', 't5495', 't5494'],
    );
    using raw = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
    const pages = sent.filter((sql) => sql.includes('ORDER BY r.') || sql.includes('ORDER BY k0'));
    assert.ok(pages.length > 0);
    for (const sql of pages) assertMerged(raw, sql);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
