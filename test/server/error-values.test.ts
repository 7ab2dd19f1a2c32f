import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

const DOCUMENT = `# Specification: Shelves

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Shelf

- label: text(3..8), required, title
- code: text(..4), unique
- room: integer (1 to 9)
- limit: integer
- secret: text
- pin: text, write-only
- kept: boolean
- Unique: room, limit, error SAME_ROOM

### Book

- title: text, required, title
- shelf: Shelf

## 4. States and transitions

### Shelf: state

| From | Event | To | Who | Only if | Error |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | close | Closed | | \`limit != null and limit > 3\` | TOO_EARLY |

## 5. Validation rules

| Rule | On | Must hold | Error | Message |
| --- | --- | --- | --- | --- |
| R1 | Shelf | \`limit == null or limit < 100\` | TOO_MUCH | |
| R2 | Shelf | \`room == null or room != 7\` | | {label} can't be in room {room}. |
| R3 | Shelf, delete | \`kept == null or not kept\` | KEPT | |
| R4 | Shelf, delete | \`count(Book where shelf == this and title == "last") == 0\` | LAST_BOOK | |

## 6. Roles and permissions

- Reader: everyone who signs in

| | Reader |
| --- | --- |
| Person: read | yes |
| Shelf: read, create, change, delete | yes |
| Shelf.secret: read | where \`limit == 500\` |
| Book: read, create | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| shelves | GET /api/shelves | list Shelf | |
| new | POST /api/shelves | create Shelf | label, code, room, limit, secret, pin, kept |
| shelf | PATCH /api/shelves/:id | change Shelf | label, limit, secret |
| drop | DELETE /api/shelves/:id | delete Shelf | |
| close | POST /api/shelves/:id/close | close Shelf | |
| book | POST /api/books | create Book | title, shelf |

### shelf

- If-Match: not used

### drop

- If-Match: not used

### close

- If-Match: not used

## 8. The error catalogue

| Code | Status | When | Message |
| --- | --- | --- | --- |
| TOO_MUCH | 422 | | {label} holds {limit}: {secret}/{pin}. |
| KEPT | 409 | | {label} is kept. |
| LAST_BOOK | 423 | | There is a last book on {label}. |
| TOO_EARLY | 409 | | {label} has {limit}. |
| IN_USE | 409 | Shelf | {label} has books ({code}, {secret}). |
| NOT_UNIQUE | 409 | Shelf.code | {label} ({field}) {value} is taken. |
| SAME_ROOM | 409 | | {label}: {room}/{limit} |
| REQUIRED | 422 | | {label} can't be blank ({field}) |
| TOO_LONG | 422 | | {label}: {count} of {max} in {value} |
| TOO_SHORT | 422 | | {label}: {count} of {min} in {value} |
| TOO_BIG | 422 | | {field}: {value} > {max} |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

interface Given {
  readonly make: (body: object) => Promise<string>;
  readonly told: (method: string, path: string, body?: object) => Promise<readonly [number, string, string]>;
}

async function withShelves(work: (given: Given) => Promise<void>): Promise<void> {
  const { store, done } = await openEmpty();
  const server: TestServer = await startServer(DOCUMENT, { store });
  try {
    const ada = await server.as('Ada');
    await work({
      make: async (body) => (await ada.post<{ id: string }>('/api/shelves', { label: 'Shelf', ...body })).body.id,
      told: async (method, path, body) => {
        const { status, body: problem } = await ada.call<Problem | null>(method, path, body);
        return [status, problem?.code ?? '', problem?.detail ?? ''];
      },
    });
  } finally {
    await server.stop();
    await done();
  }
}

contract('messages contain values of the record that the caller may read', async () => {
  await withShelves(async ({ make, told }) => {
    assert.deepEqual(await told('POST', '/api/shelves', { label: 'Long', limit: 500, secret: 'x', pin: '1234' }), [
      422,
      'TOO_MUCH',
      'Long holds 500: x/something that you may not see.',
    ]);
    assert.deepEqual(await told('POST', '/api/shelves', { label: 'Long', room: 7 }), [
      422,
      'NOT_VALID',
      "Long can't be in room 7.",
    ]);
    const id = await make({ limit: 2, room: 3, code: 'A' });
    assert.deepEqual(await told('POST', `/api/shelves/${id}/close`), [409, 'TOO_EARLY', 'Shelf has 2.']);
    assert.deepEqual(await told('POST', '/api/shelves', { label: 'Two', limit: 2, room: 3 }), [
      409,
      'SAME_ROOM',
      'Two: 3/2',
    ]);
    assert.deepEqual(await told('POST', '/api/shelves', { label: 'Two', code: 'A' }), [
      409,
      'NOT_UNIQUE',
      'Two (code) A is taken.',
    ]);
  });
});

contract('a deletion is refused by the rules on deletion, each with its error', async () => {
  await withShelves(async ({ make, told }) => {
    const id = await make({ kept: true });
    assert.deepEqual(await told('DELETE', `/api/shelves/${id}`), [409, 'KEPT', 'Shelf is kept.']);
    assert.equal((await told('PATCH', `/api/shelves/${id}`, { label: 'Other' }))[0], 200);
    const last = await make({ code: 'B', secret: 'hush' });
    await told('POST', '/api/books', { title: 'last', shelf: last });
    assert.deepEqual(await told('DELETE', `/api/shelves/${last}`), [
      423,
      'LAST_BOOK',
      'There is a last book on Shelf.',
    ]);
    const used = await make({ code: 'C', secret: 'hush' });
    await told('POST', '/api/books', { title: 'first', shelf: used });
    assert.deepEqual(await told('DELETE', `/api/shelves/${used}`), [
      409,
      'IN_USE',
      'Shelf has books (C, something that you may not see).',
    ]);
    const free = await make({});
    assert.equal((await told('DELETE', `/api/shelves/${free}`))[0], 204);
  });
});

describe('standard failures of a field', () => {
  test('name the field, the value and the bounds', async () => {
    await withShelves(async ({ told }) => {
      const message = async (body: object) => (await told('POST', '/api/shelves', body))[2];
      assert.equal(await message({}), "Label can't be blank (Label)");
      assert.equal(await message({ label: 'much too long' }), 'Label: 13 of 8 in much too long');
      assert.equal(await message({ label: 'x' }), 'Label: 1 of 3 in x');
      assert.equal(await message({ label: 'Good', room: 12 }), 'room: 12 > 9');
    });
  });

  test('a change does not open a value that the caller may read only after it', async () => {
    await withShelves(async ({ make, told }) => {
      const id = await make({ limit: 50, secret: 'hush' });
      const [, , message] = await told('PATCH', `/api/shelves/${id}`, { limit: 500 });
      assert.equal(message, 'Shelf holds 500: something that you may not see/something that you may not see.');
    });
  });
});
