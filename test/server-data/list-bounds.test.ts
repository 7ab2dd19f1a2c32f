import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../support/http/server.ts';

const TEXT = `# Specification: Shop

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Thing

- name: text, required, title
- weight: decimal(5,2) kg, 0..50
- price: money(EUR), 1..100
- kind: Small, Large

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Person: read | yes |
| Thing: read, create | yes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Thing

| name | weight | price |
| --- | --- | --- |
| Chair | 12.5 | 40 EUR |
`;

test('a list is asked for numbers beyond the bounds of its field', async () => {
  const server = await startServer(TEXT);
  try {
    const ada = await server.as('Ada');
    const count = async (query: string) => {
      const { status, body } = await ada.call('GET', `/api/things?${query}`);
      assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
      return (body as { items: readonly unknown[] }).items.length;
    };
    assert.equal(await count('weight.max=60'), 1);
    assert.equal(await count('weight.min=100000'), 0);
    assert.equal(await count('price.max=1000'), 1);
    assert.equal(await count('price.min=0'), 1);
    assert.equal(await count(`filter=${encodeURIComponent('weight < 123456789')}`), 1);
    const { status, body } = await ada.call('GET', `/api/things?weight.max=${'9'.repeat(20)}`);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /must be a number of at most 15 digits/);
    assert.match(JSON.stringify((await ada.call('GET', '/api/things?kind=Huge')).body), /must be one of its choices/);
  } finally {
    await server.stop();
  }
});
