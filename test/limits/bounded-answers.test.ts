import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { WirePage } from '../../src/engine/core/wire-format.ts';
import { orderedPart, orderKey } from '../../src/fields/text/fold.ts';
import { SHADOW_COLUMNS } from '../../src/store/core/catalog.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { SHELF } from '../support/documents/shelf.ts';
import { startServer } from '../support/http/server.ts';

/** As long as a text may be, in three bytes a character. */
const LONG = '漢'.repeat(99_990);
const MOST_BYTES = 2_700_000;

async function shelf(t: TestContext) {
  const { store, done } = await openEmpty();
  const server = await startServer(SHELF, { store });
  t.after(async () => {
    await server.stop();
    await done();
  });
  return { server, cleo: await server.as('Cleo') };
}

contract('a page of a list, a screen or a choice ends before its records have more than 1 MB of text', async (t) => {
  const { cleo } = await shelf(t);
  for (let index = 0; index < 20; index++)
    assert.equal((await cleo.post('/api/items', { label: `Long ${index}`, body: `${LONG}${index}` })).status, 201);
  const screen = `screen=${encodeURIComponent('screen/%2F')}`;
  for (const path of ['/api/items?limit=50', '/api/items?sort=-body', '/api/items?q=long', `/_/list?${screen}`]) {
    const seen: string[] = [];
    let page = '';
    let pages = 0;
    do {
      const { status, body, text } = await cleo.get<WirePage>(`${path}${path.includes('?') ? '&' : '?'}${page}`);
      assert.equal(status, 200, text.slice(0, 300));
      assert.ok(Buffer.byteLength(text) < MOST_BYTES, `${path} gives ${text.length} characters`);
      seen.push(...body.items.map(({ id }) => id));
      page = body.next === null ? '' : `page=${body.next}`;
      pages += 1;
    } while (page !== '' && pages < 20);
    assert.equal(new Set(seen).size, 20, path);
    assert.equal(seen.length, 20, path);
    assert.ok(pages > 1, path);
  }
});

contract(
  'history gives the newest changes that come to about a megabyte, and one that has more by itself',
  async (t) => {
    const { cleo } = await shelf(t);
    const { body: made } = await cleo.post<{ id: string }>('/api/items', { label: 'a', body: `${LONG}0` });
    for (let index = 1; index < 10; index++) {
      const headers = { 'if-match': '*' };
      const { status } = await cleo.patch(`/api/items/${made.id}`, { body: `${LONG}${index}` }, headers);
      assert.equal(status, 200);
    }
    const { body, text } = await cleo.get<{ items: { changes: { to: string }[] }[] }>(
      `/_/records/Item/${made.id}/history`,
    );
    assert.ok(Buffer.byteLength(text) < MOST_BYTES, `${text.length} characters`);
    assert.ok(body.items.length >= 1 && body.items.length < 10, String(body.items.length));
    assert.ok(body.items[0]?.changes[0]?.to.endsWith('9'));
  },
);

test('a text is put in order by its first 200 characters, of which a cursor holds no more', async (t) => {
  const store = await openSqlite({ folder: mkdtempSync(join(quickFolder, 'ninefold-order-')) });
  const server = await startServer(SHELF, { store });
  t.after(() => server.stop());
  const text = `${'😀'.repeat(199)}ab`;
  assert.equal(orderKey(text), orderKey(text.slice(0, -1)));
  assert.equal(orderedPart(orderedPart(text)), orderedPart(text));
  assert.ok(orderedPart(text).isWellFormed());
  const cleo = await server.as('Cleo');
  for (const end of ['c', 'a', 'b'])
    await cleo.post('/api/items', { label: end, body: `${'x'.repeat(150)}${end}${'y'.repeat(20_000)}` });
  const labels: string[] = [];
  for (let page = ''; ; ) {
    const { body } = await cleo.get<WirePage>(`/api/items?sort=body&limit=1${page}`);
    labels.push(...body.items.map((item) => String(item['label'])));
    if (body.next === null) break;
    assert.ok(body.next.length < 1_000);
    page = `&page=${body.next}`;
  }
  assert.deepEqual(labels, ['a', 'b', 'c']);
});

test('data with order keys of older rules gets new ones when its document is opened', async (t) => {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-order-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const older = await openSqlite({ folder });
  const first = await startServer(SHELF, { store: older });
  await (await first.as('Cleo')).post('/api/items', { label: 'a', body: 'x'.repeat(300) });
  await first.stop();
  await older.close();
  const data = new DatabaseSync(join(folder, 'data.sqlite'));
  const columns = data.prepare('SELECT physical, record FROM catalog_columns').all();
  const body = columns.find(({ record }) => (JSON.parse(String(record)) as { name: string }).name === 'body');
  const [physical, record] = [String(body?.['physical']), JSON.parse(String(body?.['record'])) as { table: string }];
  const change = data.prepare('UPDATE catalog_columns SET record = ? WHERE physical = ?');
  change.run(JSON.stringify({ ...record, text: true }), physical);
  const shadow = SHADOW_COLUMNS.order(physical);
  data.prepare(`UPDATE ${record.table} SET ${shadow} = ?`).run('x'.repeat(300));
  data.close();
  const store = await openSqlite({ folder });
  const again = await startServer(SHELF, { store });
  await again.stop();
  await store.close();
  const after = new DatabaseSync(join(folder, 'data.sqlite'));
  assert.equal(after.prepare(`SELECT ${shadow} AS key FROM ${record.table}`).get()?.['key'], 'x'.repeat(200));
  after.close();
});

test('SQLite: a commit takes no further writes once it has taken 20 ms', async (t) => {
  const { server, cleo } = await shelf(t);
  const groups: number[] = [];
  t.after(server.runtime.store.subscribe((changes) => void groups.push(changes.length)));
  let now = 0;
  // In place of the clock: each look at it finds that 15 ms have passed.
  t.mock.method(performance, 'now', () => (now += 15));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => cleo.post('/api/items', { label: `Item ${index}` })),
  );
  assert.ok(answers.every(({ status }) => status === 201));
  assert.equal(
    groups.reduce((sum, count) => sum + count, 0),
    20,
  );
  assert.ok(
    groups.every((count) => count <= 2),
    String(groups),
  );
});

test('a file of long texts is sent with turns for others between', async (t) => {
  const { server, cleo } = await shelf(t);
  for (let index = 0; index < 20; index++) await cleo.post('/api/items', { label: `Long ${index}`, body: LONG });
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  const path = `http://127.0.0.1:4900/_/export?screen=${encodeURIComponent('screen/%2F')}`;
  const answer = await server.fetch(new Request(path, { headers: { cookie: cleo.cookie } }));
  setImmediate(count);
  const text = await answer.text();
  isOver = true;
  assert.equal(answer.status, 200);
  assert.ok(text.length > 1_900_000, String(text.length));
  assert.ok(turns >= 3, String(turns));
});

test('a bulk action looks at what is done to all rows once, with a key too', async (t) => {
  const { server, cleo } = await shelf(t);
  const rows = Array.from({ length: 200 }, (_, index) => ({ id: `x${index}` }));
  const input = { body: 'x'.repeat(900_000) };
  const sent = JSON.stringify({ entity: 'Item', event: 'nothing', input, rows });
  const spent = async (headers: Record<string, string>) => {
    const begun = process.cpuUsage();
    const all = { 'content-type': 'application/json', cookie: cleo.cookie, ...headers };
    const init = { method: 'POST', headers: all, body: sent };
    const answer = await server.fetch(new Request('http://127.0.0.1:4900/_/bulk', init));
    assert.equal(answer.status, 200, await answer.text());
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  await spent({});
  const [without, withKey] = [await spent({}), await spent({ 'idempotency-key': 'k' })];
  assert.ok(withKey < 4 * without + 100_000, `${withKey} µs with a key, ${without} without`);
});
