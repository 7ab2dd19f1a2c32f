import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { startServer } from '../support/http/server.ts';

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

const titled = `# Specification: Titles

## 3. Entities

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | role | yes | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| isSecret | boolean | yes | default false |

### Booking

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| job | Job | yes | title |

### Receipt

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| booking | Booking | yes | title |

### Holiday

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| day | date | yes | title |

### Leave

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| kind | choice(Off sick, Away) | no | title |

### Knot

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| other | Knot | no | title |

### Use

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| receipt | Receipt | yes | |
| knot | Knot | no | |

## 6. Permissions

Roles: Clerk, Helper

| Entity: operation | Clerk | Helper |
| --- | --- | --- |
| Person: read | yes | yes |
| Job: read | yes | not isSecret |
| Job: create | yes | |
| Booking: read | yes | yes |
| Booking: create | yes | |
| Receipt: read | yes | yes |
| Receipt: create | yes | |
| Holiday: read | yes | yes |
| Holiday: create | yes | |
| Leave: read | yes | yes |
| Leave: create | yes | |
| Knot: read | yes | yes |
| Knot: create | yes | |
| Use: read | yes | yes |
| Use: create | yes | |
| Knot: change | yes | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Moss | ada@example.com | Clerk |
| Ben Oak | ben@example.com | Helper |
`;

test('a title that is a reference is the title of that record, one that is no text how it is shown', async (t) => {
  const server = await startServer(titled);
  t.after(() => server.stop());
  const [ada, ben] = [await server.as('Ada'), await server.as('Ben')];
  const make = async (path: string, input: object) => {
    const { body, status } = await ada.post<WireRecord>(path, input);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const titleFor = async (person: typeof ben, path: string) => (await person.get<WireRecord>(path)).body._.title;

  for (const [isSecret, asBen] of [
    [false, 'Audio player'],
    [true, 'Booking'],
  ] as const) {
    const job = await make('/api/jobs', { name: 'Audio player', isSecret });
    const booking = await make('/api/bookings', { job: job.id });
    const receipt = await make('/api/receipts', { booking: booking.id });
    const use = await make('/api/uses', { receipt: receipt.id });
    assert.deepEqual([booking._.title, receipt._.title], ['Audio player', 'Audio player']);
    assert.equal(use._.labels['receipt'], 'Audio player');
    assert.equal(await titleFor(ben, `/api/bookings/${booking.id}`), asBen);
    assert.equal(await titleFor(ben, `/api/receipts/${receipt.id}`), isSecret ? 'Receipt' : asBen);
    const { body } = await ben.get<WireRecord>(`/api/uses/${use.id}`);
    assert.equal(body._.labels['receipt'], isSecret ? undefined : asBen);
  }

  const holiday = await make('/api/holidays', { day: '2026-12-25' });
  assert.equal(holiday._.title, '25 Dec 2026');
  assert.equal((await make('/api/leaves', { kind: 'Off sick' }))._.title, 'Off sick');
  assert.equal((await make('/api/leaves', {}))._.title, 'Leave');
});

test('titles that lead back to themselves end', async (t) => {
  const server = await startServer(titled);
  t.after(() => server.stop());
  const ada = await server.as('Ada');
  const { body: one } = await ada.post<WireRecord>('/api/knots', {});
  const { body: other } = await ada.post<WireRecord>('/api/knots', { other: one.id });
  const tied = await ada.patch<WireRecord>(`/api/knots/${one.id}`, { other: other.id }, { 'if-match': one._.etag });
  assert.equal(tied.status, 200, tied.text);
  assert.equal(tied.body._.title, 'Knot');
});
