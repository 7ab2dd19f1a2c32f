import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { startServer } from '../support/http/server.ts';

const document = (row: string, part: string): string => `# Specification: Notes

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Note

- title: text, required, title

## 6. Roles and permissions

- Writer: everyone who signs in

| | Writer |
| --- | --- |
| Person: read | yes |
| Note: read, create | yes |

## 7. The calls it makes

| Call | Method and path | Does | ${row === '' ? 'Gets' : 'Gate'} |
| --- | --- | --- | --- |
| notes | GET /notes | list Note | ${row} |
| add | POST /notes | create Note | |

### notes

${part}

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

/** Returns the statuses of the list and of a creation. */
async function statuses(text: string): Promise<readonly number[]> {
  const server = await startServer(text);
  try {
    const ann = await server.as('Ann');
    return [(await ann.get('/notes')).status, (await ann.post('/notes', { title: 'One' })).status];
  } finally {
    await server.stop();
  }
}

describe('a call that is not read completely', () => {
  const unread = [
    ['a key that is not known', document('', '- Only if: title == "x"')],
    ['a table with other columns', document('', '| Whoever | May |\n| --- | --- |\n| Ann | no |')],
    ['a block of code', document('', '```js\nif (!admin) return 403;\n```')],
    ['a sentence that sounds like a rule', document('', 'It must be used by managers only.')],
    ['a cell in an unknown column', document('managers', '- Page size: 10')],
  ] as const;
  for (const [what, text] of unread)
    test(`with ${what} is reported and for nobody, and other calls are answered`, async () => {
      const codes = readDocument(text).diagnostics.map(({ code }) => code);
      assert.ok(codes.includes('not-read'), codes.join());
      assert.deepEqual(await statuses(text), [403, 201]);
    });

  test('with known keys and help is answered', async () =>
    assert.deepEqual(await statuses(document('', '- Page size: 10\n\nThe newest first.')), [200, 201]));
});
