import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { FileValue } from '../../src/fields/text/value.ts';
import { withObservability } from '../../src/server/application/request-log.ts';
import { inFolder } from '../support/database/keepings.ts';
import { SECRET, startBucket } from '../support/http/s3.ts';
import { type Caller, exampleText, origin, startServer, type TestServer } from '../support/http/server.ts';

const expenses = exampleText('expense-claims.md');
const pdf = new TextEncoder().encode('%PDF-1.7\nreceipt\n%%EOF\n');

async function started(t: TestContext, text = expenses): Promise<TestServer> {
  const server = await startServer(text);
  t.after(server.stop);
  return server;
}

async function upload(
  server: TestServer,
  caller: Caller,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  query = 'entity=Claim&field=receipt',
) {
  const url = `${origin}/_/files?${query}&name=${encodeURIComponent(name)}`;
  const answer = await server.fetch(
    new Request(url, { method: 'POST', body: bytes, headers: { cookie: caller.cookie } }),
  );
  return { status: answer.status, body: (await answer.json()) as FileValue & Problem };
}

const claim = { title: 'Taxi', category: 'Travel', spentOn: '2026-08-12', lines: [{ what: 'There', amount: '9.50' }] };

test('a file is uploaded, attached by its person, and given to whoever reads the field', async (t) => {
  const server = await started(t);
  const [ana, miro, jonas] = [await server.as('Ana'), await server.as('Miro'), await server.as('Jonas')];
  const uploaded = await upload(server, ana, 'Beleg “1”.pdf', pdf);
  assert.equal(uploaded.status, 201);
  assert.deepEqual(
    [uploaded.body.name, uploaded.body.size, uploaded.body.mediaType],
    ['Beleg “1”.pdf', pdf.byteLength, 'application/pdf'],
  );
  const made = await ana.post<WireRecord>('/api/claims', { ...claim, receipt: uploaded.body });
  assert.equal(made.status, 201, made.text);
  const path = `/_/files/Claim/${made.body.id}/receipt`;
  for (const caller of [ana, miro]) {
    const file = await caller.get(path);
    assert.equal(file.status, 200);
    assert.equal(file.text, new TextDecoder().decode(pdf));
    assert.match(
      file.headers.get('content-disposition') ?? '',
      /^attachment; filename="Beleg _1_\.pdf"; filename\*=UTF-8''Beleg%20%E2%80%9C1%E2%80%9D\.pdf$/,
    );
    assert.match(file.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  }
  assert.equal((await jonas.get(path)).status, 404);
  assert.equal((await server.guest.get(path)).status, 401);
  assert.equal((await ana.get(`/_/files/Claim/${made.body.id}/title`)).status, 404);
});

test('an upload serves nobody but the person who made it', async (t) => {
  const server = await started(t);
  const [ana, jonas] = [await server.as('Ana'), await server.as('Jonas')];
  const { body } = await upload(server, ana, 'a.pdf', pdf);
  assert.equal((await jonas.post('/api/claims', { ...claim, receipt: body })).status, 422);
  assert.equal((await ana.post('/api/claims', { ...claim, receipt: body })).status, 201);
});

test('a file whose bytes are not what its name says is refused at its field', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const page = new TextEncoder().encode('<html><script>alert(1)</script></html>');
  for (const [name, bytes] of [
    ['a.pdf', page],
    ['a.html', page],
    ['a.png', pdf],
    ['a', pdf],
  ] as const) {
    const answer = await upload(server, ana, name, bytes);
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.failures?.[0]?.pointer],
      [422, 'WRONG_FILE', '/receipt'],
      name,
    );
  }
});

test('a file larger than the field takes is refused while it streams', async (t) => {
  const server = await started(t, expenses.replace('| MAX_RECEIPT_SIZE | 10 MB |', '| MAX_RECEIPT_SIZE | 10 kB |'));
  const ana = await server.as('Ana');
  const large = new Uint8Array(10_001);
  large.set(pdf);
  const answer = await upload(server, ana, 'a.pdf', large);
  assert.deepEqual([answer.status, answer.body.code], [413, 'TOO_LARGE']);
  assert.equal((await upload(server, ana, 'a.pdf', large.slice(0, 10_000))).status, 201);
});

test('files go to fields that take files', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  for (const query of ['entity=Claim&field=title', 'entity=Nothing&field=x', 'entity=__proto__&field=constructor']) {
    assert.equal((await upload(server, ana, 'a.pdf', pdf, query)).status, 404, query);
  }
  assert.equal((await upload(server, ana, 'a.pdf', pdf, 'entity=Claim&field=receipt&x=1')).status, 400);
});

test('files in a bucket are as private as beside the data; while it is silent, people are asked to come back', async (t) => {
  const bucket = await startBucket();
  const keeping = await inFolder(bucket);
  const server = await startServer(expenses, { store: keeping.store });
  t.after(async () => {
    await server.stop();
    await keeping.done();
  });
  const [ana, jonas] = [await server.as('Ana'), await server.as('Jonas')];
  const { body } = await upload(server, ana, 'Beleg.pdf', pdf);
  const made = await ana.post<WireRecord>('/api/claims', { ...claim, receipt: body });
  const path = `/_/files/Claim/${made.body.id}/receipt`;
  const file = await ana.get(path);
  assert.equal(file.text, new TextDecoder().decode(pdf));
  assert.equal(file.headers.get('content-length'), String(pdf.byteLength));
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; /);
  assert.match(file.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  assert.equal((await jonas.get(path)).status, 404);
  const before = bucket.objects.size;
  const wrong = await upload(server, ana, 'a.png', pdf);
  assert.equal(wrong.status, 422);
  assert.equal(bucket.objects.size, before, 'what is refused does not stay');
  const ready = () => withObservability(server.runtime, server.fetch)(new Request(`${origin}/_/ready`));
  assert.equal((await ready()).status, 200);
  await bucket.stop();
  assert.equal((await ready()).status, 503);
  const silent = await ana.get<Problem>(path);
  assert.deepEqual([silent.status, silent.headers.get('retry-after'), silent.body.code], [503, '5', 'UNAVAILABLE']);
  assert.equal((await upload(server, ana, 'b.pdf', pdf)).status, 503);
  const logged = server.logged.map(
    ({ message, error }) => `${message} ${error instanceof Error ? error.stack : error}`,
  );
  assert.ok(logged.some((each) => /The bucket files-of-tests, .* does not answer/.test(each)));
  for (const each of logged) assert.ok(!each.includes(SECRET), each);
});
