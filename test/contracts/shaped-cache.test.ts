import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const LETTERS = `# Specification: Letters

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Folder

- name: text, required, title, unique
- isOpen: boolean, default yes
- fans: set of Person

### Letter

- title: text, required, title, unique
- folder: Folder
- note: text

## 6. Roles and permissions

- Boss: sees everything
- Clerk: everyone who signs in

| | Boss | Clerk |
| --- | --- | --- |
| Person: read | yes | yes |
| Folder: read | yes | \`isOpen\` |
| Folder: change | yes | |
| Letter: read | yes | yes |
| Letter.note: read | yes | \`folder.isOpen\` |
| Letter: create | yes | |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| letter | GET /letters/:title | read Letter | | Whole |
| letters | GET /letters | list Letter | | [Whole] |
| folders | GET /folders | list Folder | | page of Folder |
| change folder | PATCH /folders/:id | change Folder | name, isOpen, fans | Folder |

### Shape: Whole

- Of: Letter

| Member | Value |
| --- | --- |
| title | |
| note | |
| folder | folder as Short |

### Shape: Short

- Of: Folder

| Member | Value |
| --- | --- |
| name | |
| starred | \`me in fans\` |
| stars | \`count(fans)\` |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Bea | bea@example.com | Boss |
| Cleo | cleo@example.com | |
| Dan | dan@example.com | |

### Folder

| name |
| --- |
| Red |

### Letter

| title | folder | note |
| --- | --- | --- |
| One | Red | dear |
`;

describe('records in a shape that was answered before', () => {
  let server: TestServer;
  let bea: Caller;
  let cleo: Caller;
  let folder: string;
  before(async () => {
    server = await startServer(LETTERS);
    bea = await server.as('Bea');
    cleo = await server.as('Cleo');
    const { body } = await bea.get<{ items: readonly { id: string }[] }>('/folders');
    folder = body.items[0]?.id ?? '';
  });
  after(() => server.stop());

  const both = async (caller: Caller) => {
    const one = (await caller.get<Record<string, unknown>>('/letters/One')).body;
    assert.deepEqual((await caller.get('/letters')).body, [one]);
    return one;
  };
  const change = async (fields: object) => assert.equal((await bea.patch(`/folders/${folder}`, fields)).status, 200);

  test('are answered anew when a record that they show has changed', async () => {
    const shown = { title: 'One', note: 'dear', folder: { name: 'Red', starred: false, stars: 0 } };
    assert.deepEqual(await both(cleo), shown);
    await change({ name: 'Blue' });
    assert.deepEqual(await both(cleo), { ...shown, folder: { ...shown.folder, name: 'Blue' } });
  });

  test('are made for each person', async () => {
    await change({ fans: [cleo.id] });
    assert.deepEqual((await both(cleo))['folder'], { name: 'Blue', starred: true, stars: 1 });
    assert.deepEqual((await both(await server.as('Dan')))['folder'], { name: 'Blue', starred: false, stars: 1 });
    assert.deepEqual((await both(cleo))['folder'], { name: 'Blue', starred: true, stars: 1 });
  });

  test('no longer show what the person may no longer read', async () => {
    await change({ isOpen: false });
    assert.deepEqual(await both(cleo), { title: 'One', note: null, folder: null });
    assert.equal((await both(bea))['note'], 'dear');
    await change({ isOpen: true });
    assert.equal((await both(cleo))['note'], 'dear');
  });
});
