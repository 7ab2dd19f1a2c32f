import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Problem, WirePage } from '../../src/engine/core/wire-format.ts';
import { limitConcurrency } from '../../src/store/core/concurrency-limit.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { SHELF } from '../support/documents/shelf.ts';
import { startServer } from '../support/http/server.ts';

test('SQLite: a condition that takes too long is refused as too broad, and plain comparisons are answered', async (t) => {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-limits-'));
  const store = await openSqlite({ folder, readLimit: 0 });
  const server = await startServer(SHELF, { store });
  t.after(async () => {
    await server.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const cleo = await server.as('Cleo');
  for (let index = 0; index < 40; index++)
    assert.equal((await cleo.post('/api/items', { label: `Item ${index}`, amount: index })).status, 201);
  const contains = `filter=${encodeURIComponent('label.contains("zzz")')}`;
  for (const caller of [server.guest, cleo]) {
    // The word `none` is a parameter of the total, and anywhere else a word.
    for (const query of [contains, `${contains}&total=none`, 'q=zzz', 'q=none']) {
      const { status, body } = await caller.get<Problem>(`/api/items?${query}`);
      assert.deepEqual([status, body.code], [400, 'TOO_BROAD'], query);
    }
    for (const path of ['/api/items', '/api/items?total=exact', '/api/items?sort=amount']) {
      const { status, body } = await caller.get<WirePage>(path);
      assert.deepEqual([status, body.total], [200, { count: 40, atLeast: false }], path);
    }
  }
  assert.equal(server.logged.filter(({ level }) => level === 'error').length, 0);
});

test('SQLite: a slow list on a worker thread does not delay other requests', async (t) => {
  const server = await startServer(SHELF);
  t.after(() => server.stop());
  const cleo = await server.as('Cleo');
  for (let index = 0; index < 40; index++)
    assert.equal((await cleo.post('/api/items', { label: `Item ${index}`, amount: index })).status, 201);
  const order: string[] = [];
  const filtered = cleo.get(`/api/items?filter=${encodeURIComponent('label.contains("Item 7")')}`);
  const plain = cleo.get<WirePage>('/api/items');
  await Promise.all([filtered.then(() => order.push('filtered')), plain.then(() => order.push('plain'))]);
  assert.deepEqual(order, ['plain', 'filtered']);
  assert.deepEqual((await filtered).status, 200);
});

test('PostgreSQL: questions that people send are asked a few at a time, in their order, whatever fails', async () => {
  const few = limitConcurrency(2);
  const done: number[] = [];
  let [running, most] = [0, 0];
  const work = (index: number) =>
    few(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      if (index === 1) throw new Error('It failed.');
      done.push(index);
    });
  const all = await Promise.allSettled([0, 1, 2, 3, 4].map(work));
  assert.equal(all.filter(({ status }) => status === 'rejected').length, 1);
  assert.deepEqual([done, most, running], [[0, 2, 3, 4], 2, 0]);
});
