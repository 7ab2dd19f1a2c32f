import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { formatDocument } from '../../src/notation/document/format-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const ENTITY = '## 3. Entities and their fields\n\n### Task\n\n| Field | Type |\n| --- | --- |\n| title | text |\n';

/** Line, point and what it is about. */
const gapsIn = (text: string) =>
  readDocument(text).diagnostics.flatMap(({ code, at, point, message }) =>
    code === 'not-shown' ? [[at.line, point, message]] : [],
  );

describe('what is said to be not shown, beside no element', () => {
  test('is a gap wherever it stands, at its own line', () => {
    const text = `# Specification: X

For the shop. How people pay: to be decided.

## 1. What the product does and for whom

It sells tea. The number of customers is tbd.

- Supported browsers: not shown.

${ENTITY}
The archive is not shown.

Whether titles
repeat is not shown, except that they are short.

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Task | \`title != null\` | |

The rules of the archive – to be confirmed.

not shown.

## Open questions

- Who keeps the keys: TBD
`;
    assert.deepEqual(gapsIn(text), [
      [3, 1, '“How people pay” is not shown.'],
      [7, 1, '“The number of customers” is not shown.'],
      [9, 1, '“Supported browsers” is not shown.'],
      [19, 3, '“The archive” is not shown.'],
      [21, 3, '“Whether titles repeat” is not shown.'],
      [30, 5, '“The rules of the archive” is not shown.'],
      [32, 5, 'The rest of this point is not shown.'],
      [36, null, '“Who keeps the keys” is not shown.'],
    ]);
    assert.deepEqual(
      gapsIn(formatDocument(text).text).map(([, point, message]) => [point, message]),
      gapsIn(text).map(([, point, message]) => [point, message]),
    );
  });

  test('is told once where a reader, a check or an element knows of it', () => {
    const text = `# Specification: X

## 3. Entities and their fields

### Task

- title: not shown.

## 4. States and transitions

### Task: status

- Editable in: not shown.

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | close | Closed | not shown. |

## 9. Business constants and limits

- Session: not shown.
- MAX: not shown.
`;
    const found = diagnose(text).diagnostics.filter(({ code }) => code === 'not-shown');
    const lines = found
      .map(({ at, point }) => [at.line, point])
      .filter(([, point]) => ![1, 2, 5, 6, 7, 8].includes(point ?? 0));
    assert.deepEqual(
      lines.sort(),
      [...new Set(lines.map(String))].sort().map((one) => one.split(',').map(Number)),
    );
  });

  test('is none where a sentence says what people see, or says something of it', () => {
    const text = (screens: string) =>
      `# Specification: X\n\n${ENTITY}\nTitles are not shown to guests. Is it not shown? It is to be decided by the board.\n\n## 2. Screens and routes\n\n| Route | Name | Shows |\n| --- | --- | --- |\n| / | Tasks | Task |\n\n### Tasks\n\n${screens}\n`;
    assert.deepEqual(gapsIn(text('Closed tasks are not shown.')), []);
    assert.deepEqual(gapsIn(text('What a closed task looks like is not shown.')), [
      [21, 2, '“What a closed task looks like” is not shown.'],
    ]);
    assert.deepEqual(gapsIn(text('> The archive: not shown.')), []);
  });

  test('stays beside a point that is not shown as a whole; of the introduction that point says the same', () => {
    const text =
      '# Specification: X\n\nWhat it is for is not shown.\n\n## 7. The calls it makes\n\nHow they are repeated: not shown.\n';
    const found = diagnose(text).diagnostics.filter(({ message }) => message.startsWith('“'));
    assert.deepEqual(
      found.map(({ at, message }) => [at.line, message]),
      [[7, '“How they are repeated” is not shown.']],
    );
  });

  test('takes time in proportion to the text', () => {
    const text = (count: number) => `# Specification: X\n\n${ENTITY}\n${'The end is not shown. '.repeat(count)}\n`;
    assert.equal(gapsIn(text(900)).length, 900);
    readDocument(text(20_000));
  });
});
