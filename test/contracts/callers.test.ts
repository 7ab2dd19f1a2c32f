import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { startServer } from '../support/http/server.ts';

const notes = `# Specification: Notes

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role

### Note

- text: text, required, title
- author: Person

## 6. Roles and permissions

- Admin: sees everything
- Editor: writes
- Reader: everyone who signs in
- Visitor: not signed in

| | Admin | Editor | Reader | Visitor |
| --- | --- | --- | --- | --- |
| Person: read | yes | yes | yes | yes |
| Note: read | yes | yes | yes | yes |
| Note: create, change, delete | yes | yes | | |

## 7. The calls it makes

- Allowed for: signed in
- If-Match: optional

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| notes | GET /notes | list Note | | [text] |
| note | GET /notes/:id | read Note | | \`{ "text": text }\` |
| open | GET /open | list Note | | [text] |
| for visitors | GET /visitors | list Note | | [text] |
| add | POST /notes | create Note | text | \`{ "id": id }\` |
| change | PATCH /notes/:id | change Note | text | \`{ "text": text }\` |
| drop | DELETE /notes/:id | delete Note | | |
| whoever | GET /nobody | list Note | | [text] |

### open

- Allowed for: Anyone

### for visitors

- Allowed for: Visitor, Admin

### change

- Allowed for: Admin

### drop

- Allowed for: Admin, Reader

### whoever

- Allowed for: not shown.

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Admin |
| Ed | ed@example.com | Editor |
| Rita | rita@example.com | |

### Note

| text | author |
| --- | --- |
| One | Ada |
`;

/** The same calls without a key for all of them, of which one is about its caller. */
const own = notes
  .replace('- Allowed for: signed in\n', '')
  .replace('| GET /notes | list Note |', '| GET /notes | list Note where `author == me` |');

describe('Allowed for', async () => {
  const server = await startServer(notes);
  after(() => server.stop());
  const [ada, ed, rita] = [await server.as('Ada'), await server.as('Ed'), await server.as('Rita')];
  const made = await ed.post<{ id: string }>('/notes', { text: 'Two' });
  const path = `/notes/${made.body.id}`;
  const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) =>
    `${status} ${(body as { code?: string } | null)?.code ?? ''}`.trim();

  test('a guest is not signed in for calls that are for those who are', async () => {
    assert.equal(codeOf(await server.guest.get('/notes')), '401 NOT_SIGNED_IN');
    assert.equal(codeOf(await server.guest.get(path)), '401 NOT_SIGNED_IN');
    assert.equal((await rita.get('/notes')).status, 200);
    assert.equal((await rita.get(path)).status, 200);
  });

  test('anyone may use a call that says so, whatever holds for all calls', async () =>
    assert.equal((await server.guest.get('/open')).status, 200));

  test('a role of guests may be named', async () => {
    assert.equal((await server.guest.get('/visitors')).status, 200);
    assert.equal(codeOf(await rita.get('/visitors')), '403 NOT_ALLOWED');
    assert.equal((await ada.get('/visitors')).status, 200);
  });

  test('others are refused although they have the permission, before their body is judged', async () => {
    assert.equal(codeOf(await ed.patch(path, { wrong: 1 })), '403 NOT_ALLOWED');
    assert.deepEqual((await ada.patch(path, { text: 'Three' })).body, { text: 'Three' });
  });

  test('nobody learns from it whether a record exists', async () => {
    const unknown = await ed.patch('/notes/00000000-0000-7000-8000-000000000000', { text: 'x' });
    assert.equal(codeOf(unknown), '403 NOT_ALLOWED');
  });

  test('it does not widen a permission', async () => assert.equal(codeOf(await rita.delete(path)), '403 NOT_ALLOWED'));

  test('a key that is not shown allows nobody', async () =>
    assert.equal(codeOf(await ada.get('/nobody')), '403 NOT_ALLOWED'));

  test('clients that ask for whole records are refused too', async () => {
    const accept = { accept: 'application/vnd.ninefold.record+json' };
    assert.equal((await server.guest.get('/notes', accept)).status, 401);
    assert.equal((await rita.get('/visitors', accept)).status, 403);
  });

  test('the screens do not offer calls that are for others', async () => {
    const view = await ed.get<{
      view: { entities: readonly { name: string; calls: Record<string, string | null> }[] };
    }>('/_/app');
    const { calls } = view.body.view.entities.find(({ name }) => name === 'Note') ?? assert.fail('no Note');
    assert.deepEqual([calls.create !== null, calls.change], [true, null]);
  });
});

describe('a call with a condition about its caller', () => {
  test('refuses guests unless it is allowed for them', async () => {
    const server = await startServer(own);
    const answer = await server.guest.get('/notes');
    assert.deepEqual([answer.status, (await server.guest.get('/notes?x=1')).status], [401, 401]);
    assert.deepEqual((await (await server.as('Ada')).get('/notes')).body, ['One']);
    await server.stop();
    const open = await startServer(`${own.replace('### open', '### notes\n\n- Allowed for: anyone\n\n### open')}`);
    assert.deepEqual((await open.guest.get('/notes')).body, []);
    await open.stop();
  });
});

test('who may use a call is printed as it is read', () => {
  const { model } = readDocument(notes);
  const again = readDocument(printDocument(model)).model;
  const stated = (of: typeof model) =>
    of.calls.map(({ options }) => options.allowedFor?.map(({ name }) => name) ?? null);
  assert.deepEqual(stated(again), stated(model));
  assert.deepEqual(stated(model)[3], ['Visitor', 'Admin']);
});
