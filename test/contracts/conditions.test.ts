import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

const notes = `# Specification: Notes

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- follows: set of Person

### Setting

- theme: text
- owner: Person, required, fixed, default me

### Note

- text: text, required, title
- owner: Person, required, default me
- archived: boolean

## 4. States and transitions

### Person

| Event | Who | Then |
| --- | --- | --- |
| follow | Reader | add this to me.follows |

## 6. Roles and permissions

- Reader: everyone who signs in

| | Reader |
| --- | --- |
| Person: read | yes |
| Note: read, create, change, delete | yes |
| Setting: read, create, change | yes |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| my notes | GET /my/notes | list Note where \`owner == me and archived != true\` | [text] |
| my note | GET /my/notes/:id | read Note where \`owner == me\` | text |
| drop | DELETE /my/notes/:id | delete Note where \`owner == me\` | |
| new note | POST /notes | create Note | id, text |
| settings | GET /my/settings | read Setting where \`owner == me\` | theme |
| new settings | POST /my/settings | create Setting | theme |
| set | PATCH /my/settings | change Setting where \`owner == me\` | theme |
| follow | POST /people/:id/follow | follow Person | \`{ "name": name, "followed": this in me.follows }\` |
| broken | GET /broken | list Note where \`nothing == me\` | [text] |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
| Ben | ben@example.com |

### Note

| text | owner | archived |
| --- | --- | --- |
| one | Ada | |
| two | Ben | |
| old | Ada | yes |
`;

describe('a call about records that meet a condition', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(notes);
  });
  after(() => server.stop());

  test('lists them alone', async () => {
    assert.deepEqual((await (await server.as('Ada')).get('/my/notes')).body, ['one']);
    assert.deepEqual((await (await server.as('Ben')).get('/my/notes')).body, ['two']);
  });

  test('answers 404 for any other record', async () => {
    const ada = await server.as('Ada');
    const ben = await server.as('Ben');
    const made = await ada.post<{ id: string }>('/notes', { text: 'three' });
    const path = `/my/notes/${made.body.id}`;
    assert.deepEqual((await ada.get(path)).body, { text: 'three' });
    assert.equal((await ben.get(path)).status, 404);
    assert.equal((await ben.delete(path)).status, 404);
    assert.equal((await ada.delete(path)).status, 204);
  });

  test('finds the only record without a key in the path', async () => {
    const ada = await server.as('Ada');
    assert.equal((await ada.get('/my/settings')).status, 404);
    await ada.post('/my/settings', { theme: 'dark' });
    await (await server.as('Ben')).post('/my/settings', { theme: 'light' });
    assert.deepEqual((await ada.get('/my/settings')).body, { theme: 'dark' });
    assert.deepEqual((await ada.patch('/my/settings', { theme: 'blue' })).body, { theme: 'blue' });
    await ada.post('/my/settings', { theme: 'second' });
    assert.equal((await ada.get('/my/settings')).status, 404, 'which of them is meant is unknown');
  });

  test('has no record if the condition is unknown', async () => {
    assert.deepEqual((await (await server.as('Ada')).get('/broken')).body, []);
  });

  test('answers with what the call changed of its caller', async () => {
    const [ada, ben] = [await server.as('Ada'), await server.as('Ben')];
    const { body } = await ada.post(`/people/${ben.id}/follow`);
    assert.deepEqual(body, { name: 'Ben', followed: true });
  });

  test('prints its condition', () => {
    const printed = printDocument(readDocument(notes).model);
    assert.match(printed, /list Note where `owner == me and archived != true`/);
  });
});
