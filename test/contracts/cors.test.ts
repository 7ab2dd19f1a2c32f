import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startServer, type TestServer } from '../support/http/server.ts';

const todos = `# Specification: Todos

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Todo

- title: text(1..80), required, title
- owner: Person, default me

## 6. Roles and permissions

- Anybody: not signed in
- Member: everyone who signs in

| | Anybody | Member |
| --- | --- | --- |
| Todo: read, create | yes | yes |
| Person: read | | yes |

## 7. The calls it makes

- CORS: https://app.example

| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| todos | GET /todos | list Todo | [title] |
| new todo | POST /todos | create Todo | \`{ "title": title, "owner": owner }\` |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

const fromApp = { origin: 'https://app.example' };

describe('calls for pages of other origins', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(todos);
  });
  after(() => server.stop());

  test('answers a preflight request with the methods of the path and the headers that were asked for', async () => {
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    const { status, headers } = await server.guest.call('OPTIONS', '/todos', undefined, { ...fromApp, ...asked });
    assert.deepEqual(
      [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-headers')],
      [204, 'https://app.example', 'content-type'],
    );
    assert.deepEqual(headers.get('access-control-allow-methods')?.split(', ').sort(), ['GET', 'POST']);
  });

  test('answers the page, refusals included', async () => {
    const made = await server.guest.post('/todos', { title: 'One' }, fromApp);
    assert.deepEqual([made.status, made.headers.get('access-control-allow-origin')], [201, 'https://app.example']);
    const refused = await server.guest.post('/todos', { title: '' }, fromApp);
    assert.deepEqual(
      [refused.status, refused.headers.get('access-control-allow-origin')],
      [422, 'https://app.example'],
    );
  });

  test('acts for nobody who is signed in by a cookie', async () => {
    const ada = await server.as('Ada');
    const own = await ada.post<{ owner: string | null }>('/todos', { title: 'Mine' });
    assert.equal(own.body.owner, ada.id);
    const across = await ada.post<{ owner: string | null }>('/todos', { title: 'Not mine' }, fromApp);
    assert.deepEqual([across.status, across.body.owner], [201, null]);
  });

  test('refuses other origins, and every origin for the endpoints of the client', async () => {
    const other = await server.guest.post('/todos', { title: 'Two' }, { origin: 'https://evil.example' });
    assert.deepEqual([other.status, other.headers.get('access-control-allow-origin')], [403, null]);
    const inside = await server.guest.post('/_/sign-in', { name: 'x', password: 'y' }, fromApp);
    assert.deepEqual([inside.status, inside.headers.get('access-control-allow-origin')], [403, null]);
  });
});
