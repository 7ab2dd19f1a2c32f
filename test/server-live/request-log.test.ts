import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { type ObserveOptions, type RequestEntry, withObservability } from '../../src/server/application/request-log.ts';
import { logLine } from '../../src/server/node/watch-process.ts';
import { exampleText, startServer } from '../support/http/server.ts';

async function watched(t: TestContext, options: ObserveOptions = {}) {
  const server = await startServer(exampleText('expense-claims.md'));
  t.after(server.stop);
  const entries: RequestEntry[] = [];
  const fetch = withObservability(server.runtime, server.fetch, {
    log: (entry) => void entries.push(entry),
    ...options,
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new Request(`http://localhost:4000${path}`, { headers }), { address: '127.0.0.1' });
  return { ...server, entries, get };
}

test('it says that it runs, and that it is ready as long as its data answers', async (t) => {
  const { get, store } = await watched(t);
  assert.equal((await get('/_/health')).status, 200);
  assert.equal((await get('/_/ready')).status, 200);
  await store.close();
  assert.equal((await get('/_/health')).status, 200);
  assert.equal((await get('/_/ready')).status, 503);
});

test('every answer carries an id: the one given, where it is plain, else a new one', async (t) => {
  const { get, entries } = await watched(t);
  assert.equal(
    (await get('/api/claims', { 'x-request-id': 'abc-123.def' })).headers.get('x-request-id'),
    'abc-123.def',
  );
  const made =
    (await get('/api/claims', { 'x-request-id': 'a b\u00e4'.slice(0, 3) })).headers.get('x-request-id') ?? '';
  assert.match(made, /^[0-9a-f]{16}$/);
  assert.deepEqual(
    entries.map(({ id, method, route, status }) => [id, method, route, status]),
    [
      ['abc-123.def', 'GET', '/api/claims', 401],
      [made, 'GET', '/api/claims', 401],
    ],
  );
});

/** The token of an address that opens a record stands in a path. */
const PATHS_WITH_SECRETS = [
  '/api/claims/CANARY',
  '/claims/CANARY',
  '/CANARY',
  '/_/CANARY',
  '//CANARY/x',
  '/_/files/Claim/CANARY/receipt',
  '/_/records/Claim/CANARY/history',
  '/api/claims?filter=CANARY',
];

test('the log of requests and faults has nothing of what was sent or read', async (t) => {
  const canary = 'c4n4ry-0b8e';
  const { get, entries, as } = await watched(t);
  const ana = await as('Ana');
  await get(`/api/claims?q=${canary}`, { cookie: ana.cookie, authorization: `Bearer ${canary}` });
  for (const path of PATHS_WITH_SECRETS) {
    const secret = path.replace('CANARY', canary);
    await get(secret, { cookie: ana.cookie });
    await get(secret, { accept: 'text/html' });
  }
  const lines = entries.map((entry) => logLine(0, entry)).join('\n');
  assert.equal(entries.length, 1 + 2 * PATHS_WITH_SECRETS.length);
  assert.ok(entries.some(({ route }) => route === '/api/claims/:id'));
  assert.ok(!lines.includes(canary), lines);
  assert.ok(!lines.includes(ana.cookie.split('=')[1] ?? ''));
  const error = new Error('the disk is full');
  const fault = JSON.parse(logLine(0, { level: 'error', message: 'It failed.', error })) as Record<string, unknown>;
  assert.equal(fault['error'], 'Error: the disk is full');
  assert.equal(fault['time'], '1970-01-01T00:00:00.000Z');
});

test('the figures are for whoever has their token, and count what was answered', async (t) => {
  const { get } = await watched(t, { metricsToken: 'figures', gauges: () => ({ cups_of_tea: 3 }) });
  assert.equal((await get('/_/metrics')).status, 404);
  assert.equal((await get('/_/metrics', { authorization: 'Bearer figure' })).status, 404);
  await get('/api/claims');
  const text = await (await get('/_/metrics', { authorization: 'Bearer figures' })).text();
  assert.match(text, /^ninefold_requests_total\{method="GET",status="401"\} 1$/m);
  assert.match(text, /^ninefold_requests_total\{method="GET",status="404"\} 2$/m);
  assert.match(text, /^ninefold_request_seconds_count 3$/m);
  assert.match(text, /^cups_of_tea 3$/m);
});

test('without a token nobody reads the figures, and an empty one lets nobody in', async (t) => {
  const { get } = await watched(t);
  assert.equal((await get('/_/metrics', { authorization: 'Bearer ' })).status, 404);
});

test('who would wait too long is answered 503 with when to come back, and afterwards all is as before', async (t) => {
  const server = await startServer(exampleText('expense-claims.md'));
  t.after(server.stop);
  const gate = Promise.withResolvers<Response>();
  const time = { now: 0 };
  const slow = async () => (await gate.promise).clone();
  const later = (work: () => void) => void setImmediate(work);
  const fetch = withObservability(server.runtime, slow, {
    admission: { clock: () => time.now, defer: later, maxRunning: 2 },
  });
  const ask = (path = '/api/claims', method = 'GET') =>
    fetch(new Request(`http://localhost:4000${path}`, { method }), {});
  const [first, second, third, signingIn] = [ask(), ask(), ask(), ask('/_/sign-in', 'POST')];
  await settled();
  time.now = 2_000;
  const fourth = ask();
  const shed = await third;
  assert.equal(shed.status, 503);
  assert.equal(shed.headers.get('retry-after'), '1');
  assert.match(shed.headers.get('x-request-id') ?? '', /^[0-9a-f]{16}$/);
  assert.equal((await ask('/_/health')).status, 200);
  assert.equal((await ask('/_/ready')).status, 200);
  gate.resolve(new Response('done'));
  const all = await Promise.all([first, second, signingIn, fourth]);
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal((await ask()).status, 200);
});
