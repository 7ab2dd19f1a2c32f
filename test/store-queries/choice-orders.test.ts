import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { ListPlan } from '../../src/engine/query/list-plan.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { contract } from '../support/database/each-store.ts';
import { idsOfAllPages, readableByMaker, sortBy } from '../support/database/list-pages.ts';
import * as m from '../support/database/models.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { guest, insert, openStore, planOf, rowOf } from '../support/database/stores.ts';

/** Names with everything that has a meaning in SQL or in its preparation. */
const OPTIONS = ["It's", 'a?b', 'b\\c', '(x), y', '😀 ü', "'; DROP TABLE meta; --", 'Low', '$1'];

const SORTS = [false, true].flatMap((descending) => [
  sortBy(['urgency', descending]),
  sortBy(['size', false], ['urgency', descending]),
]);

const modelWith = (options: readonly string[]) =>
  m.modelOf({
    entities: [
      m.entityOf('Thing', [
        ['urgency', m.choice(...options)],
        ['size', m.integer],
      ]),
    ],
    permissions: [readableByMaker('Thing')],
    screens: SORTS.map((sort, index) =>
      m.screenOf(`/${index}`, 'Thing', {
        roles: [{ name: 'Maker', at: null }],
        sort: sort.map((key) => ({ ...key, at: null })),
      }),
    ),
  });

const rows = [...OPTIONS, null].flatMap((urgency, index) =>
  [7, null, 3].map((size, at) => ({ id: `t${index}${at}`, urgency, size })),
);

/** The ids in the order that is expected: empties last in both directions. */
function expected(options: readonly string[], plan: ListPlan): string[] {
  const numberIn = (row: (typeof rows)[number], field: string): number | null =>
    field === 'size' ? row.size : row.urgency === null ? null : options.indexOf(row.urgency);
  const compare = (one: (typeof rows)[number], other: (typeof rows)[number]): number => {
    for (const { field, descending } of plan.sort) {
      const [a, b] = [numberIn(one, field), numberIn(other, field)];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return descending ? b - a : a - b;
    }
    return one.id < other.id ? -1 : 1;
  };
  return rows.toSorted(compare).map(({ id }) => id);
}

contract(
  'a choice is sorted by the position of its option, whatever its name, and also when options are reordered',
  async () => {
    const { store, done } = await openStore(modelWith(OPTIONS));
    try {
      await insert(store, ...rows.map(({ id, urgency, size }) => rowOf('Thing', id, { urgency, size })));
      for (const options of [OPTIONS, OPTIONS.toReversed()]) {
        const outcome = await store.apply(modelWith(options), options === OPTIONS ? 'v1' : 'v2', 'the document');
        assert.ok(outcome.applied);
        for (const descending of [false, true])
          for (const sort of [
            sortBy(['urgency', descending]),
            sortBy(['urgency', descending], ['size', false]),
            sortBy(['size', false], ['urgency', descending]),
          ]) {
            const plan = planOf('Thing', { sort, select: sort.map(({ field }) => ({ field, gate: null })) });
            for (const limit of [1, 4, 50])
              assert.deepEqual(await idsOfAllPages(store, { ...plan, limit }), expected(options, plan));
          }
      }
    } finally {
      await done();
    }
  },
);

contract('a list is sorted by a choice with more options than an index can contain', async () => {
  const options = Array.from({ length: 300 }, (_, index) => `${(index * 7919) % 1000} land ${index.toString(36)}`);
  const { store, done } = await openStore(modelWith(options));
  try {
    const places = [299, 0, 150];
    await insert(store, ...places.map((place) => rowOf('Thing', `t${place}`, { urgency: options[place] ?? null })));
    const ids = await idsOfAllPages(
      store,
      planOf('Thing', { sort: sortBy(['urgency', false]), limit: 1, select: [{ field: 'urgency', gate: null }] }),
    );
    assert.deepEqual(ids, ['t0', 't150', 't299']);
  } finally {
    await done();
  }
});

test('an index gives the order of a choice, also after its options are reordered', async () => {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-choices-'));
  const sent: string[] = [];
  const store = await openSqlite({ folder, trace: (sql) => void sent.push(sql) });
  try {
    for (const options of [OPTIONS, OPTIONS.toReversed()]) {
      await store.apply(modelWith(options), JSON.stringify(options), 'the document');
      // Explaining a statement does not notice that indexes have changed.
      using raw = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
      for (const sort of SORTS) {
        sent.length = 0;
        await store.list(planOf('Thing', { sort }), guest);
        for (const sql of sent.filter((each) => each.includes('ORDER BY'))) {
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
