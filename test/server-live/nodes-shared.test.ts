import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import type { Send } from '../../src/server/core/outgoing-request.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import { deliverDue } from '../../src/server/jobs/send-outbox.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { paidClaim, withBankAddress } from '../support/documents/paid-claim.ts';
import { LENDING } from '../support/effects/lending.ts';
import {
  type Caller,
  exampleText,
  origin,
  type ServerOptions,
  startServer,
  type TestServer,
} from '../support/http/server.ts';
import { quick, secure } from '../support/http/sign-in.ts';

/** What two servers over one PostgreSQL count together, and what becomes of the work of one that is ended. */

const minute = 60_000;
const day = 24 * 60 * minute;
const expenses = exampleText('expense-claims.md');
const limited = (requests: string) => expenses.replace('600 per minute per person', `${requests} per person`);

type Two = readonly [TestServer, TestServer];

async function two(t: TestContext, text: string, options: ServerOptions = {}): Promise<Two> {
  const database = await testPostgres();
  const schema = freshSchema();
  const stores = [await database.open(schema), await database.open(schema)] as const;
  const servers: Two = [
    await startServer(text, { ...options, store: stores[0] }),
    await startServer(text, { ...options, store: stores[1] }),
  ];
  t.after(async () => {
    for (const server of servers) await server.stop();
    for (const store of stores) await store.close();
    await database.drop(schema);
  });
  return servers;
}

/** Statuses of so many requests of one person, to the one server and the other in turn. */
function asked(servers: Two, { cookie }: Caller, many: number): Promise<readonly number[]> {
  const one = async (at: number) => {
    const server = at % 2 === 0 ? servers[0] : servers[1];
    const answer = await server.fetch(new Request(`${origin}/_/session`, { headers: { cookie } }));
    return answer.status;
  };
  return Promise.all(Array.from({ length: many }, (_, at) => one(at)));
}

const through = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;

test('requests are limited as on one server, however they are spread over two', { timeout: 60_000 }, async (t) => {
  const servers = await two(t, limited('10 per minute'));
  const jonas = await servers[0].as('Jonas');
  const statuses = await asked(servers, jonas, 40);
  assert.equal(through(statuses), 10);
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
  // One more each six seconds, for both together.
  for (const server of servers) server.clock.now += 6_000;
  assert.equal(through(await asked(servers, jonas, 10)), 1);
  for (const server of servers) server.clock.now += 60 * minute;
  assert.equal(through(await asked(servers, jonas, 40)), 10);
});

test('what a server took for a person and did not need is there for the other one', { timeout: 60_000 }, async (t) => {
  const servers = await two(t, limited('100 per day'));
  const jonas = await servers[0].as('Jonas');
  const [first, second] = servers;
  // Each server takes two at a time; of a hundred at most one is left with the other.
  assert.equal(through(await asked([first, first], jonas, 1)), 1);
  const rest = through(await asked([second, second], jonas, 110));
  assert.ok(rest >= 98 && rest <= 99, String(rest));
  for (const server of servers) server.clock.now += 2_000;
  const last = through(await asked([first, first], jonas, 5)) + through(await asked([second, second], jonas, 5));
  assert.equal(1 + rest + last, 100);
});

test('attempts to sign in are counted over both servers', { timeout: 60_000 }, async (t) => {
  const servers = await two(t, expenses, { dev: false, production: { passwords: quick, origin: secure } });
  const attempt = async (at: number) => {
    const body = JSON.stringify({ name: 'eve@example.com', password: `guess ${at}` });
    const headers = { 'content-type': 'application/json' };
    const request = new Request(`${secure}/_/sign-in`, { method: 'POST', headers, body });
    return (await (at % 2 === 0 ? servers[0] : servers[1]).fetch(request, { address: '10.0.0.1' })).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 12; at++) statuses.push(await attempt(at));
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test('the next page of a list may be asked of the other server', { timeout: 60_000 }, async (t) => {
  const [first, second] = await two(t, expenses);
  const lena = await first.as('Lena');
  type Page = { items: WireRecord[]; next: string | null };
  const { body } = await lena.get<Page>('/api/claims?limit=1');
  assert.equal(body.items.length, 1);
  const url = `${origin}/api/claims?limit=1&page=${encodeURIComponent(body.next ?? '')}`;
  const answer = await second.fetch(new Request(url, { headers: { cookie: lena.cookie } }));
  assert.equal(answer.status, 200);
  const [next] = ((await answer.json()) as Page).items;
  assert.ok(next !== undefined && next.id !== body.items[0]?.id);
});

test('what a server was sending when it was ended leaves from the other one, under the same key', {
  timeout: 60_000,
}, async (t) => {
  const [first, second] = await two(t, withBankAddress());
  for (let each = 0; each < 3; each++) await paidClaim(first);
  const begun: string[] = [];
  const started = Promise.withResolvers<void>();
  // Two arrive; of the third nobody ever hears, as if the server had been ended while it waited.
  const dying: Send = async ({ headers }) => {
    begun.push(headers['idempotency-key'] ?? '');
    if (begun.length < 3) return { status: 202, retryAfter: null };
    started.resolve();
    return new Promise(() => undefined);
  };
  void deliverDue(first.runtime, dying);
  await started.promise;
  const sent: string[] = [];
  const send: Send = async ({ headers }) => {
    sent.push(headers['idempotency-key'] ?? '');
    return { status: 202, retryAfter: null };
  };
  while ((await second.store.deliveries.counts()).waiting > 1) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await deliverDue(second.runtime, send), 0, 'it may still be on its way');
  second.clock.now += 10 * minute;
  assert.equal(await deliverDue(second.runtime, send), 1);
  assert.deepEqual(sent, begun.slice(2));
  assert.deepEqual(await second.store.deliveries.counts(), { waiting: 0, dead: 0 });
});

test('a timer that two servers look at acts once; with one of them ended it still acts', {
  timeout: 60_000,
}, async (t) => {
  const [first, second] = await two(t, LENDING);
  const ada = await first.as('Ada');
  const made = await Promise.all([1, 2, 3].map(() => ada.post<WireRecord>('/api/loans', { purpose: 'Read' })));
  const lib = await first.as('Lib');
  for (const { body } of made) {
    const out = await lib.post(`/api/loans/${body.id}/hand-out`, {}, { 'if-match': body._.etag });
    assert.equal(out.status, 200, out.text);
  }
  for (const server of [first, second]) server.clock.now += 10 * day;
  const now = first.clock.now;
  const ticks = await Promise.all([first, second].map((server) => createTimers(server.runtime).tick(now)));
  const reminders = async () => {
    const ids = made.map(({ body }) => body.id);
    const rows = (await second.store.people('Loan', 10)).filter(({ id }) => ids.includes(id));
    return rows.map(({ values }) => values['reminders']);
  };
  assert.deepEqual(await reminders(), [1, 1, 1]);
  assert.ok(
    ticks.every(({ refused }) => refused === 0),
    JSON.stringify(ticks),
  );
  await first.store.close();
  assert.ok((await createTimers(second.runtime).tick(now)).fired >= 0);
  assert.deepEqual(await reminders(), [1, 1, 1]);
});
