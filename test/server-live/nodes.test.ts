import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { runCli } from '../support/http/cli.ts';
import { exampleText, origin, startServer } from '../support/http/server.ts';

const expenses = exampleText('expense-claims.md');
const claim = { title: 'Taxi', category: 'Travel', spentOn: '2026-08-12', lines: [{ what: 'There', amount: '9.50' }] };

test('two servers over one PostgreSQL are one product: sessions, records, refusals and what is told', {
  timeout: 60_000,
}, async (t) => {
  const database = await testPostgres();
  const schema = freshSchema();
  const stores = [await database.open(schema), await database.open(schema)] as const;
  const [first, second] = [
    await startServer(expenses, { store: stores[0] }),
    await startServer(expenses, { store: stores[1] }),
  ];
  t.after(async () => {
    await first.stop();
    await second.stop();
    for (const store of stores) await store.close();
    await database.drop(schema);
  });
  const [ana, lena] = [await first.as('Ana'), await first.as('Lena')];
  const there = async (cookie: string, method: string, path: string, body?: object) => {
    const headers = { cookie, origin, 'content-type': 'application/json' };
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return second.fetch(new Request(`${origin}${path}`, sent), { address: '127.0.0.1' });
  };
  const stream = await there(lena.cookie, 'GET', '/_/live');
  const reader = stream.body?.getReader();
  assert.ok(reader);
  t.after(() => reader.cancel());
  const made = await ana.post<WireRecord>('/api/claims', claim);
  assert.equal(made.status, 201, made.text);
  const sent = await ana.post<WireRecord>(`/api/claims/${made.body.id}/submit`, {}, { 'if-match': made.body._.etag });
  assert.equal(sent.status, 200, sent.text);
  const decoder = new TextDecoder();
  let told = '';
  while (!told.includes(made.body.id)) told += decoder.decode((await reader.read()).value, { stream: true });
  const seen = await there(lena.cookie, 'GET', `/api/claims/${made.body.id}`);
  assert.equal(seen.status, 200);
  assert.equal(((await seen.json()) as WireRecord)['status'], 'Submitted');
  // Wrong in this state, and the other node knows it.
  const again = await there(ana.cookie, 'POST', `/api/claims/${made.body.id}/submit`, {});
  assert.ok([409, 412, 428].includes(again.status), String(again.status));
});

test('an address that is no database is wrong use, said in a sentence', async () => {
  const file = 'examples/expense-claims.md';
  const wrong = await runCli(['dev', file, '--port', '0'], { env: { DATABASE_URL: 'mysql://x' } });
  assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /DATABASE_URL must be an address such as postgres:/);
  const gone = await runCli(['dev', file, '--port', '0'], { env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' } });
  assert.equal(gone.code, 2);
  assert.match(gone.stderr, /The database does not answer .* Check that it is running/);
  const copy = await runCli(['backup', file, '/nowhere'], { env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' } });
  assert.equal(copy.code, 1);
  assert.match(copy.stderr, /The database does not answer .* Check that it is running/);
});

test('dev runs a document over the database that DATABASE_URL names', async (context) => {
  const database = await testPostgres();
  if (database.url === null) return context.skip(`it needs a server: ${database.what}`);
  const schema = freshSchema().slice(0, 20);
  const url = `${database.url}?schema=${schema}`;
  const ran = await runCli(['dev', 'examples/expense-claims.md', '--port', '0'], { env: { DATABASE_URL: url } });
  await database.drop(`${schema}_dev_expense_claims`);
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /runs at http/);
});
