import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WireOutbox, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { OutgoingRequest, OutgoingResponse, Send } from '../../src/server/core/outgoing-request.ts';
import { deliverDue, startDelivering } from '../../src/server/jobs/send-outbox.ts';
import { paidClaim, withBankAddress } from '../support/documents/paid-claim.ts';
import { type Caller, exampleText, startServer, type TestServer } from '../support/http/server.ts';

const minute = 60_000;

interface Bank extends TestServer {
  readonly sent: OutgoingRequest[];
  /** What the bank answers next; a sentence is no answer at all. */
  readonly answers: (Partial<OutgoingResponse> | string)[];
  readonly send: Send;
  /** A claim that was paid just now. */
  readonly paid: () => Promise<WireRecord>;
  readonly outbox: (caller: Caller, record: WireRecord) => Promise<readonly WireOutbox[]>;
}

async function withBank(t: TestContext, limits = ''): Promise<Bank> {
  const server = await startServer(withBankAddress(limits));
  t.after(server.stop);
  const sent: OutgoingRequest[] = [];
  const answers: Bank['answers'] = [];
  const send: Send = async (outgoing) => {
    sent.push(outgoing);
    const answer = answers.shift() ?? { status: 202 };
    if (typeof answer === 'string') throw new Error(answer);
    return { status: 202, retryAfter: null, ...answer };
  };
  const outbox: Bank['outbox'] = async (caller, record) =>
    (await caller.get<{ items: WireOutbox[] }>(`/_/records/Claim/${record.id}/outbox`)).body.items;
  return { ...server, sent, answers, send, paid: () => paidClaim(server), outbox };
}

test('a call to the outside leaves once, with its body as the record was, and a key of its own', async (t) => {
  const bank = await withBank(t);
  const claim = await bank.paid();
  assert.equal(await deliverDue(bank.runtime, bank.send), 1);
  assert.equal(await deliverDue(bank.runtime, bank.send), 0);
  const [first] = bank.sent;
  assert.deepEqual([first?.method, first?.url], ['POST', 'https://bank.example/api/transfers']);
  const body = JSON.parse(first?.body ?? '') as Record<string, unknown>;
  assert.deepEqual(body, { to: 'ana@example.com', cents: 1890, reference: claim.id });
  assert.match(first?.headers['idempotency-key'] ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(
    (await bank.outbox(await bank.as('Lena'), claim)).map(({ state, problem }) => [state, problem]),
    [['sent', null]],
  );
});

test('each kind of value has its form in a body: moments in UTC, days, decimals and money as text, records by their id', async (t) => {
  const shape =
    '`{ "at": submittedAt, "day": spentOn, "total": total, "who": owner, "what": lines.what, "note": note, "draft": status == Draft, "in": { "cents": cents(total) } }`';
  const text = withBankAddress().replace('`{ "to": owner.email, "cents": cents(total), "reference": id }`', shape);
  assert.ok(text.includes(shape));
  const server = await startServer(text);
  t.after(server.stop);
  const claim = await paidClaim(server);
  const sent: OutgoingRequest[] = [];
  const send: Send = async (outgoing) => {
    sent.push(outgoing);
    return { status: 202, retryAfter: null };
  };
  assert.equal(await deliverDue(server.runtime, send), 1);
  const now = new Date(server.clock.now).toISOString();
  assert.deepEqual(JSON.parse(sent[0]?.body ?? ''), {
    at: claim['submittedAt'],
    day: now.slice(0, 10),
    total: claim['total'],
    who: claim['owner'],
    what: ['Ticket'],
    note: null,
    draft: false,
    in: { cents: 1890 },
  });
  assert.match(String(claim['submittedAt']), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('what is not taken is tried again later and later, under the same key, until it is', async (t) => {
  const bank = await withBank(t);
  await bank.paid();
  bank.answers.push({ status: 503 }, 'There was no answer within 15 seconds.', { status: 429, retryAfter: 600 });
  const waits: number[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    const begun = bank.clock.now;
    while ((await deliverDue(bank.runtime, bank.send)) === 0) bank.clock.now += minute / 6;
    waits.push((bank.clock.now - begun) / minute);
  }
  assert.equal(bank.sent.length, 4);
  assert.equal(new Set(bank.sent.map(({ headers }) => headers['idempotency-key'])).size, 1);
  assert.equal(waits[0], 0);
  assert.ok((waits[1] ?? 0) >= 0.5 && (waits[1] ?? 0) < 1, String(waits[1]));
  assert.ok((waits[2] ?? 0) >= 1 && (waits[2] ?? 0) < 1.5, String(waits[2]));
  assert.ok((waits[3] ?? 0) >= 10, String(waits[3]));
  assert.deepEqual(await bank.store.deliveries.counts(), { waiting: 0, dead: 0 });
});

test('what is refused for good is given up at once, told to whoever raised it, and can be tried again by them', async (t) => {
  const bank = await withBank(t);
  const claim = await bank.paid();
  const [ana, lena] = [await bank.as('Ana'), await bank.as('Lena')];
  bank.answers.push({ status: 422 });
  await deliverDue(bank.runtime, bank.send);
  bank.clock.now += 24 * 60 * minute;
  assert.equal(await deliverDue(bank.runtime, bank.send), 0);
  const [entry] = await bank.outbox(lena, claim);
  assert.deepEqual([entry?.state, entry?.problem], ['dead', 'The server answered 422.']);
  const inbox = await lena.get<{ items: { event: string; record: string }[] }>('/_/inbox');
  assert.deepEqual(
    inbox.body.items.slice(0, 1).map(({ event, record }) => [event, record]),
    [['PAYOUT_FAILED', claim.id]],
  );
  const path = `/_/records/Claim/${claim.id}/outbox/${entry?.id}`;
  assert.equal((await ana.post(path, {})).status, 403);
  assert.equal((await bank.guest.post(path, {})).status, 401);
  assert.equal((await lena.post(`${path}0`, {})).status, 404);
  assert.equal((await lena.post(path, {})).status, 204);
  assert.equal((await lena.post(path, {})).status, 404);
  assert.equal(await deliverDue(bank.runtime, bank.send), 1);
  assert.equal((await bank.outbox(lena, claim))[0]?.state, 'sent');
});

test('after as many attempts as the document allows it is given up', async (t) => {
  const bank = await withBank(t, '| Retries | 2 | |\n');
  const claim = await bank.paid();
  bank.answers.push({ status: 500 }, { status: 500 }, { status: 500 });
  for (let turn = 0; turn < 100; turn++) {
    await deliverDue(bank.runtime, bank.send);
    bank.clock.now += minute;
  }
  assert.equal(bank.sent.length, 3);
  assert.equal((await bank.outbox(await bank.as('Lena'), claim))[0]?.state, 'dead');
});

test('of several that look at once each delivery is taken by one; what a dead one took is due again', async (t) => {
  const bank = await withBank(t);
  for (let each = 0; each < 12; each++) await bank.paid();
  const rounds = await Promise.all(Array.from({ length: 6 }, () => deliverDue(bank.runtime, bank.send)));
  for (let turn = 0; turn < 4; turn++) await deliverDue(bank.runtime, bank.send);
  assert.ok(rounds.reduce((sum, each) => sum + each, 0) <= 12);
  assert.equal(bank.sent.length, 12);
  assert.equal(new Set(bank.sent.map(({ headers }) => headers['idempotency-key'])).size, 12);
  await bank.paid();
  const calls = ['call/payout'];
  const now = bank.clock.now;
  assert.equal((await bank.store.deliveries.take(calls, now, minute, 8)).length, 1);
  assert.equal((await bank.store.deliveries.take(calls, now + minute - 1, minute, 8)).length, 0);
  assert.equal((await bank.store.deliveries.take(calls, now + minute, minute, 8)).length, 1);
});

test('nothing leaves where the event was refused, nor while the address is not shown', async (t) => {
  const server = await startServer(exampleText('expense-claims.md'));
  t.after(server.stop);
  const sent: OutgoingRequest[] = [];
  const send: Send = async (outgoing) => {
    sent.push(outgoing);
    return { status: 200, retryAfter: null };
  };
  const delivering = startDelivering(server.runtime, send, { idleMs: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  await delivering.stop();
  assert.deepEqual(sent, []);
});
