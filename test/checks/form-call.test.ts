import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import type { View } from '../../src/engine/view/view.ts';
import { running } from '../support/notation/small-document.ts';

const CALLS = [
  '| quick | POST /api/quick | create Note | text |',
  '| note | POST /api/notes | create Note | text, pages |',
  '| short | PATCH /api/notes/:id/text | change Note | text |',
  '| mend | PATCH /api/notes/:id | change Note | text, pages |',
];

const notes = (calls: readonly string[]) => `# Specification: Notes

## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/notes/new\` | New note | Note | form: text, pages |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Note

- text: text, required, title
- pages: integer

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Note: read, create, change | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
${calls.join('\n')}

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

for (const [order, calls] of [
  ['as stated', CALLS],
  ['turned round', CALLS.toReversed()],
] as const) {
  test(`forms send the call that takes most, whatever the order of calls: ${order}`, async () => {
    const text = notes(calls);
    const codes = diagnose(text).diagnostics.map(({ code }) => code);
    assert.ok(!codes.includes('form-field-not-sent'), codes.join());
    await running(text, async (server) => {
      const ann = await server.as('Ann');
      const { body } = await ann.get<{ view: View }>('/_/app');
      const note = body.view.entities.find(({ name }) => name === 'Note');
      assert.deepEqual(
        [note?.createInputs, note?.changeInputs],
        [
          ['text', 'pages'],
          ['text', 'pages'],
        ],
      );
      const create = body.view.model.calls.find(({ id }) => id === note?.calls.create);
      assert.equal(create?.path, '/api/notes');
    });
  });
}

test('a field that no call sends is reported, whatever the order of calls', () => {
  for (const calls of [CALLS.slice(0, 1), [...CALLS.slice(0, 1), '| other | POST /api/other | create Note | text |']])
    for (const each of [calls, calls.toReversed()])
      assert.equal(diagnose(notes(each)).diagnostics.filter(({ code }) => code === 'form-field-not-sent').length, 1);
});
