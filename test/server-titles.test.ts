import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WirePage, WireRecord } from '../src/engine/wire.ts';
import { startServer } from './support/server.ts';

const text = `# Specification: Till

## 3. Entities

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | role | yes | |

### Invoice

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | integer | no | unique |
| token | text | no | set by the product |
| amount | money(EUR) | yes | |

### Payment

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| invoice | Invoice | yes | |
| remark | text | no | |


### Return

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| code | number series(R-0000) | no | |
| why | long text | no | |

### Room

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | integer | yes | title |

## 6. Permissions

Roles: Clerk, Helper

| Entity: operation | Clerk | Helper |
| --- | --- | --- |
| Person: read | yes | yes |
| Invoice: read | yes | amount, token |
| Invoice: create | yes | |
| Payment: read | yes | yes |
| Payment: create | yes | |
| Return: read | yes | |
| Room: read | yes | |
| Room: create | yes | |
| Return: create | yes | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Moss | ada@example.com | Clerk |
| Ben Oak | ben@example.com | Helper |
`;

test('a record without a title is known by its unique number, to whoever reads that', async (t) => {
  const server = await startServer(text);
  t.after(() => server.stop());
  const [ada, ben] = [await server.as('Ada'), await server.as('Ben')];
  const made = [];
  for (const number of [1004, 1003, null]) {
    const { body, status } = await ada.post<WireRecord>('/api/invoices', { number, amount: '12.00' });
    assert.equal(status, 201, JSON.stringify(body));
    made.push(body);
  }
  assert.deepEqual(
    made.map(({ _ }) => _.title),
    ['Invoice 1004', 'Invoice 1003', 'Invoice'],
  );
  const labels = async (who: typeof ada) =>
    (await who.get<{ readonly items: readonly { readonly title: string }[] }>('/_/labels/Invoice')).body.items.map(
      ({ title }) => title,
    );
  // By number, and those without one last.
  assert.deepEqual(await labels(ada), ['Invoice 1003', 'Invoice 1004', 'Invoice']);
  assert.deepEqual(await labels(ben), ['Invoice', 'Invoice', 'Invoice']);
  await ada.post('/api/payments', { invoice: made[1]?.id });
  const labelOf = async (who: typeof ada) =>
    (await who.get<WirePage>('/api/payments')).body.items[0]?._.labels['invoice'] ?? null;
  assert.equal(await labelOf(ada), 'Invoice 1003');
  assert.equal(await labelOf(ben), null);
  assert.equal((await ada.post<WireRecord>('/api/returns', { why: 'Broken' })).body._.title, 'Return R-0001');
  assert.equal((await ada.post<WireRecord>('/api/rooms', { number: 12 })).body._.title, 'Room 12');
  // What is typed finds it by that, and whatever else is typed is no mistake.
  const found = async (who: typeof ada, entity: string, typed: string) => {
    const asked = `/_/labels/${entity}?q=${encodeURIComponent(typed)}`;
    const { status, body } = await who.get<{ readonly items: readonly { readonly title: string }[] }>(asked);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items.map(({ title }) => title);
  };
  assert.deepEqual(await found(ada, 'Invoice', '1003'), ['Invoice 1003']);
  assert.deepEqual(await found(ada, 'Invoice', 'invoice 1004'), ['Invoice 1004']);
  for (const typed of ['100', 'zzz', '"', '99999999999999999999', 'Invoice'])
    assert.deepEqual(await found(ada, 'Invoice', typed), [], typed);
  assert.deepEqual(await found(ben, 'Invoice', '1003'), []);
  for (const typed of ['R-0001', 'r-0001', 'Return R-0001'])
    assert.deepEqual(await found(ada, 'Return', typed), ['Return R-0001'], typed);
  assert.deepEqual(await found(ada, 'Return', 'R-0002'), []);
  assert.deepEqual(await found(ada, 'Room', '12'), ['Room 12']);
  assert.deepEqual(await found(ada, 'Room', 'room 13'), []);
});
