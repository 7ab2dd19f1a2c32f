import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const HUB = `# Specification: Hub

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in

### Account

- login: text, required, unique, title

### Repository

- owner: Account, required
- name: text, required, title
- lastNumber: integer, default 0, set by the product
- Unique: owner, name

### Issue

- repository: Repository, required
- number: integer, set by the product
- title: text, required, title
- Unique: repository, number

### Comment

- issue: Issue, required
- text: text, required, title

## 4. States and transitions

### Issue

| Event | Then |
| --- | --- |
| on create | number = repository.lastNumber + 1; repository.lastNumber = repository.lastNumber + 1 |

## 6. Roles and permissions

- Reader: everyone who signs in

| | Reader |
| --- | --- |
| Person: read | yes |
| Account: read, create | yes |
| Repository: read, create | yes |
| Issue: read, create, change, delete | yes |
| Comment: read, create, change, delete | yes |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new account | POST /accounts | create Account | login | \`{ "login": login }\` |
| new repository | POST /accounts/:login/repositories | create Repository | name | \`{ "name": name }\` |
| repository | GET /repos/:login/:name | read Repository | | \`{ "name": name, "owner": owner.login }\` |
| issues | GET /repos/:login/:name/issues | list Issue | | \`[{ "number": number, "title": title }]\` |
| new issue | POST /repos/:login/:name/issues | create Issue | title | \`{ "number": number, "title": title }\` |
| issue | GET /repos/:login/:name/issues/:number | read Issue | | \`{ "number": number, "title": title }\` |
| change issue | PATCH /repos/:login/:name/issues/:number | change Issue | title | \`{ "number": number, "title": title }\` |
| delete issue | DELETE /repos/:login/:name/issues/:number | delete Issue | | |
| new comment | POST /repos/:login/:name/issues/:number/comments | create Comment | text | \`{ "text": text }\` |
| comments | GET /repos/:login/:name/issues/:number/comments | list Comment | | \`[{ "text": text }]\` |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

type Json = Readonly<Record<string, unknown>>;

describe('records that a path names by a value that is unique within its parent', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(HUB);
    ada = await server.as('Ada');
    for (const login of ['ada', 'ben']) {
      assert.equal((await ada.post('/accounts', { login })).status, 201);
      for (const name of ['one', 'two'])
        assert.equal((await ada.post(`/accounts/${login}/repositories`, { name })).status, 201);
    }
  });
  after(() => server.stop());

  const opened = async (repository: string, title: string) => {
    const { status, body } = await ada.post<Json>(`/repos/${repository}/issues`, { title });
    assert.equal(status, 201, JSON.stringify(body));
    return body['number'];
  };

  test('are found under that parent alone', async () => {
    assert.deepEqual(await opened('ada/one', 'A1'), 1);
    assert.deepEqual(await opened('ada/one', 'A2'), 2);
    assert.deepEqual(await opened('ben/one', 'B1'), 1);
    assert.deepEqual((await ada.get('/repos/ada/one/issues/1')).body, { number: 1, title: 'A1' });
    assert.deepEqual((await ada.get('/repos/ben/one/issues/1')).body, { number: 1, title: 'B1' });
    assert.equal((await ada.get('/repos/ben/one/issues/2')).status, 404);
    assert.equal((await ada.get('/repos/ada/two/issues/1')).status, 404);
    assert.equal((await ada.get('/repos/none/one/issues/1')).status, 404);
    assert.deepEqual((await ada.get('/repos/ben/two')).body, { name: 'two', owner: 'ben' });
  });

  test('are changed, commented and deleted under it', async () => {
    await opened('ada/two', 'C1');
    await opened('ben/two', 'D1');
    const changed = await ada.patch('/repos/ben/two/issues/1', { title: 'changed' });
    assert.deepEqual(changed.body, { number: 1, title: 'changed' });
    assert.deepEqual((await ada.get('/repos/ada/two/issues/1')).body, { number: 1, title: 'C1' });
    assert.equal((await ada.post('/repos/ben/two/issues/1/comments', { text: 'Hi' })).status, 201);
    assert.deepEqual((await ada.get('/repos/ben/two/issues/1/comments')).body, [{ text: 'Hi' }]);
    assert.deepEqual((await ada.get('/repos/ada/two/issues/1/comments')).body, []);
    assert.equal((await ada.post('/repos/ben/two/issues/9/comments', { text: 'Hi' })).status, 404);
    assert.deepEqual((await ada.get('/repos/ben/two/issues')).body, [{ number: 1, title: 'changed' }]);
    assert.equal((await ada.delete('/repos/ada/two/issues/1')).status, 204);
    assert.equal((await ada.get('/repos/ada/two/issues/1')).status, 404);
    assert.equal((await ada.get('/repos/ben/two/issues/1')).status, 200);
  });
});
