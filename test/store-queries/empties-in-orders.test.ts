import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListPlan } from '../../src/engine/query/list-plan.ts';
import type { Relation } from '../../src/expressions/types/relation.ts';
import { orderKey } from '../../src/fields/text/fold.ts';
import type { Value } from '../../src/fields/text/value.ts';
import type { Store } from '../../src/store/core/store.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { contract } from '../support/database/each-store.ts';
import { idsOfAllPages, readableByMaker, sortBy } from '../support/database/list-pages.ts';
import * as m from '../support/database/models.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { fieldRelation, guest, insert, openStore, parameter, planOf, rowOf, same } from '../support/database/stores.ts';

const KINDS = ['Zebra', 'Ant'];

/** Each kind of value as a later key, in both directions and after keys that are empty or not. */
const SORTS = [false, true].flatMap((descending) => [
  sortBy(['size', descending], ['title', descending]),
  sortBy(['title', !descending], ['size', descending], ['isNew', descending]),
  sortBy(['kind', descending], ['due', descending], ['size', !descending]),
  sortBy(['isNew', false], ['kind', descending], ['title', !descending]),
  sortBy(['createdAt', true], ['size', descending]),
]);

const model = (sorts: readonly ListPlan['sort'][]) =>
  m.modelOf({
    entities: [
      m.entityOf('Thing', [
        ['title', m.text()],
        ['size', m.integer],
        ['due', m.date],
        ['isNew', m.yesNo],
        ['kind', m.choice(...KINDS)],
      ]),
    ],
    permissions: [readableByMaker('Thing')],
    screens: sorts.map((sort, index) =>
      m.screenOf(`/${index}`, 'Thing', {
        roles: [{ name: 'Maker', at: null }],
        sort: sort.map((key) => ({ ...key, at: null })),
      }),
    ),
  });

const random = fc.sample(
  fc.record({
    title: fc.option(fc.constantFrom('a', 'B', 'ä', '', '😀')),
    size: fc.option(fc.constantFrom(-3, 0, 7, 2 ** 52)),
    due: fc.option(fc.constantFrom('2024-02-29', '2025-01-01')),
    isNew: fc.option(fc.boolean()),
    kind: fc.option(fc.constantFrom(...KINDS)),
  }),
  { numRuns: 90, seed: 5 },
);

type Found = Awaited<ReturnType<Store['list']>>['rows'][number];

/** Returns what represents a value in an order; null if it is empty. */
function rankOf(field: string, value: Value | undefined): string | number | null {
  if (value === null || value === undefined) return null;
  if (field === 'kind') return KINDS.indexOf(String(value));
  if (field === 'title') return orderKey(String(value));
  return typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : String(value);
}

const byBytes = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));

/** The ids in the order that is expected: empties last in both directions, then by id. */
function expected(rows: readonly Found[], sort: ListPlan['sort']): readonly string[] {
  const compare = (one: Found, other: Found): number => {
    for (const { field, descending } of sort) {
      const [a, b] = [rankOf(field, one.values[field]), rankOf(field, other.values[field])];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return descending ? byBytes(b, a) : byBytes(a, b);
    }
    return one.id < other.id ? -1 : 1;
  };
  return rows.toSorted(compare).map(({ id }) => id);
}

const GATES: readonly (Relation | null)[] = [
  null,
  same(fieldRelation('Thing', 'kind', { t: 'text' }), parameter('Ant')),
];

contract('empty values of every key of an order come last, on pages of any size', async () => {
  for (const sorts of [SORTS, []]) {
    const { store, done } = await openStore(model(sorts));
    try {
      await insert(store, ...random.map((parts, index) => rowOf('Thing', `t${index + 100}`, parts)));
      for (const [at, gate] of GATES.entries())
        for (const keys of SORTS) {
          const sort = keys.map((key) => ({ ...key, gate }));
          const select = sort.map(({ field }) => ({ field, gate }));
          const plan = planOf('Thing', { key: JSON.stringify([keys, at]), sort, select });
          const { rows } = await store.list({ ...plan, limit: 200 }, guest);
          assert.equal(rows.length, random.length);
          const wanted = expected(rows, sort);
          for (const limit of [1, 7, 40, 200]) {
            assert.deepEqual(await idsOfAllPages(store, { ...plan, limit }), wanted, plan.key);
          }
        }
    } finally {
      await done();
    }
  }
});

test('SQLite reads every page in the order of an index, whichever keys of the page before are empty', async () => {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-empties-'));
  const sent: string[] = [];
  const store = await openSqlite({ folder, trace: (sql) => void sent.push(sql) });
  try {
    await store.apply(model(SORTS), 'v1', 'the document');
    using raw = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
    const givenIn: Readonly<Record<string, Value>> = {
      title: 'a',
      size: 1,
      due: '2025-01-01',
      isNew: true,
      kind: 'Ant',
    };
    for (const sort of SORTS) {
      const values: Value[] = sort.map(({ field }) => givenIn[field] ?? 1);
      const empties = sort.map(({ field }) => (field === 'createdAt' ? 1 : null));
      const befores = [null, values, empties, [...empties.slice(0, 1), ...values.slice(1)], values.with(-1, null)];
      for (const keys of befores) {
        sent.length = 0;
        const after = keys === null ? null : { keys, id: 'a' };
        await store.list(planOf('Thing', { sort, after }), guest);
        const pages = sent.filter((sql) => sql.includes('ORDER BY'));
        assert.ok(pages.length > 0);
        for (const sql of pages) {
          const places = sql.match(/\?/g)?.length ?? 0;
          const steps = raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array<number>(places).fill(1));
          assert.doesNotMatch(steps.map(({ detail }) => String(detail)).join('; '), /TEMP B-TREE/, sql);
        }
      }
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
