import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { createResponseValidator } from '../support/contracts/response-validator.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const PAYMENTS = `# Specification: Payments

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Customer

- name: text, required, title, unique
- secret: text

### Charge

- number: text, required, unique, title
- customer: Customer
- amount: integer
- note: text

## 6. Roles and permissions

- Clerk: everyone who signs in
- Boss: sees everything

| | Boss | Clerk |
| --- | --- | --- |
| Person: read | yes | yes |
| Customer: read | yes | \`name != "Hidden"\` |
| Customer.secret: read | yes | |
| Charge: read | yes | yes |
| Charge: create | yes | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| charges | GET /charges | list Charge | | \`{ "data": [Charged], "more": has more }\` |
| charge | GET /charges/:number | read Charge | | Charged |
| new charge | POST /charges | create Charge | number, customer | Charged |
| customers | GET /customers | list Customer | | [Named] |

### charges

- Paging: offset offset, limit
- Sort: number

| Parameter | Filters by | Notes |
| --- | --- | --- |
| expand=customer | shows customer as Named | several |
| expand=note | shows remark: note | |
| amount | | |

### charge

| Parameter | Filters by | Notes |
| --- | --- | --- |
| expand=customer | shows customer as Named | |

### new charge

| Parameter | Filters by | Notes |
| --- | --- | --- |
| expand=customer | shows customer as Named | |

### Shape: Charged

- Of: Charge

| Member | Value |
| --- | --- |
| number | |
| customer | |

### Shape: Named

- Of: Customer

| Member | Value |
| --- | --- |
| id | |
| label | name |
| secret | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Bea | bea@example.com | Boss |
| Cleo | cleo@example.com | |

### Customer

| name | secret |
| --- | --- |
| Known | blue |
| Hidden | red |

### Charge

| number | customer | amount | note |
| --- | --- | --- | --- |
| A1 | Known | 5 | first |
| A2 | Hidden | 7 | |
| A3 | | 7 | |
`;

type Json = Readonly<Record<string, unknown>>;

describe('members that a parameter shows', () => {
  let server: TestServer;
  let bea: Caller;
  let known: string;
  before(async () => {
    server = await startServer(PAYMENTS);
    bea = await server.as('Bea');
    const { body } = await bea.get<readonly { id: string; label: string }[]>('/customers');
    known = body.find(({ label }) => label === 'Known')?.id ?? '';
  });
  after(() => server.stop());

  const listed = async (caller: Caller, query: string) =>
    (await caller.get<{ data: readonly Json[] }>(`/charges${query}`)).body.data;

  test('take the place of the member with their name, only where they are asked for', async () => {
    const [first] = await listed(bea, '');
    assert.deepEqual(first, { number: 'A1', customer: known });
    const [shown] = await listed(bea, '?expand=customer');
    assert.deepEqual(shown, { number: 'A1', customer: { id: known, label: 'Known', secret: 'blue' } });
    assert.deepEqual((await bea.get('/charges/A1')).body, first);
    assert.deepEqual((await bea.get('/charges/A1?expand=customer')).body, shown);
  });

  test('are added if no member has their name, and several may be asked for', async () => {
    const expected = [
      { number: 'A2', customer: null, remark: null },
      { number: 'A3', customer: null, remark: null },
    ];
    assert.deepEqual((await listed(bea, '?expand=note&limit=1'))[0], {
      number: 'A1',
      customer: known,
      remark: 'first',
    });
    const both = await listed(await server.as('Cleo'), '?expand=note,customer&amount=7');
    assert.deepEqual(both, expected);
    assert.deepEqual(await listed(await server.as('Cleo'), '?expand=note&expand=customer&amount=7'), expected);
  });

  test('obey what the caller may read', async () => {
    const cleo = await server.as('Cleo');
    const shown = await listed(cleo, '?expand=customer');
    assert.deepEqual(shown[0], { number: 'A1', customer: { id: known, label: 'Known', secret: null } });
    assert.deepEqual(shown[1], { number: 'A2', customer: null });
  });

  test('are shown by a call that writes', async () => {
    const { status, body } = await bea.post<Json>('/charges?expand=customer', { number: 'B1', customer: known });
    assert.equal(status, 201);
    assert.deepEqual(body, { number: 'B1', customer: { id: known, label: 'Known', secret: 'blue' } });
  });

  test('are refused by names and values that no row states', async () => {
    const codeOf = async (path: string) => (await bea.get<{ code: string }>(path)).body.code;
    assert.equal(await codeOf('/charges?expand=nothing'), 'UNREADABLE');
    assert.equal(await codeOf('/charges/A1?expand=note'), 'UNREADABLE');
    assert.equal(await codeOf('/charges/A1?extend=note'), 'UNKNOWN_PARAMETER');
    assert.equal(await codeOf('/charges/A1?expand=customer&expand=customer'), 'UNREADABLE');
    const refused = await bea.post<{ code: string }>('/charges?expand=note', { number: 'B2' });
    assert.equal(refused.body.code, 'UNREADABLE');
    assert.equal((await bea.get('/charges/B2')).status, 404);
  });

  test('are described in OpenAPI, which admits both forms, and read again as printed', async () => {
    const { model } = readDocument(PAYMENTS);
    const again = readDocument(printDocument(model)).model;
    const effects = ({ calls }: typeof model) =>
      calls.flatMap((call) => call.parameters.map(({ effect }) => effect.kind));
    assert.deepEqual(effects(again), effects(model));
    assert.deepEqual(effects(model), ['shows', 'shows', 'filter', 'shows', 'shows']);
    const document = openApiOf(server.runtime.current().compiled);
    const names = document.paths['/charges']?.get?.parameters?.map(({ name }) => name);
    assert.deepEqual(names, ['expand', 'amount', 'offset', 'limit']);
    const validator = createResponseValidator(JSON.parse(JSON.stringify(document)));
    for (const query of ['', '?expand=customer', '?expand=note', '?expand=note,customer']) {
      const { status, text } = await bea.get(`/charges${query}`);
      assert.deepEqual(validator.problems('GET', '/charges', { status, mediaType: 'application/json', text }), []);
    }
  });
});
