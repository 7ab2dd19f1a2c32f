import assert from 'node:assert/strict';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer } from '../support/http/server.ts';

const document = (type: string) => `# Specification: Notes

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |
| role | Role | yes | |

### Note

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| text | text | yes | title |
| more | ${type} | no | |

## 6. Roles and permissions

- Staff: staff

| | Staff |
| --- | --- |
| Person: read | yes |
| Note: read, create, change | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Staff |
`;

for (const type of ['list of Missing', 'Missing', 'several Missing', 'wibble wobble']) {
  contract(
    `a field of the type “${type}”, which is not there, is never written and refuses what is sent for it`,
    async () => {
      const { store, done } = await openEmpty();
      const server = await startServer(document(type), { store });
      try {
        const ada = await server.as('Ada');
        const plain = await ada.post<WireRecord & Problem>('/api/notes', { text: 'a' });
        assert.equal(plain.status, 201, plain.text);
        for (const more of [[{ size: 1 }], [], 'x', null]) {
          const { status, body, text } = await ada.post<Problem>('/api/notes', { text: 'a', more });
          assert.deepEqual([status, body.code], [422, 'NOT_AN_INPUT'], text);
        }
        const seen = { 'if-match': plain.body._.etag };
        const changed = await ada.patch<WireRecord>(`/api/notes/${plain.body.id}`, { text: 'b' }, seen);
        assert.deepEqual([changed.status, changed.body['more']], [200, null], changed.text);
        assert.deepEqual(server.logged, []);
      } finally {
        await server.stop();
        await done();
      }
    },
  );
}
