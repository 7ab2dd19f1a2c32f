import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem, WirePage } from '../../src/engine/core/wire-format.ts';
import { limitConcurrency } from '../../src/store/core/concurrency-limit.ts';
import { SHELF } from '../support/documents/shelf.ts';
import { startServer } from '../support/http/server.ts';

test('SQLite: a filter that takes too long is refused as too broad, and what is narrow or the document’s own is answered', async (t) => {
  const server = await startServer(SHELF);
  // In place of the thread's own time: each look at the clock takes a second once the hand moves.
  let [now, step] = [0, 0];
  t.mock.method(process, 'threadCpuUsage', () => {
    now += step;
    return { user: now, system: 0 };
  });
  t.after(() => server.stop());
  const cleo = await server.as('Cleo');
  for (let index = 0; index < 40; index++)
    assert.equal((await cleo.post('/api/items', { label: `Item ${index}`, amount: index })).status, 201);
  step = 1_000_000;
  const none = `/api/items?filter=${encodeURIComponent('label.contains("zzz")')}`;
  for (const caller of [server.guest, cleo]) {
    for (const path of [none, '/api/items?total=exact', '/api/items?sort=amount']) {
      const { status, body } = await caller.get<Problem>(path);
      assert.deepEqual([status, body.code], [400, 'TOO_BROAD'], path);
    }
    const { status, body } = await caller.get<WirePage>('/api/items');
    assert.deepEqual([status, body.total], [200, { count: 40, atLeast: false }]);
  }
  step = 0;
  const { status, body } = await cleo.get<WirePage>(none);
  assert.deepEqual([status, body.items], [200, []]);
  assert.equal(server.logged.filter(({ level }) => level === 'error').length, 0);
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
