import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WireDevOutbox, WireRecord } from '../../src/engine/core/wire-format.ts';
import { isOnThisMachine } from '../../src/server/core/outgoing-request.ts';
import { deliverDue } from '../../src/server/jobs/send-outbox.ts';
import { nodeSend } from '../../src/server/node/send.ts';
import { startBank } from '../support/documents/bank.ts';
import { paidClaim, withBankAddress } from '../support/documents/paid-claim.ts';
import { FOLLOW_UPS } from '../support/effects/follow-ups.ts';
import { exampleText, origin, startServer, type TestServer } from '../support/http/server.ts';

const send = nodeSend(['localhost', '127.0.0.1', '::1']);
const day = 86_400_000;

async function started(t: TestContext, text: string, dev = true): Promise<TestServer> {
  const server = await startServer(text, { dev, production: { send } });
  t.after(server.stop);
  return server;
}

const outboxOf = async (server: TestServer) =>
  (await server.guest.get<{ items: WireDevOutbox[] }>('/_/dev/outbox')).body.items;

test('in development a call to an address on this machine is sent, and any other waits until somebody sends it', async (t) => {
  const bank = await startBank(t);
  const local = await started(t, withBankAddress().replace('https://bank.example', bank.url));
  await paidClaim(local);
  assert.equal(await deliverDue(local.runtime, send, isOnThisMachine), 1);
  assert.deepEqual(bank.received, ['POST /api/transfers']);
  assert.deepEqual(
    (await outboxOf(local)).map(({ state, isLocal }) => [state, isLocal]),
    [['sent', true]],
  );

  const away = await started(t, withBankAddress());
  await paidClaim(away);
  assert.equal(await deliverDue(away.runtime, send, isOnThisMachine), 0);
  const [entry] = await outboxOf(away);
  assert.ok(entry);
  assert.deepEqual(
    [entry.state, entry.isLocal, entry.method, entry.url],
    ['waiting', false, 'POST', 'https://bank.example/api/transfers'],
  );
  assert.ok(entry.body?.includes('"cents":1890'), entry.body ?? '');
});

test('an entry of the outbox is sent on request, once', async (t) => {
  const bank = await startBank(t);
  const server = await started(t, withBankAddress().replace('https://bank.example', bank.url));
  await paidClaim(server);
  const [entry] = await outboxOf(server);
  const sendNow = () => server.guest.post(`/_/dev/outbox/${entry?.id}/send`, {});
  assert.deepEqual([(await sendNow()).status, (await sendNow()).status], [204, 404]);
  assert.deepEqual(bank.received, ['POST /api/transfers']);
  assert.equal((await server.guest.post('/_/dev/outbox/nothing/send', {})).status, 404);
});

test('names and addresses of other machines are not on this machine', () => {
  for (const url of ['http://localhost:1/', 'https://127.0.0.1/', 'http://127.9.9.9/x', 'http://[::1]:80/'])
    assert.ok(isOnThisMachine(url), url);
  for (const url of [
    'http://localhost.evil.example/',
    'http://127.0.0.1.nip.example/',
    'http://10.0.0.1/',
    'http://user@evil.example/127.0.0.1',
    'not an address',
    '',
  ])
    assert.ok(!isOnThisMachine(url), url);
});

test('moving the clock lets timers act, each at its own time, and does not end the session', async (t) => {
  const server = await started(t, FOLLOW_UPS);
  const ana = await server.as('Ana');
  const made = await ana.post<WireRecord>('/api/tasks', { name: 'Call back' });
  assert.equal(made.status, 201, made.text);
  const before = server.runtime.clock();
  const moved = await ana.post('/_/dev/clock', { days: 30 });
  assert.equal(moved.status, 204, moved.text);
  assert.equal(server.runtime.clock(), before + 30 * day);
  // By this the pages know what day it is.
  assert.equal(moved.headers.get('date'), new Date(before + 30 * day).toUTCString());
  const cookie = moved.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { body } = await server.guest.get<WireRecord>(`/api/tasks/${made.body.id}`, { cookie });
  assert.equal(body['status'], 'Closed');
  const { body: history } = await server.guest.get<{ items: { at: string }[] }>(
    `/_/records/Task/${made.body.id}/history`,
    { cookie },
  );
  // Late after 2 days, closed 5 days later: not both at the end of the step.
  assert.deepEqual(history.items.map(({ at }) => Math.round((Date.parse(at) - before) / day)).reverse(), [0, 2, 7]);
});

test('the clock moves to the next timer', async (t) => {
  const server = await started(t, FOLLOW_UPS);
  const ana = await server.as('Ana');
  await ana.post<WireRecord>('/api/tasks', { name: 'Call back' });
  const before = server.runtime.clock();
  const { body } = await ana.get<{ next: string | null }>('/_/dev/clock');
  assert.equal(Date.parse(body.next ?? ''), before + 2 * day);
  assert.equal((await ana.post('/_/dev/clock', { to: 'next' })).status, 204);
  assert.equal(server.runtime.clock(), before + 2 * day);
});

test('a clock that is moved by nothing, backwards or too far is left alone', async (t) => {
  const server = await started(t, FOLLOW_UPS);
  const before = server.runtime.clock();
  for (const body of [{}, { days: 0 }, { days: -1 }, { days: '1' }, { days: 1e9 }, { to: 'yesterday' }, null, []])
    assert.equal((await server.guest.post('/_/dev/clock', body)).status, 400, JSON.stringify(body));
  assert.equal(server.runtime.clock(), before);
});

test('a program acts as one of the people with the token of the development server', async (t) => {
  const server = await started(t, exampleText('expense-claims.md'));
  const asking = (name: string, token: string) =>
    server.guest.get<{ person: { title: string } | null }>('/_/session', {
      authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`,
    });
  const token = server.runtime.switcher;
  for (const name of ['ana@example.com', 'Ana Brandt'])
    assert.equal((await asking(name, token)).body.person?.title, 'Ana Brandt', name);
  for (const [name, wrong] of [
    ['ana@example.com', 'x'],
    ['ana@example.com', ''],
    ['nobody@example.com', token],
    ['', token],
  ] as const)
    assert.equal((await asking(name, wrong)).body.person, null, name);
});

test('in production nobody finds the tools of development', async (t) => {
  const server = await started(t, exampleText('expense-claims.md'), false);
  for (const [method, path] of [
    ['GET', '/_/dev/outbox'],
    ['POST', '/_/dev/outbox/1/send'],
    ['GET', '/_/dev/clock'],
    ['POST', '/_/dev/clock'],
  ] as const)
    assert.equal(
      (await server.guest.call(method, path, method === 'POST' ? { days: 1 } : undefined)).status,
      404,
      path,
    );
  const basic = `Basic ${Buffer.from(`ana@example.com:${server.runtime.switcher}`).toString('base64')}`;
  const asked = new Request(`${origin}/_/session`, { headers: { authorization: basic } });
  assert.equal(((await (await server.fetch(asked)).json()) as { person: unknown }).person, null);
});
