import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { agrees, running } from '../support/notation/small-document.ts';

/** Notes whose pin, score and date only the product sets, by the event `rate`. */
const notes = (condition: string, on = 'Note, create', then = '') => `# Specification: Notes

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- level: integer, set by the product

### Note

- text: text, required, title
- stars: integer
- due: date
- boss: Person
- pinned: boolean, set by the product
- score: integer, set by the product
- rated: date, set by the product
- double: integer, = \`score * 2\`
- parts: list of Part

### Part

Belongs to Note.

- what: text, required
- size: integer
- checked: boolean, set by the product

## 4. States and transitions

### Note: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Open | | ${then} |
| Open | rate | Open | member | pinned = true; score = 5; rated = today |
| Open | close | Closed | member | |

- Final: Closed

## 5. Validation rules

| Rule | On | Must hold | Message |
| --- | --- | --- | --- |
| V1 | ${on} | \`${condition}\` | Not now. |

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Note: read, create, change | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| new note | POST /api/notes | create Note | text, stars, due, boss, parts |
| notes | GET /api/notes | list Note | filter, sort, page |
| close | POST /api/notes/:id/close | close Note | |
| rate | POST /api/notes/:id/rate | rate Note | |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
| Bo | bo@example.com |
`;

/** The status of making a note with these values. */
async function made(text: string, values: object): Promise<number> {
  let status = 0;
  await running(text, async (server) => {
    const ada = await server.as('Ada');
    status = (await ada.post<Problem>('/api/notes', { text: 'One', ...values })).status;
  });
  return status;
}

describe('a rule that is unknown', () => {
  for (const [condition, values, status] of [
    // Only the product could make them hold.
    ['pinned', {}, 422],
    ['not pinned', {}, 422],
    ['pinned or stars > 3', { stars: 1 }, 422],
    ['pinned or count(Note where createdBy == me) < 1', {}, 201],
    ['pinned or count(Note where createdBy == me) < 0', {}, 422],
    ['score >= 3 or stars > 3', { stars: 1 }, 422],
    ['rated <= today', {}, 422],
    ['double > 1', {}, 422],
    ['score > stars', {}, 422],
    ['pinned and stars > 3', {}, 422],
    ['parts.all(p, p.checked or p.size > 3)', { parts: [{ what: 'lid', size: 1 }] }, 422],
    ['boss.level > 2', { boss: 'Bo' }, 422],
    ['(stars > 0 ? pinned : true)', { stars: 1 }, 422],
    // People could fill in what would make them hold.
    ['stars > 3', {}, 201],
    ['pinned or stars > 3', {}, 201],
    ['pinned or due >= today', {}, 201],
    ['boss.level > 2', {}, 201],
    ['parts.all(p, p.checked or p.size > 3)', { parts: [{ what: 'lid' }] }, 201],
    ['parts.all(p, p.checked)', {}, 201],
    // They say what holds while nothing is there.
    ['pinned == null or pinned', {}, 201],
    ['pinned != true or stars > 3', {}, 201],
    ['score is empty or score > 3', {}, 201],
  ] as const)
    test(`${condition} with ${JSON.stringify(values)}: ${status}`, async () => {
      let found = 0;
      await running(notes(condition), async (server) => {
        const [ada, bo] = [await server.as('Ada'), await server.as('Bo')];
        const given = 'boss' in values ? { boss: bo.id } : values;
        found = (await ada.post('/api/notes', { text: 'One', ...given })).status;
      });
      assert.equal(found, status);
    });

  test('holds once the product has set the value, and what the creation sets counts', async () => {
    assert.equal(await made(notes('pinned or stars > 3', 'Note, create', 'pinned = true'), { stars: 1 }), 201);
    await running(notes('score >= 5', 'Note, close'), async (server) => {
      const ada = await server.as('Ada');
      const { body } = await ada.post<{ id: string; _: { etag: string } }>('/api/notes', { text: 'One' });
      const path = `/api/notes/${body.id}`;
      const early = await ada.post<Problem>(`${path}/close`, {}, { 'if-match': body._.etag });
      assert.deepEqual([early.status, early.body.failures?.[0]?.message], [422, 'Not now.']);
      const rated = await ada.post<{ _: { etag: string } }>(`${path}/rate`, {}, { 'if-match': body._.etag });
      assert.equal((await ada.post(`${path}/close`, {}, { 'if-match': rated.body._.etag })).status, 200);
    });
  });

  test('the oracle judges such rules as the server does', async () => {
    for (const condition of [
      'pinned or stars > 3',
      'not pinned or due > today',
      'parts.all(p, p.checked or p.size > 3)',
      'boss.level > 2 or double > stars',
      '(stars > 0 ? pinned : true)',
    ])
      await agrees(notes(condition, 'Note'));
  });
});
