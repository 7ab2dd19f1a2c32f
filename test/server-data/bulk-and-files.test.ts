import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { FileValue } from '../../src/fields/text/value.ts';
import { sites } from '../support/documents/sites.ts';
import { type Caller, origin, startServer } from '../support/http/server.ts';

interface Outcome {
  readonly id: string;
  readonly status: number;
  readonly record?: WireRecord;
  readonly problem?: Problem;
}
interface Outcomes {
  readonly outcomes: readonly Outcome[];
}

const pdf = '%PDF-1.7\nproof\n';

async function started(t: TestContext) {
  const server = await startServer(
    sites.replace('ada@example.com | Chief |', '$&\n| Ben Okri | ben@example.com | Chief |'),
  );
  t.after(server.stop);
  const [ada, ben] = [await server.as('Ada'), await server.as('Ben')];
  const visits: WireRecord[] = [];
  for (const title of ['North', 'South', 'West']) {
    const made = await ada.post<WireRecord>('/api/visits', { title });
    assert.equal(made.status, 201, made.text);
    visits.push(made.body);
  }
  const upload = async (caller: Caller): Promise<FileValue> => {
    const url = `${origin}/_/files?entity=Visit&field=proof&name=a.pdf`;
    const request = new Request(url, { method: 'POST', body: pdf, headers: { cookie: caller.cookie } });
    return (await (await server.fetch(request)).json()) as FileValue;
  };
  const rows = visits.map(({ id, _ }) => ({ id, etag: _.etag }));
  const bulk = (proof: unknown, headers: { readonly [name: string]: string } = {}) =>
    ada.post<Outcomes>('/_/bulk', { entity: 'Visit', event: 'finish', input: { proof }, rows }, headers);
  const proofOf = (id: string) => ada.get(`/_/files/Visit/${id}/proof`);
  return { ada, ben, visits, upload, bulk, proofOf };
}

test('a file that is sent once for several rows is one of each row’s own', async (t) => {
  const { ada, visits, upload, bulk, proofOf } = await started(t);
  const { body } = await bulk(await upload(ada), { 'idempotency-key': 'once' });
  assert.deepEqual(
    body.outcomes.map(({ status }) => status),
    [200, 200, 200],
    JSON.stringify(body),
  );
  const tokens = body.outcomes.map(({ record }) => (record?.['proof'] as unknown as FileValue | undefined)?.file);
  assert.equal(new Set(tokens).size, 3);
  for (const { id } of visits) assert.equal((await proofOf(id)).text, pdf);
  // One of them goes, the others stay.
  const [first] = body.outcomes;
  const etag = first?.record?._.etag ?? '';
  const taken = await ada.patch<WireRecord>(`/api/visits/${first?.id}`, { proof: null }, { 'if-match': etag });
  assert.equal(taken.status, 200, taken.text);
  assert.deepEqual(await Promise.all(visits.map(async ({ id }) => (await proofOf(id)).status)), [404, 200, 200]);
});

test('the same sent once more with its key is answered the same, though its files are others', async (t) => {
  const { ada, upload, bulk } = await started(t);
  const proof = await upload(ada);
  const once = await bulk(proof, { 'idempotency-key': 'once' });
  const again = await bulk(proof, { 'idempotency-key': 'once' });
  assert.equal(again.text, once.text);
});

test('what is no upload of one’s own stays what it is: there is no such file, for every row', async (t) => {
  const { ben, visits, upload, bulk, proofOf } = await started(t);
  for (const proof of [await upload(ben), { file: 'f'.repeat(64) }, { file: '' }, 'x', 7, { name: 'a.pdf' }]) {
    const { body } = await bulk(proof);
    for (const { status, problem } of body.outcomes) {
      assert.equal(status, 422, JSON.stringify(proof));
      assert.ok(['NO_SUCH_VALUE', 'WRONG_TYPE'].includes(problem?.code ?? ''), problem?.code);
    }
  }
  for (const { id } of visits) assert.equal((await proofOf(id)).status, 404);
});

test('over all that a list finds, each row of each step has a file of its own', async (t) => {
  const { ada, visits, upload, proofOf } = await started(t);
  for (let each = 0; each < 108; each++)
    assert.equal((await ada.post('/api/visits', { title: `Visit ${each}` })).status, 201);
  const proof = await upload(ada);
  const ask = { screen: 'screen/%2F', event: 'finish', input: { proof }, query: {} };
  const first = await ada.post<Outcomes & { readonly next: string | null }>('/_/bulk/matching', {
    ...ask,
    after: null,
  });
  assert.equal(first.status, 200, first.text);
  assert.equal(first.body.outcomes.length, 100);
  const last = await ada.post<Outcomes & { readonly next: string | null }>('/_/bulk/matching', {
    ...ask,
    after: first.body.next,
  });
  assert.deepEqual([last.body.outcomes.length, last.body.next], [11, null]);
  for (const { status, id } of [...first.body.outcomes, ...last.body.outcomes]) {
    assert.equal(status, 200);
    assert.equal((await proofOf(id)).text, pdf);
  }
  assert.ok(visits.length > 0);
});
