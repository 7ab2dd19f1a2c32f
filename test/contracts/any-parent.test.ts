import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const PROJECTS = `# Specification: Projects

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Project

- key: text, required, unique, title

### Task

- title: text, required, title
- project: Project

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Person: read | yes |
| Project: read, create | yes |
| Task: read, create, delete | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new project | POST /projects | create Project | key | key |
| tasks | GET /projects/:key/tasks | list Task | | [title] |
| new task | POST /projects/:key/tasks | create Task | title | title |
| clear | DELETE /projects/:key/tasks | delete all Task | | |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Project

| key |
| --- |
| A |

### Task

| title | project |
| --- | --- |
| One | A |
`;

describe('a hyphen in the place of a parent', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(PROJECTS);
    ada = await server.as('Ada');
  });
  after(() => server.stop());

  test('is a name like any other for clients of the contract', async () => {
    assert.equal((await ada.get('/projects/-/tasks')).status, 404);
    assert.equal((await ada.post('/projects/-/tasks', { title: 'Two' })).status, 404);
    assert.equal((await ada.delete('/projects/-/tasks')).status, 404);
    assert.deepEqual((await ada.get('/projects/A/tasks')).body, ['One']);
    assert.equal((await ada.post('/projects', { key: '-' })).status, 201);
    assert.equal((await ada.post('/projects/-/tasks', { title: 'Two' })).status, 201);
    assert.deepEqual((await ada.get('/projects/-/tasks')).body, ['Two']);
  });

  test('means any parent for clients that take whole records', async () => {
    const whole = { accept: 'application/vnd.ninefold.record+json' };
    const { body } = await ada.get<{ items: readonly { title: string }[] }>('/projects/-/tasks', whole);
    assert.deepEqual(body.items.map(({ title }) => title).toSorted(), ['One', 'Two']);
  });
});
