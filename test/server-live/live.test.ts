import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { listen } from '../support/http/live.ts';
import { type Caller, exampleText, startServer, type TestServer } from '../support/http/server.ts';

const expenses = exampleText('expense-claims.md');

async function started(t: TestContext): Promise<TestServer> {
  const server = await startServer(expenses);
  t.after(server.stop);
  return server;
}

const claim = { title: 'Taxi', category: 'Travel', spentOn: '2026-08-12', lines: [{ what: 'There', amount: '9.50' }] };

async function step(caller: Caller, path: string, body: object, seen?: WireRecord): Promise<WireRecord> {
  const answer = await caller.post<WireRecord>(path, body, seen === undefined ? {} : { 'if-match': seen._.etag });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

test('a change is told to whoever may read the record, and to nobody else', async (t) => {
  const server = await started(t);
  const [ana, jonas, lena] = [await server.as('Ana'), await server.as('Jonas'), await server.as('Lena')];
  const streams = [await listen(t, server, ana), await listen(t, server, jonas), await listen(t, server, lena)];
  for (const next of streams) assert.equal((await next()).event, 'hello');
  const [anaNext, jonasNext, lenaNext] = streams;
  assert.ok(anaNext && jonasNext && lenaNext);

  const hers = await step(ana, '/api/claims', claim);
  const his = await step(jonas, '/api/claims', claim);
  assert.deepEqual(await anaNext(), { event: 'change', data: { entity: 'Claim', id: hers.id } });
  assert.deepEqual(await jonasNext(), { event: 'change', data: { entity: 'Claim', id: his.id } });
  await step(ana, `/api/claims/${hers.id}/submit`, {}, hers);
  assert.deepEqual(await lenaNext(), { event: 'change', data: { entity: 'Claim', id: hers.id } });
});

test('a change of a field that one does not read is not told', async (t) => {
  const server = await started(t);
  const [ana, lena] = [await server.as('Ana'), await server.as('Lena')];
  const kept = await step(ana, '/api/claims', claim);
  const submitted = await step(ana, `/api/claims/${kept.id}/submit`, {}, kept);
  const next = await listen(t, server, lena);
  await next();
  const draft = await step(ana, `/api/claims/${kept.id}/withdraw`, {}, submitted);
  assert.deepEqual(await next(), { event: 'change', data: { entity: 'Claim', id: kept.id } });
  const noted = await ana.patch<WireRecord>(`/api/claims/${kept.id}`, { note: 'secret' }, { 'if-match': draft._.etag });
  const other = await step(ana, '/api/claims', claim);
  await step(ana, `/api/claims/${other.id}/submit`, {}, other);
  assert.equal(noted.status, 200);
  assert.deepEqual(await next(), { event: 'change', data: { entity: 'Claim', id: other.id } });
});

test('whoever is notified hears that there is something in the inbox', async (t) => {
  const server = await started(t);
  const [ana, miro] = [await server.as('Ana'), await server.as('Miro')];
  const next = await listen(t, server, miro);
  await next();
  const draft = await step(ana, '/api/claims', claim);
  await step(ana, `/api/claims/${draft.id}/submit`, {}, draft);
  const events = [await next(), await next(), await next()].map(({ event }) => event);
  assert.ok(events.includes('inbox'), events.join());
});

test('a new version of the document is told to everybody', async (t) => {
  const server = await started(t);
  const next = await listen(t, server, server.guest);
  await next();
  await server.runtime.update(expenses.replace('# Specification: Expense claims', '# Specification: Expenses'));
  assert.equal((await next()).event, 'document');
});

test('stopping ends every connection', async (t) => {
  const server = await started(t);
  const next = await listen(t, server, server.guest);
  await next();
  await server.runtime.close();
  assert.equal((await next()).event, 'end');
});
