import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createResultCache } from '../../src/store/core/result-cache.ts';
import { countedPostgres, countedSqlite } from '../support/database/counted-stores.ts';
import { exampleText, startServer } from '../support/http/server.ts';

interface Tiles {
  readonly tiles: readonly { readonly points: readonly { readonly value: string | number | null }[] }[];
}

const OVERVIEW = `/_/tiles?screen=${encodeURIComponent(`screen/${encodeURIComponent('/overview')}`)}`;
const isFigure = (sql: string): boolean => /^SELECT .*\b(?:count|sum|total)\(/s.test(sql) && !/\bLIMIT\b/.test(sql);

for (const [name, open] of [
  ['SQLite', countedSqlite],
  ['PostgreSQL', countedPostgres],
] as const)
  test(`figures are read again only after a write, and then they are right (${name})`, async (t) => {
    const counted = await open();
    const server = await startServer(exampleText('tasks.md'), { store: counted.store });
    t.after(async () => {
      await server.stop();
      await counted.done();
    });
    const maker = await server.as('Rui');
    const figures = async () => {
      let values: readonly unknown[] = [];
      const { texts } = await counted.whole(async () => {
        const { body, status } = await maker.get<Tiles>(OVERVIEW);
        assert.equal(status, 200);
        values = body.tiles.map(({ points }) => points.map(({ value }) => value));
      });
      return { values, read: texts.filter(isFigure).length };
    };
    const first = await figures();
    assert.ok(first.read > 0);
    assert.deepEqual(await figures(), { values: first.values, read: 0 });
    const { body } = await maker.get<{ items: readonly { project: string }[] }>('/api/jobs');
    const project = body.items[0]?.project;
    assert.equal((await maker.post('/api/jobs', { title: 'Once more', project })).status, 201);
    const changed = await figures();
    assert.ok(changed.read > 0);
    assert.notDeepEqual(changed.values, first.values);
  });

test('requests for the same result share it while it is computed, and a failure is not cached', async () => {
  const cache = createResultCache<number>(2);
  let computed = 0;
  const compute = async () => {
    computed += 1;
    await pause(1);
    if (computed === 1) throw new Error('It failed.');
    return computed;
  };
  const get = (key: string, isCurrent = () => true) => cache.get(key, isCurrent, compute);
  await assert.rejects(get('a'));
  assert.deepEqual(await Promise.all([get('a'), get('a'), get('a')]), [2, 2, 2]);
  assert.equal(await get('a', () => false), 3);
  await get('b');
  await get('c');
  assert.equal(await get('a'), 6, 'The oldest entry is evicted.');
});

test('requests that wait while something is written all the time share the next result', async () => {
  const cache = createResultCache<number>(2);
  let writes = 0;
  let computed = 0;
  const get = () =>
    cache.get(
      'a',
      (at) => at === writes,
      async () => {
        computed += 1;
        const at = writes;
        await pause(1);
        writes += 1;
        return at;
      },
    );
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, get));
  assert.equal(first, 0);
  assert.deepEqual(new Set(others), new Set([1]));
  assert.equal(computed, 2);
});

test('a large result is not cached', async () => {
  const cache = createResultCache<number>(2, (size) => size < 10);
  let size = 9;
  const get = () =>
    cache.get(
      'a',
      () => true,
      async () => size++,
    );
  assert.deepEqual([await get(), await get()], [9, 9]);
  const large = createResultCache<number>(2, (each) => each < 10);
  const again = () =>
    large.get(
      'a',
      () => true,
      async () => size++,
    );
  assert.deepEqual([await again(), await again()], [10, 11]);
});
