import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Problem, WirePage } from '../../src/engine/core/wire-format.ts';
import { limitConcurrency } from '../../src/store/core/concurrency-limit.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import * as m from '../support/database/models.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { guest, planOf } from '../support/database/stores.ts';
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

test('PostgreSQL: lists that people compose leave connections for everything else, also with their totals', async (t) => {
  const database = await testPostgres();
  if (database.url === null) return t.skip(`it needs a server: ${database.what}`);
  const schema = freshSchema();
  const store = await database.open(schema);
  const locking = new pg.Client({ connectionString: database.url });
  t.after(async () => {
    await locking.end();
    await store.close();
    await database.drop(schema);
  });
  await store.apply(m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] }), 'v1', 'the document');
  const [[table] = []] = await database.ask(
    schema,
    `SELECT relname FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' AND relname ~ '^t_.{6}$'`,
  );
  await locking.connect();
  await locking.query(`BEGIN; LOCK TABLE ${schema}.${String(table)} IN ACCESS EXCLUSIVE MODE`);
  const lists = Array.from({ length: 8 }, (_, index) =>
    store.list(
      planOf('Note', { key: `${index}`, limit: index + 1, maxCount: index + 1, hasOwnConditions: true }),
      guest,
    ),
  );
  await pause(300);
  const begun = performance.now();
  await store.keys.find('session', 'nobody', 1);
  assert.ok(performance.now() - begun < 2_000, 'A session had to wait for slow lists.');
  await locking.query('ROLLBACK');
  for (const { rows, total } of await Promise.all(lists))
    assert.deepEqual([rows, total], [[], { count: 0, atLeast: false }]);
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
