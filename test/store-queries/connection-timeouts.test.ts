import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { Store } from '../../src/store/core/store.ts';
import { StoreError } from '../../src/store/core/store-error.ts';
import { type ProcessActivity, watchConnection } from '../../src/store/postgres/connection-timeout.ts';
import { createConnections } from '../../src/store/postgres/postgres-connections.ts';
import { openPostgresOver } from '../../src/store/postgres/postgres-store.ts';
import * as m from '../support/database/models.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { insert, put, readOne, rowOf, values } from '../support/database/stores.ts';
import { exampleText, startServer } from '../support/http/server.ts';
import { type TcpProxy, tcpProxyTo } from '../support/http/tcp-proxy.ts';

/** A database behind a way that is cut without a word, comes to a stand, or is slow. */

const notes = m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] });

/** Long against what a statement takes here, and short against what a test may. */
const SILENT = 400;
/** Within this whoever asks has an answer, whatever happened on the way: the silence, a look, and as much again. */
const SOON = 10_000;

interface Behind {
  readonly url: string;
  readonly schema: string;
  readonly proxy: TcpProxy;
  readonly store: Store;
  readonly ask: (sql: string) => Promise<readonly (readonly unknown[])[]>;
}

async function behindProxy(t: TestContext, silentMs = SILENT): Promise<Behind | null> {
  const database = await testPostgres();
  if (database.url === null) {
    t.skip(`it needs a server: ${database.what}`);
    return null;
  }
  const schema = freshSchema();
  const proxy = await tcpProxyTo(database.url);
  const connections = createConnections({ url: proxy.url, schema, maxConnections: 4, silentMs });
  const store = await openPostgresOver(connections, schema);
  t.after(async () => {
    proxy.cut();
    proxy.coming('open', 'open');
    proxy.delay(0);
    await store.close();
    await proxy.stop();
    await database.drop(schema);
  });
  return { url: database.url, schema, proxy, store, ask: (sql) => database.ask(schema, sql) };
}

/** How it went, and that it went soon. */
async function soon<T>(work: Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work;
  } finally {
    const took = performance.now() - begun;
    assert.ok(took < SOON, `it took ${Math.round(took)} ms`);
  }
}

test('connections that went silent are found out and replaced: reads and writes go on over others', async (t) => {
  const behind = await behindProxy(t);
  if (behind === null) return;
  const { proxy, store } = behind;
  await store.apply(notes, 'v1', 'the document');
  await insert(store, rowOf('Note', 'n0', { number: 0 }));
  for (const [index, ways] of (
    [
      ['held', 'open'],
      ['open', 'held'],
      ['held', 'held'],
    ] as const
  ).entries()) {
    // More than one of them lies ready.
    await Promise.all([1, 2, 3].map(() => readOne(store, 'Note', 'n0')));
    proxy.existing(ways[0], ways[1]);
    assert.equal((await soon(readOne(store, 'Note', 'n0')))?.id, 'n0');
    proxy.existing(ways[0], ways[1]);
    // Whoever hears nothing after the commit cannot know; before it, it is done anew.
    const id = `n${index + 1}`;
    await soon(insert(store, rowOf('Note', id, { number: index })));
    assert.equal((await readOne(store, 'Note', id))?.id, id);
  }
});

test('where nothing comes back at all it is said soon, in a sentence, and goes on by itself afterwards', async (t) => {
  const behind = await behindProxy(t);
  if (behind === null) return;
  const { proxy, store, ask } = behind;
  await store.apply(notes, 'v1', 'the document');
  await insert(store, rowOf('Note', 'n0'));
  proxy.existing('held', 'held');
  proxy.coming('held', 'held');
  const isUnreachable = (error: unknown) => error instanceof StoreError && error.trouble === 'unreachable';
  await soon(assert.rejects(readOne(store, 'Note', 'n0'), isUnreachable));
  proxy.existing('open', 'open');
  proxy.coming('open', 'open');
  await insert(store, rowOf('Note', 'n1'));
  assert.equal((await readOne(store, 'Note', 'n1'))?.id, 'n1');
  // What was begun in vain is taken back, and holds nothing.
  const held = await ask(
    `SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'ninefold' AND state = 'idle in transaction' AND now() - state_change > interval '3 seconds'`,
  );
  assert.deepEqual(held, [[0]]);
});

test('a request whose commit is never heard of is told so, and has one effect when it is sent again', async (t) => {
  const behind = await behindProxy(t);
  if (behind === null) return;
  const { proxy, store } = behind;
  const server = await startServer(exampleText('expense-claims.md'), { store });
  t.after(server.stop);
  const ana = await server.as('Ana');
  const count = async () => (await store.people('Claim', 1_000)).length;
  const before = await count();
  const claim = {
    title: 'Taxi',
    category: 'Travel',
    spentOn: '2026-08-12',
    lines: [{ what: 'There', amount: '9.50' }],
  };
  const send = (key: string) => ana.post<WireRecord & Problem>('/api/claims', claim, { 'idempotency-key': key });
  let unheard = 0;
  for (const after of [0, 1, 2, 3, 4, 6, 8, 12]) {
    const key = `once ${after}`;
    // Somewhere on its way answers stop coming, at another place each time.
    const timer = setTimeout(() => proxy.existing('open', 'held'), after);
    const first = await soon(send(key));
    clearTimeout(timer);
    proxy.existing('open', 'open');
    if (first.status === 503) {
      unheard += 1;
      assert.ok(Number(first.headers.get('retry-after')) > 0);
      assert.equal((await soon(send(key))).status, 201);
    } else assert.equal(first.status, 201);
  }
  assert.equal(await count(), before + 8);
  t.diagnostic(`${unheard} of 8 were not heard of`);
});

test('a commit that the database stores after it was given up is read and published like those of other nodes', async (t) => {
  const behind = await behindProxy(t);
  if (behind === null) return;
  const { url, schema, proxy, store, ask } = behind;
  await store.apply(notes, 'v1', 'the document');
  await insert(store, rowOf('Note', 'n0', { number: 0 }));
  const numberNow = async () => (await readOne(store, 'Note', 'n0'))?.values['number'];
  assert.equal(await numberNow(), 0);
  const told: unknown[] = [];
  store.subscribe((changes) => told.push(...changes.map(({ after }) => after?.values['number'])));
  const [[table] = []] = await ask(
    `SELECT relname FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' AND relname ~ '^t_.{6}$'`,
  );
  const locking = new pg.Client({ connectionString: url });
  await locking.connect();
  await locking.query(`BEGIN; SELECT 1 FROM ${schema}.${String(table)} FOR UPDATE`);
  const write = put(store, { kind: 'update', entity: 'Note', id: 'n0', values: values({ number: 1 }) });
  const givenUp = assert.rejects(write, (error) => error instanceof StoreError && error.trouble === 'unreachable');
  // Other tests may wait for other locks of the same database.
  const { processID } = locking as pg.Client & { readonly processID: number };
  const isWaiting = async () =>
    (
      await ask(`SELECT count(*)::int FROM pg_stat_activity WHERE ${processID} = ANY (pg_blocking_pids(pid))`)
    )[0]?.[0] === 1;
  while (!(await isWaiting())) await pause(10);
  proxy.existing('held', 'held');
  proxy.coming('held', 'held');
  await givenUp;
  proxy.coming('open', 'open');
  // Connections that were begun before are given up first.
  while ((await numberNow().catch(() => null)) === null) await pause(50);
  // Until it is cached again.
  for (let times = 0; times < 3; times++) assert.equal(await numberNow(), 0);
  await locking.query('ROLLBACK');
  await locking.end();
  const isStored = async () =>
    (await ask(`SELECT count(*)::int FROM ${String(table)} WHERE version = 2`))[0]?.[0] === 1;
  while (!(await isStored())) await pause(10);
  assert.equal(await numberNow(), 1);
  assert.deepEqual(told, [1]);
});

test('a way that is slow is no silence: all is done, once, and in its time', async (t) => {
  const behind = await behindProxy(t);
  if (behind === null) return;
  const { proxy, store, ask } = behind;
  await store.apply(notes, 'v1', 'the document');
  proxy.delay(60);
  await Promise.all([1, 2, 3].map((number) => insert(store, rowOf('Note', `n${number}`, { number }))));
  assert.equal((await readOne(store, 'Note', 'n2'))?.id, 'n2');
  proxy.delay(0);
  // A statement that takes longer than any silence is waited for, since the database is at work on it.
  const held = ask(`BEGIN; LOCK TABLE meta IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(${(4 * SILENT) / 1_000}); COMMIT`);
  await new Promise((resolve) => setTimeout(resolve, SILENT / 2));
  const begun = performance.now();
  await insert(store, rowOf('Note', 'n9', { number: 9 }));
  await held;
  assert.ok(performance.now() - begun > 2 * SILENT, 'it had to wait for longer than a silence');
  assert.equal((await store.people('Note', 10)).length, 4);
});

test('a program that stood still itself hears what came meanwhile, and takes nothing for a silence', async (t) => {
  // A connection may take three silences to come, of which a busy database needs a part after two were stood still.
  const silentMs = 2 * SILENT;
  const behind = await behindProxy(t, silentMs);
  if (behind === null) return;
  const { proxy, store } = behind;
  await store.apply(notes, 'v1', 'the document');
  const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  // Answers pass through this process: while it stands still, none is there.
  for (const turns of [0, 1, 2, 4, 6, 8, 10, 12]) {
    const connections = createConnections({ url: proxy.url, schema: 'public', maxConnections: 1, silentMs });
    const asked = connections
      .acquire('apart')
      .then(({ connection, release }) => connection.script(["SELECT 'heard'"]).finally(release));
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    standStill(2.1 * silentMs);
    assert.deepEqual(await asked, [['heard']], `after ${turns} turns`);
    await connections.close();
  }
  const before = proxy.connections();
  for (const turns of [0, 1, 2, 3, 5, 8]) {
    const written = insert(store, rowOf('Note', `still${turns}`));
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    standStill(2.5 * silentMs);
    await written;
  }
  assert.equal(proxy.connections(), before, 'no connection was given up');
});

test('connections that are cut in the middle of what they say are replaced, and nothing is lost or done twice', async (t) => {
  const behind = await behindProxy(t);
  if (behind === null) return;
  const { proxy, store } = behind;
  await store.apply(notes, 'v1', 'the document');
  const stored: string[] = [];
  const unknown: string[] = [];
  const lane = async (name: number) => {
    for (let number = 0; number < 12; number++) {
      const id = `n${name}-${number}`;
      await soon(insert(store, rowOf('Note', id, { number }))).then(
        () => stored.push(id),
        (error: unknown) => {
          assert.ok(error instanceof StoreError && error.trouble === 'unreachable', String(error));
          unknown.push(id);
        },
      );
    }
  };
  // Each cut breaks what three lanes are at: however slow the machine is, some of the 36 come after the last.
  let cuts = 0;
  const cutting = setInterval(() => {
    if (cuts < 10) proxy.cut();
    cuts += 1;
  }, 25);
  try {
    await Promise.all([1, 2, 3].map(lane));
  } finally {
    clearInterval(cutting);
  }
  assert.notEqual(cuts, 0);
  await insert(store, rowOf('Note', 'last'));
  const there = (await store.people('Note', 1_000)).map(({ id }) => id);
  assert.deepEqual(
    stored.filter((id) => !there.includes(id)),
    [],
  );
  assert.equal(new Set(there).size, there.length);
  assert.ok(stored.length + unknown.length === 36 && stored.length > 3, `${stored.length} stored`);
});

test('whoever is worked for is waited for, whoever is not is told; an answer ends the watch', async () => {
  const looks: ProcessActivity[] = ['working', 'working', 'gone'];
  const asked: number[] = [];
  let silences = 0;
  const watch = watchConnection(
    7,
    {
      silentMs: 5,
      checkActivity: (process) => {
        asked.push(process);
        return Promise.resolve(looks[asked.length - 1] ?? 'gone');
      },
    },
    () => {
      silences += 1;
    },
  );
  assert.equal(await watch.over(Promise.resolve(1)), 1);
  await assert.rejects(watch.over(new Promise(() => {})), { code: 'ETIMEDOUT', isAll: false });
  assert.deepEqual([asked, silences], [[7, 7, 7], 1]);
  await assert.rejects(watch.over(Promise.reject(new Error('its own'))), /its own|nothing came back/);
  watch.end();
});
