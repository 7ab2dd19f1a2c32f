import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agrees, running } from '../support/notation/small-document.ts';

/** Notes that people create and delete as the cells say. */
const documentOf = (create: string, remove: string) => `# Specification: Notes

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |

### Note

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| text | text | | title |

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Person: read | yes |
| Note: read | yes |
| Note: create | ${create} |
| Note: delete | ${remove} |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| new note | POST /api/notes | create Note | text |
| delete note | DELETE /api/notes/:id | delete Note | |
| notes | GET /api/notes | list Note | filter, sort, page |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Note

| text |
| --- |
| First |
`;

async function statusesOf(create: string, remove: string): Promise<number[]> {
  const statuses: number[] = [];
  await running(documentOf(create, remove), async (server) => {
    const ada = await server.as('Ada');
    const { body } = await ada.get<{ items: { id: string; _: { etag: string } }[] }>('/api/notes');
    const [first] = body.items;
    assert.ok(first !== undefined);
    statuses.push((await ada.post('/api/notes', {})).status);
    statuses.push((await ada.delete(`/api/notes/${first.id}`, { 'if-match': first._.etag })).status);
  });
  return statuses;
}

describe('a permission cell that names a field which does not exist', () => {
  for (const [create, remove, expected] of [
    ['text', 'yes', [201, 204]],
    ['own', 'own', [403, 403]],
    ['text, own', 'own tickets', [403, 403]],
    ['text (own)', 'yes (own)', [403, 403]],
  ] as const) {
    test(`“${create}” and “${remove}” give ${expected.join(' and ')}`, async () => {
      assert.deepEqual(await statusesOf(create, remove), expected);
    });
  }

  test('is answered as the oracle expects', () => agrees(documentOf('text, own', 'own')));
});
