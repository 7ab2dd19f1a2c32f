import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { startServer } from '../support/http/server.ts';

const SHELF = `# Specification: Shelf

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Book

- title: text, required, title

## 6. Roles and permissions

- Reader: everyone who signs in

| | Reader |
| --- | --- |
| Person: read | yes |
| Book: read, create, change, delete | yes |

## 7. The calls it makes

- Other calls: hidden

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| books | GET /books | list Book | | page of Book |
| new book | POST /books | create Book | title | Book |
| book | GET /books/:id | read Book | | Book |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

test('calls that the document does not state are only for the product’s own pages', async () => {
  const server = await startServer(SHELF);
  try {
    const ada = await server.as('Ada');
    const { body } = await ada.post<{ id: string }>('/books', { title: 'Emma' });
    const path = `/books/${body.id}`;
    const change = await ada.patch(path, { title: 'Persuasion' }, { 'if-match': '*' });
    assert.equal(change.status, 405);
    assert.equal(change.headers.get('allow'), 'GET, HEAD, OPTIONS');
    const { model, compiled } = server.runtime.current();
    const people = model.calls.find(({ does }) => does.kind === 'list' && does.entity === 'Person')?.path ?? '';
    assert.equal((await ada.get(people)).status, 404);
    const own = { accept: 'application/vnd.ninefold.record+json, application/json', 'if-match': '*' };
    assert.equal((await ada.get(people, own)).status, 200);
    assert.equal((await ada.patch(path, { title: 'Persuasion' }, own)).status, 200);
    const operations = Object.values(openApiOf(compiled).paths).flatMap((item) => Object.keys(item));
    assert.deepEqual(operations, ['get', 'post', 'get']);
  } finally {
    await server.stop();
  }
});
