import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { createResponseValidator } from '../support/contracts/response-validator.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

/** Version 1 has one name and cents; version 2 has two names, other errors, pages and a member more. */
const ORDERS = `# Specification: Orders

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Order

- title: text(1..80), required, title
- cents: integer(1..), required
- remark: text

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Person: read | yes |
| Order: read, create, change, delete | yes |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| orders 1 | GET /v1/orders | list Order | | [OrderOne] |
| order 1 | GET /v1/orders/:id | read Order | | OrderOne |
| add 1 | POST /v1/orders | create Order | title, cents | OrderOne |
| orders 2 | GET /v2/orders | list Order | | \`{ "data": [OrderTwo], "total": total }\` |
| order 2 | GET /v2/orders/:id | read Order | | OrderTwo |
| add 2 | POST /v2/orders | create Order | \`{ "name": title, "amount": { "cents": cents }, "remark": remark }\` | OrderTwo |
| drop 2 | DELETE /v2/orders/:id | delete Order | | |

### orders 1

- Paging: none
- Headers: Deprecation = "true"

### add 1

- Error body: \`{ "error": message }\`
- Unknown members: ignored

### add 2

- Status: 202

### Shape: OrderOne

- Of: Order

| Member | Value |
| --- | --- |
| id | |
| title | |
| cents | |

### Shape: OrderTwo

- Of: Order

| Member | Value |
| --- | --- |
| id | |
| name | title |
| amount | \`Money\` |
| remark | |

### Shape: Money

- Of: Order

| Member | Value |
| --- | --- |
| cents | |
| currency | "EUR" |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

type Json = Readonly<Record<string, unknown>>;

describe('two versions of an API side by side', () => {
  let server: TestServer;
  let ada: Caller;
  let validator: ReturnType<typeof createResponseValidator>;
  before(async () => {
    server = await startServer(ORDERS);
    ada = await server.as('Ada');
    validator = createResponseValidator(JSON.parse(JSON.stringify(openApiOf(server.runtime.current().compiled))));
  });
  after(() => server.stop());

  async function sent(method: string, path: string, body?: Json): Promise<readonly [number, Json, string | null]> {
    const { status, headers, text, body: got } = await ada.call<Json>(method, path, body);
    const mediaType = headers.get('content-type');
    const pattern = path.replace(/orders\/.*/, 'orders/{id}');
    assert.deepEqual(validator.problems(method, pattern, { status, mediaType, text }), []);
    return [status, got, headers.get('deprecation')];
  }

  test('check finds no error and no warning', () => {
    assert.deepEqual(
      diagnose(ORDERS).diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning'),
      [],
    );
  });

  test('a record that one version creates is read through both, each in its own shape', async () => {
    const [status, first] = await sent('POST', '/v1/orders', { title: 'Tea', cents: 450, colour: 'green' });
    const id = first['id'];
    assert.deepEqual([status, first], [201, { id, title: 'Tea', cents: 450 }]);
    const second = { id, name: 'Tea', amount: { cents: 450, currency: 'EUR' }, remark: null };
    assert.deepEqual(await sent('GET', `/v2/orders/${id}`), [200, second, null]);
    const [, list, deprecated] = await sent('GET', '/v1/orders');
    assert.deepEqual([list, deprecated], [[first], 'true']);
    assert.deepEqual(await sent('GET', '/v2/orders'), [200, { data: [second], total: 1 }, null]);
    const [later, other] = await sent('POST', '/v2/orders', { name: 'Ink', amount: { cents: 99 }, remark: 'blue' });
    assert.equal(later, 202);
    assert.deepEqual(await sent('GET', `/v1/orders/${other['id']}`), [
      200,
      { id: other['id'], title: 'Ink', cents: 99 },
      null,
    ]);
  });

  test('each version refuses in its own shape, and has its own calls', async () => {
    const [status, body] = await sent('POST', '/v1/orders', { title: '', cents: 1 });
    assert.deepEqual([status, Object.keys(body)], [422, ['error']]);
    const [other, problem] = await sent('POST', '/v2/orders', { name: '', amount: { cents: 1 }, colour: 'red' });
    assert.deepEqual([other, typeof problem['detail']], [422, 'string']);
    const { body: made } = await ada.post<Json>('/v1/orders', { title: 'Pen', cents: 5 });
    assert.equal((await ada.delete(`/v1/orders/${made['id']}`)).status, 405);
    assert.equal((await ada.delete(`/v2/orders/${made['id']}`)).status, 204);
    assert.equal((await ada.get(`/v1/orders/${made['id']}`)).status, 404);
  });
});
