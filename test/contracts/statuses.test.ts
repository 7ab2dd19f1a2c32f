import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { createResponseValidator } from '../support/contracts/response-validator.ts';
import { type Answer, type Caller, startServer, type TestServer } from '../support/http/server.ts';

const NOTES = `# Specification: Notes

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Note

- title: text, required, title
- secret: text
- remarks: list of Remark

### Remark

- text: text

### Label

- note: Note, on delete: cascade
- name: text, title

## 4. States and transitions

### Note: state

| From | Event | To | Who |
| --- | --- | --- | --- |
| Open | close | Closed | Clerk, Boss |

## 6. Roles and permissions

- Clerk: everyone who signs in
- Boss: sees everything

| | Boss | Clerk |
| --- | --- | --- |
| Person: read, delete | yes | \`this == me\` |
| Note: read, create, change, delete | yes | yes |
| Note.secret: read | yes | no |
| Note.secret: change | yes | no |
| Label: read, create, delete | yes | yes |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| add | POST /notes | create Note | title, secret, remarks | |
| label | POST /labels | create Label | note, name | |
| quietly add | POST /quiet/notes | create Note | title | |
| later add | POST /later/notes | create Note | title | title |
| put | PUT /notes/:id | change Note | title | |
| patch | PATCH /notes/:id | change Note | title | title |
| close | POST /notes/:id/close | close Note | | title |
| drop | DELETE /notes/:id | delete Note | | Note |
| drop shaped | DELETE /shaped/notes/:id | delete Note | | \`{ "id": id, "object": "note", "secret": secret, "lines": remarks as text, "labels": Label by note as name }\` |
| drop later | DELETE /later/notes/:id | delete Note | | |
| drop quietly | DELETE /quiet/notes/:id | delete Note | | \`{ "id": id }\` |
| drop usually | DELETE /usual/notes/:id | delete Note | | |
| drop many | POST /many/notes/delete | bulk delete Note | | \`{ "gone": title }\` |
| sign out | DELETE /session-of-mine | sign out | | |
| leave | DELETE /me | delete me | | \`{ "name": name, "deleted": true }\` |

### quietly add

- Status: 204

### later add

- Status: 202

### put

- Status: 204

### patch

- Status: 202

### close

- Status: 201

### drop shaped

- Status: 202

### drop later

- Status: 202

### drop quietly

- Status: 204

### sign out

- Status: 200

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Boss |
| Ben | ben@example.com | Clerk |
| Cyd | cyd@example.com | Clerk |
`;

type Json = Readonly<Record<string, unknown>>;

describe('the status and the body of calls that write', () => {
  let server: TestServer;
  let ada: Caller;
  let ben: Caller;
  let validator: ReturnType<typeof createResponseValidator>;
  before(async () => {
    server = await startServer(NOTES);
    ada = await server.as('Ada');
    ben = await server.as('Ben');
    validator = createResponseValidator(JSON.parse(JSON.stringify(openApiOf(server.runtime.current().compiled))));
  });
  after(() => server.stop());

  /** Asserts that the OpenAPI document states the answer, and returns its status and body. */
  function stated(method: string, path: string, { status, headers, text }: Answer<Json>): [number, unknown] {
    const mediaType = headers.get('content-type');
    assert.deepEqual(validator.problems(method, path, { status, mediaType, text }), []);
    return [status, text === '' ? '' : JSON.parse(text)];
  }
  const add = async (more: Json = {}): Promise<string> =>
    String((await ada.post<Json>('/notes', { title: 'One', secret: 'hush', ...more })).body['id']);
  const drop = async (path: string, as = ada) =>
    stated('DELETE', path.replace(/notes\/.*/, 'notes/{id}'), await as.delete<Json>(path));

  test('a deletion answers with the whole record as it was', async () => {
    const id = await add();
    const [status, body] = await drop(`/notes/${id}`);
    assert.equal(status, 200);
    const { createdAt, createdBy, ...rest } = body as Json;
    assert.equal(typeof createdAt, 'string');
    assert.deepEqual(rest, { id, title: 'One', secret: 'hush', remarks: [], state: 'Open' });
    assert.equal((await ada.delete(`/notes/${id}`)).status, 404);
  });

  test('a deletion answers with what belonged to the record, as the caller reads it', async () => {
    const id = await add({ remarks: [{ text: 'a' }, { text: 'b' }] });
    await ada.post('/labels', { note: id, name: 'urgent' });
    const expected = { id, object: 'note', secret: null, lines: ['a', 'b'], labels: ['urgent'] };
    assert.deepEqual(await drop(`/shaped/notes/${id}`, ben), [202, expected]);
  });

  test('a refused deletion answers with nothing of the record', async () => {
    const answer = await server.guest.delete<Json>(`/shaped/notes/${await add()}`);
    assert.equal(answer.status, 401);
    assert.equal(answer.text.includes('hush'), false);
  });

  test('a deletion without a body has the status that is stated', async () => {
    assert.deepEqual(await drop(`/later/notes/${await add()}`), [202, '']);
    assert.deepEqual(await drop(`/quiet/notes/${await add()}`), [204, '']);
    assert.deepEqual(await drop(`/usual/notes/${await add()}`), [204, '']);
  });

  test('a deletion that is repeated with its key answers 204', async () => {
    const path = `/shaped/notes/${await add()}`;
    const headers = { 'idempotency-key': 'once' };
    assert.equal((await ada.delete(path, headers)).status, 202);
    assert.deepEqual(stated('DELETE', '/shaped/notes/{id}', await ada.delete<Json>(path, headers)), [204, '']);
  });

  test('the results of a bulk deletion hold the records as they were', async () => {
    const ids = [await add({ title: 'x' }), await add({ title: 'y' })];
    const { body } = await ada.post<Json>('/many/notes/delete', [...ids, 'none']);
    const [first, second, third] = (body as { results: readonly Json[] }).results;
    assert.deepEqual(
      [first, second],
      [
        { status: 200, record: { gone: 'x' } },
        { status: 200, record: { gone: 'y' } },
      ],
    );
    assert.equal(third?.['status'], 404);
  });

  test('creations, changes and events have the status that is stated', async () => {
    const quiet = await ada.post<Json>('/quiet/notes', { title: 'Q' });
    assert.deepEqual(stated('POST', '/quiet/notes', quiet), [204, '']);
    const later = await ada.post<Json>('/later/notes', { title: 'L' });
    assert.deepEqual(stated('POST', '/later/notes', later), [202, { title: 'L' }]);
    const id = await add();
    const put = await ada.call<Json>('PUT', `/notes/${id}`, { title: 'Put' });
    assert.deepEqual(stated('PUT', '/notes/{id}', put), [204, '']);
    const patched = await ada.patch<Json>(`/notes/${id}`, { title: 'Patched' });
    assert.deepEqual(stated('PATCH', '/notes/{id}', patched), [202, { title: 'Patched' }]);
    const closed = await ada.post<Json>(`/notes/${id}/close`, {});
    assert.deepEqual(stated('POST', '/notes/{id}/close', closed), [201, { title: 'Patched' }]);
  });

  test('callers who delete themselves or sign out are answered as stated', async () => {
    const cyd = await server.as('Cyd');
    assert.deepEqual(await drop('/me', cyd), [200, { name: 'Cyd', deleted: true }]);
    assert.deepEqual(await drop('/session-of-mine', ben), [200, '']);
  });
});
