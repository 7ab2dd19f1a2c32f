import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { contract } from '../support/database/each-store.ts';
import { type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

/** Defaults that read the other fields of the new record. */

const SHOP = `# Specification: Shop

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | | |
| team | Team | | |

### Team

- name: text, required, title

### Buyer

- name: text, required, title
- country: text
- email: text

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| shipTo | text | yes | default \`country + "!"\` |
| country | text | yes | default \`buyer.country\` |
| buyer | Buyer | | |
| team | Team | | default \`me.team\` |
| parent | Order | | |
| kind | text | | default \`parent.kind\` |
| post | text | | |
| answer | post, phone | yes | default post |
| parts | list of Part | | |

### Part

Belongs to Order.

- what: text, required
- note: text, default \`what + "?"\`

## 4. States and transitions

### Order

| Event | Who | Then |
| --- | --- | --- |
| copy | Clerk | create Order: name = "copy", buyer = buyer |

## 6. Roles and permissions

- Chief: sees everything
- Clerk: sells

| | Chief | Clerk |
| --- | --- | --- |
| Person: read, change | yes | no |
| Team: read, create | yes | no |
| Buyer: read, create | yes | yes |
| Order: read, create | yes | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Chief |
| Bo | bo@example.com | Clerk |
`;

const shop = (title: string, work: (server: TestServer, who: Caller) => Promise<void>) =>
  contract(title, () => withLibrary(async (server) => work(server, await server.as('Bo')), SHOP));

const made = async (who: Caller, path: string, input: object): Promise<Written['body']> => {
  const answer: Written = await who.post(`/api/${path}`, input);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

shop('a default follows a reference of the new record, and another default', async (_, bo) => {
  const buyer = (await made(bo, 'buyers', { name: 'Cy', country: 'France' })).id;
  const order = await made(bo, 'orders', { name: 'A', buyer });
  assert.deepEqual([order['country'], order['shipTo']], ['France', 'France!']);
  const stated = await made(bo, 'orders', { name: 'B', buyer, country: 'Spain' });
  assert.deepEqual([stated['country'], stated['shipTo']], ['Spain', 'Spain!']);
});

shop('without the reference the default is empty, and a required field is missing', async (_, bo) => {
  const { status, body }: Written = await bo.post('/api/orders', { name: 'A' });
  assert.equal(status, 422);
  assert.deepEqual(
    body.failures?.map(({ pointer, code }) => `${pointer} ${code}`),
    ['/shipTo REQUIRED', '/country REQUIRED'],
  );
});

shop('a default reads the same field of another record of the entity', async (_, bo) => {
  const first = await made(bo, 'orders', { name: 'A', country: 'Peru', kind: 'gift' });
  assert.equal((await made(bo, 'orders', { name: 'B', country: 'Peru', parent: first.id }))['kind'], 'gift');
});

shop('a choice keeps its meaning where a field has its name', async (_, bo) => {
  const order = await made(bo, 'orders', { name: 'A', country: 'Peru', post: 'Lane 1' });
  assert.equal(order['answer'], 'post');
});

shop('lines and records that effects create have them too', async (_, bo) => {
  const buyer = (await made(bo, 'buyers', { name: 'Cy', country: 'Italy' })).id;
  const order = await made(bo, 'orders', { name: 'A', buyer, parts: [{ what: 'cup' }, { what: 'pan', note: 'red' }] });
  const parts = order['parts'] as unknown as { readonly note: string }[];
  assert.deepEqual(
    parts.map(({ note }) => note),
    ['cup?', 'red'],
  );
  assert.equal((await bo.post(`/api/orders/${order.id}/copy`, {}, { 'if-match': '*' })).status, 200);
  const list = await bo.get<{ readonly items: readonly { readonly name: string; readonly country: string }[] }>(
    '/api/orders',
  );
  assert.equal(list.body.items.find(({ name }) => name === 'copy')?.country, 'Italy');
});

shop('a default reads a reference of the person', async (server, bo) => {
  const ada = await server.as('Ada');
  const team = (await made(ada, 'teams', { name: 'North' })).id;
  assert.equal((await ada.patch(`/api/persons/${bo.id}`, { team }, { 'if-match': '*' })).status, 200);
  const order = await made(await server.as('Bo'), 'orders', { name: 'A', country: 'Peru' });
  const read: Written = await ada.get(`/api/orders/${order.id}`);
  assert.equal(read.body['team'], team);
});

test('defaults in a circle are an error', () => {
  const circle = SHOP.replace('default `buyer.country`', 'default `shipTo`');
  assert.deepEqual(
    diagnose(circle).diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : [])),
    ['default-circle'],
  );
  assert.deepEqual(
    diagnose(SHOP).diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])),
    [],
  );
});
