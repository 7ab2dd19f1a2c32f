import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { createResponseValidator } from '../support/contracts/response-validator.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';
import { findingsOf } from '../support/notation/small-document.ts';

const BOARDS = `# Specification: Boards

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Board

- title: text, required, title

### Card

- board: Board
- title: text, required, title
- above: Card, on delete: cascade
- owner: Person, default me
- locked: boolean, default no

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| R1 | Card, delete | \`locked != true\` | LOCKED |

## 6. Roles and permissions

- Clerk: everyone who signs in
- Boss: sees everything
- Guest: not signed in

| | Boss | Clerk | Guest |
| --- | --- | --- | --- |
| Person: read | yes | yes | |
| Board: read, create | yes | yes | yes |
| Card: read | yes | \`owner == me\` | yes |
| Card: create | yes | yes | |
| Card: delete | yes | yes | |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| cards | GET /cards | list Card | | [title] |
| add board | POST /boards | create Board | title | Board |
| add card | POST /cards | create Card | board, title, above, locked | Card |
| clear | DELETE /cards | delete all Card | | |
| clear done | DELETE /done | delete all Card where \`title == "done"\` | | |
| clear board | DELETE /boards/:board/cards | delete all Card | | |

### cards

- Paging: none

### clear done

- Status: 200

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| LOCKED | 409 | This card is locked. |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Boss |
| Ben | ben@example.com | Clerk |
`;

type Json = Readonly<Record<string, unknown>>;

describe('calls that delete all records of a list', () => {
  let server: TestServer;
  let ada: Caller;
  let ben: Caller;
  beforeEach(async () => {
    server = await startServer(BOARDS);
    ada = await server.as('Ada');
    ben = await server.as('Ben');
  });
  afterEach(() => server.stop());

  const add = async (title: string, more: Json = {}, as = ada) => {
    const answer = await as.post<Json>('/cards', { title, ...more });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.body['id']);
  };
  const titles = async () => [...(await ada.get<string[]>('/cards')).body].sort();

  test('delete those that the caller may read', async () => {
    await add('hers');
    await add('his', {}, ben);
    const { status, text } = await ben.delete('/cards');
    assert.deepEqual([status, text], [204, '']);
    assert.deepEqual(await titles(), ['hers']);
    assert.equal((await ada.delete('/cards')).status, 204);
    assert.deepEqual(await titles(), []);
    assert.equal((await ada.delete('/cards')).status, 204);
  });

  test('delete only those that meet the condition', async () => {
    await add('done');
    await add('open');
    assert.equal((await ada.delete('/done')).status, 200);
    assert.deepEqual(await titles(), ['open']);
  });

  test('delete only those under the parent in the path', async () => {
    const board = String((await ada.post<Json>('/boards', { title: 'B' })).body['id']);
    await add('on it', { board });
    await add('elsewhere');
    assert.equal((await ada.delete(`/boards/${board}/cards`)).status, 204);
    assert.deepEqual(await titles(), ['elsewhere']);
    assert.equal((await ada.delete('/boards/none/cards')).status, 404);
  });

  test('delete nothing if one may not be deleted', async () => {
    await add('first');
    await add('kept', { locked: true });
    await add('last');
    const { status, body } = await ada.delete<Json>('/cards');
    assert.deepEqual([status, body['code']], [409, 'LOCKED']);
    assert.deepEqual(await titles(), ['first', 'kept', 'last']);
  });

  test('pass over records that are deleted with others', async () => {
    const above = await add('above');
    server.clock.now += 1000;
    await add('below', { above });
    server.clock.now += 1000;
    await add('above again', { above: await add('top') });
    assert.equal((await ada.delete('/cards')).status, 204);
    assert.deepEqual(await titles(), []);
  });

  test('refuse callers who may delete none, even if there is none', async () => {
    assert.equal((await server.guest.delete('/cards')).status, 401);
  });

  test('are carried out once with the same key', async () => {
    const headers = { 'idempotency-key': 'clear once' };
    await add('one');
    assert.equal((await ada.delete('/cards', headers)).status, 204);
    await add('two');
    const again = await ada.delete('/cards', headers);
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [204, 'true']);
    assert.deepEqual(await titles(), ['two']);
  });

  test('refuse more than 1,000 records', async () => {
    for (let index = 0; index < 1_001; index += 1) {
      server.clock.now += 1_000;
      await add(`card ${index}`);
    }
    const { status, body } = await ada.delete<Json>('/cards');
    assert.deepEqual([status, body['code']], [422, 'TOO_MANY_RECORDS']);
    assert.equal((await titles()).length, 1_001);
    await ada.delete('/done');
    const one = await add('done');
    assert.equal(typeof one, 'string');
    assert.equal((await ada.delete('/done')).status, 200);
    assert.equal((await titles()).length, 1_001);
  });

  test('are described in OpenAPI without a body', async () => {
    const document = openApiOf(server.runtime.current().compiled);
    const validator = createResponseValidator(JSON.parse(JSON.stringify(document)));
    assert.equal('requestBody' in (document.paths['/cards']?.['delete'] ?? {}), false);
    const { status, text } = await ada.delete('/done');
    assert.deepEqual(validator.problems('DELETE', '/done', { status, mediaType: null, text }), []);
  });
});

test('a call that deletes all records is printed as it was read, and answers no body', () => {
  const { model } = readDocument(BOARDS);
  const does = model.calls.map((call) => call.does);
  assert.deepEqual(
    readDocument(printDocument(model)).model.calls.map((call) => call.does),
    does,
  );
  assert.deepEqual(does[3], { kind: 'bulk', act: 'delete all', entity: 'Card', event: null });
  const wrong = BOARDS.replace('delete all Card | | |', 'delete all Card | | Card |');
  assert.deepEqual(findingsOf(wrong, 'call-shape-unknown'), [
    'The call clear deletes all records of Card, so it returns nothing.',
  ]);
});
