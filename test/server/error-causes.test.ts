import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

const boxes = (rows: string): string => `# Specification: Boxes

## 3. Entities and their fields

### Keeper

- name: text, required, title
- email: email, required, unique, sign-in

### Box

- label: text, required, unique, title
- keeper: Keeper

### Chest

- label: text, required, unique, title
- keeper: Keeper

## 6. Roles and permissions

- Keeper: everyone who signs in

| | Keeper |
| --- | --- |
| Keeper: read, create | yes |
| Box: read, change, delete | where \`keeper == me\` |
| Box: create | yes |
| Chest: read, change | where \`keeper == me\` |
| Chest: create | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| new box | POST /api/boxes | create Box | label |
| box | GET /api/boxes/:id | read Box | |
| label | PATCH /api/boxes/:id | change Box | label |
| new chest | POST /api/chests | create Chest | label |
| chest | GET /api/chests/:id | read Chest | |

## 8. The error catalogue

| Code | Status | When | Message | Stands for |
| --- | --- | --- | --- | --- |
${rows}

## Sample data

### Keeper

| name | email |
| --- | --- |
| Ada | ada@example.com |
| Bea | bea@example.com |

### Box

| label | keeper |
| --- | --- |
| Own | Ada |
| Other | Bea |

### Chest

| label | keeper |
| --- | --- |
| Far | Bea |
`;

const statusAndCode = ({ status, body }: { readonly status: number; readonly body: Problem }) => [status, body.code];

async function withBoxes(rows: string, work: (server: TestServer) => Promise<void>): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(boxes(rows), { store });
  try {
    await work(server);
  } finally {
    await server.stop();
    await done();
  }
}

async function idsOf(server: TestServer, entity: string): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const name of ['Ada', 'Bea']) {
    const { body } = await (await server.as(name)).get<{ items: readonly { id: string; label: string }[] }>(
      `/api/${entity}`,
    );
    for (const { id, label } of body.items) ids.set(label, id);
  }
  return ids;
}

contract('a row of a field or an entity is used for it alone', async () => {
  const rows = `| NOT_UNIQUE | 409 | Box.label | {field} has already been taken | |
| NOT_FOUND | 404 | Box | No box. | |`;
  await withBoxes(rows, async (server) => {
    const ada = await server.as('Ada');
    const taken = await ada.post<Problem>('/api/boxes', { label: 'Own' });
    assert.deepEqual([...statusAndCode(taken), taken.body.detail], [409, 'NOT_UNIQUE', 'label has already been taken']);
    const other = await ada.post<Problem>('/api/chests', { label: 'Far' });
    assert.deepEqual(statusAndCode(other), [422, 'NOT_UNIQUE']);
    assert.notEqual(other.body.detail, taken.body.detail);
    const missing = await ada.get<Problem>('/api/boxes/none');
    assert.deepEqual([missing.status, missing.body.detail], [404, 'No box.']);
    assert.notEqual((await ada.get<Problem>('/api/chests/none')).body.detail, 'No box.');
  });
});

contract('an existing but hidden record answers with the row that stands for NOT_FOUND when it is read', async () => {
  const rows = '| FORBIDDEN | 403 | Box: read | Not yours. | NOT_FOUND |\n| NOT_FOUND | 404 | | Nothing there. | |';
  await withBoxes(rows, async (server) => {
    const ada = await server.as('Ada');
    const boxIds = await idsOf(server, 'boxes');
    const chestIds = await idsOf(server, 'chests');
    const hidden = boxIds.get('Other') ?? '';
    const patch = (id: string) => ada.patch<Problem>(`/api/boxes/${id}`, { label: 'New' }, { 'if-match': '*' });
    assert.deepEqual(statusAndCode(await ada.get<Problem>(`/api/boxes/${hidden}`)), [403, 'FORBIDDEN']);
    assert.deepEqual(statusAndCode(await patch(hidden)), [403, 'FORBIDDEN']);
    assert.deepEqual(statusAndCode(await ada.get<Problem>('/api/boxes/none')), [404, 'NOT_FOUND']);
    assert.deepEqual(statusAndCode(await patch('none')), [404, 'NOT_FOUND']);
    // Of other entities nothing is disclosed.
    const far = await ada.get<Problem>(`/api/chests/${chestIds.get('Far')}`);
    assert.deepEqual(statusAndCode(far), [404, 'NOT_FOUND']);
    // What was deleted does not exist.
    const bea = await server.as('Bea');
    assert.equal((await bea.delete(`/api/boxes/${hidden}`, { 'if-match': '*' })).status, 204);
    assert.deepEqual(statusAndCode(await ada.get<Problem>(`/api/boxes/${hidden}`)), [404, 'NOT_FOUND']);
  });
});

contract('failures of several codes have the status that the catalogue states for all of them', async () => {
  const rows = '| NOT_UNIQUE | 409 | | Taken. | |\n| NOT_AN_INPUT | 409 | | Not read. | |';
  await withBoxes(rows, async (server) => {
    const ada = await server.as('Ada');
    const both = await ada.post<Problem>('/api/boxes', { label: 'Own', size: 3 });
    assert.deepEqual(statusAndCode(both), [409, 'INVALID']);
    const mixed = await ada.post<Problem>('/api/boxes', { size: 3 });
    assert.deepEqual(statusAndCode(mixed), [422, 'INVALID']);
  });
});

describe('what point 8 states about bodies', () => {
  test('is reported if it is no shape or no media type', () => {
    const text = `## 8. The error catalogue

- Body: message
- Media type: json

| Code | Status | Message | Body |
| --- | --- | --- | --- |
| NOT_FOUND | 404 | No. | { "x" |`;
    const found = readDocument(text).diagnostics.filter(({ severity }) => severity !== 'gap');
    assert.deepEqual(
      found.map(({ at }) => at.line),
      [3, 4, 8],
    );
  });
});
