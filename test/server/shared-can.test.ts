import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { restoreCan } from '../../src/engine/core/restore-can.ts';
import type { SharedCan, WireDeletedPage, WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Caller, exampleText, startServer } from '../support/http/server.ts';

const ROWS = 50;
const MOST_BYTES = 45_000;
const DAY = 86_400_000;

/** The person has `ROWS` claims that differ in their states and in what refuses them, besides the samples. */
async function withClaims(t: TestContext): Promise<Caller> {
  const server = await startServer(exampleText('expense-claims.md'));
  t.after(server.stop);
  const ana = await server.as('Ana');
  const spentOn = new Date(server.clock.now - 5 * DAY).toISOString().slice(0, 10);
  for (let index = 0; index < ROWS; index++) {
    const amount = index % 3 === 0 ? '80.00' : '12.00';
    const claim = {
      title: `Taxi on trip ${index}`,
      category: 'Travel',
      spentOn,
      lines: [
        { what: 'Ride', amount },
        { what: 'Tip', amount: '1.00' },
      ],
      note: index % 4 === 0 ? `Talked about with the team on trip ${index}.` : null,
    };
    const { body } = await ana.post<WireRecord>('/api/claims', claim);
    if (index % 3 === 1) await raise(ana, body, 'submit');
  }
  return ana;
}

async function raise(caller: Caller, { id, _ }: WireRecord, event: string): Promise<void> {
  const { status, text } = await caller.post(`/api/claims/${id}/${event}`, {}, { 'if-match': _.etag });
  assert.equal(status, 200, text);
}

interface Sent {
  readonly _: SharedCan;
}

/** Asserts that no permission and no refusal is sent twice. */
function assertDistinct(text: string): SharedCan {
  const { _: shared } = JSON.parse(text) as Sent;
  for (const values of [shared.can, shared.refusals]) {
    const texts = values.map((value) => JSON.stringify(value));
    assert.equal(new Set(texts).size, texts.length);
  }
  return shared;
}

test('a list of 50 claims is at most 45 kB and sends each distinct permission once', async (t) => {
  const ana = await withClaims(t);
  const { body, text } = await ana.get<WirePage>('/api/claims?sort=-createdAt');
  assert.equal(body.items.length, ROWS);
  assert.ok(text.length <= MOST_BYTES, `${text.length} bytes`);
  const { can } = assertDistinct(text);
  assert.equal(can.length, new Set(body.items.map(({ _ }) => JSON.stringify(_.can))).size);
  assert.ok(can.length >= 3);
  for (const item of body.items) {
    const alone = await ana.get<WireRecord>(`/api/claims/${item.id}`);
    assert.equal(JSON.stringify(item), alone.text);
  }
});

test('choices, outcomes and deleted records share permissions as a list does', async (t) => {
  const ana = await withClaims(t);
  const { body: list } = await ana.get<WirePage>('/api/claims?filter=status+%3D%3D+Draft&limit=20');
  const expected = new Map(list.items.map((item) => [item.id, item]));
  const labels = await ana.get<{ readonly items: readonly { readonly id: string; readonly record: WireRecord }[] }>(
    '/_/labels/Claim?records=true',
  );
  assertDistinct(labels.text);
  const alone = await ana.get<WireRecord>(`/api/claims/${labels.body.items[0]?.id}`);
  assert.deepEqual(labels.body.items[0]?.record, alone.body);

  const rows = list.items.map(({ id, _ }) => ({ id, etag: _.etag }));
  const bulk = await ana.post<{ readonly outcomes: readonly { readonly record?: WireRecord }[] }>('/_/bulk', {
    entity: 'Claim',
    event: 'submit',
    rows,
  });
  assertDistinct(bulk.text);
  const records = bulk.body.outcomes.flatMap(({ record }) => record ?? []);
  assert.ok(records.length > 0 && records.length < rows.length);
  for (const record of records) assert.deepEqual(record, (await ana.get<WireRecord>(`/api/claims/${record.id}`)).body);

  const refused = list.items.filter(({ id }) => !records.some((record) => record.id === id));
  for (const { id, _ } of refused) await ana.call('DELETE', `/api/claims/${id}`, undefined, { 'if-match': _.etag });
  const deleted = await ana.get<WireDeletedPage>('/_/deleted/Claim');
  assertDistinct(deleted.text);
  assert.equal(deleted.body.items.length, refused.length);
  for (const { record } of deleted.body.items) {
    assert.equal(record['title'], expected.get(record.id)?.['title']);
    assert.equal(record._.can.delete?.code, 'NOT_FOUND');
  }
});

test('only a response with several records is restored', () => {
  const record = { id: '1', can: [0], items: [{ id: '2' }], _: { can: { delete: null, change: {}, events: {} } } };
  for (const response of [null, 'text', [record], record, { items: [record] }])
    assert.deepEqual(restoreCan(structuredClone(response)), response);
  const refusal = { code: 'NOT_ALLOWED', message: 'No.' };
  const shared = JSON.parse('{"can":[{"delete":0,"change":{"__proto__":0,"title":null},"events":{}}]}');
  const restored = restoreCan({ items: [{ id: '1', _: { can: 0 } }], _: { ...shared, refusals: [refusal] } });
  const change = JSON.parse(`{"__proto__":${JSON.stringify(refusal)},"title":null}`);
  assert.deepEqual(restored, { items: [{ id: '1', _: { can: { delete: refusal, change, events: {} } } }] });
});
