import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import type { Diagnostic } from '../../src/model/types/diagnostic.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { random } from '../support/notation/documents.ts';
import {
  allDocuments,
  assertChecks,
  assertFormat,
  assertReads,
  assertRoundTrip,
  grown,
  hardened,
  mutant,
  prefixes,
  windowOf,
} from '../support/notation/robust.ts';

// The whole counts run in the bench `robust`; here a seeded part of them.
const SEED = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
const TEXTS = [...allDocuments().values()];

describe('any text is read', () => {
  test('every document of the project up to the end of any of its lines', () => {
    for (const [path, text] of allDocuments()) {
      const all = [...prefixes(text)];
      for (let at = SEED % 11; at < all.length; at += 11) named(path, all[at] ?? '', assertReads);
    }
  });

  test('300 bytes from anywhere', () => {
    const next = random(SEED);
    const texts = [...allDocuments()];
    for (let round = 0; round < 300; round += 1) {
      const [path, text] = texts[next(texts.length)] ?? ['', ''];
      named(path, windowOf(text, next(Buffer.byteLength(text)), 300), assertReads);
    }
  });

  test('documents that are a few changes away from ours, with lines of others among them', () => {
    for (let seed = SEED; seed < SEED + 200; seed += 1) named(`mutant ${seed}`, mutant(seed, TEXTS), assertReads);
  });

  test('documents made by the grammar', () => {
    fc.assert(
      fc.property(grown, (text) => assertReads(text)),
      { numRuns: 150, seed: SEED },
    );
  });

  test('hard strings in place of every word, one of twenty at a time', () => {
    for (const [path, text] of allDocuments())
      for (let round = 0; round < 4; round += 1)
        named(path, hardened(text, 20, (SEED + round * 7) % 20), (each) => assertReads(each));
  });

  test('the line ends of another system make no difference but in places', () => {
    for (const [path, text] of allDocuments()) {
      const [ours, theirs] = [text, text.replaceAll('\n', '\r\n')].map((each) => readDocument(each));
      assert.ok(ours !== undefined && theirs !== undefined);
      assert.deepEqual(withoutPlaces(theirs.model), withoutPlaces(ours.model), path);
      assert.deepEqual(theirs.diagnostics.map(sayingOf), ours.diagnostics.map(sayingOf), path);
      assertReads(text.replaceAll('\n', '\r\n'), theirs);
    }
  });

  test('an edit is made at the right place between the line ends of another system', () => {
    const text = '# Specification: X\r\n\r\nWords.\r\n\r\n## 4. Status\r\n\r\nnot shown.\r\n';
    const edit = readDocument(text).diagnostics.flatMap((each) => each.edit ?? [])[0];
    assert.equal(text.slice(edit?.from, edit?.to), '4. Status');
  });

  test('spaces at the end of a line say nothing', () => {
    const lines = (tail: string) =>
      ['# Specification: X', '', '- One', '  item', '', '```', 'code', 'more', '```', '', '## Notes', '', 'a', 'b', '']
        .map((line) => (line === '' || line.startsWith('```') ? line : line + tail))
        .join('\n');
    assert.deepEqual(withoutPlaces(readDocument(lines('  ')).model), withoutPlaces(readDocument(lines('')).model));
  });
});

const sayingOf = ({ code, message, next, at }: Diagnostic) => [code, message, next, at.line, at.column];

const specification = (...lines: readonly string[]) => `# Specification: X\n\n${lines.join('\n')}\n`;

describe('what was read prints, reads back the same, and prints the same again', () => {
  test('every document of the project', () => {
    for (const [path, text] of allDocuments()) named(path, text, assertRoundTrip);
  });

  test('screens of one name, and their parts', () => {
    const text = specification(
      '## 2. Screens and routes',
      '',
      '| Route | Screen | Shows | As | For |',
      '| --- | --- | --- | --- | --- |',
      '| `one` | text | | page | |',
      '| `two` | text | | page | |',
      '| `text` | text | | page | |',
      '',
      '### text #3',
      '',
      'The third of them.',
      '',
      '### two',
      '',
      'The second.',
    );
    const { screens } = readDocument(text).model;
    assert.deepEqual(
      screens.map(({ route, help }) => [route, help]),
      [
        ['one', ''],
        ['two', 'The second.'],
        ['text', 'The third of them.'],
      ],
    );
    assertRoundTrip(text);
  });

  test('rules of one name with more help than a cell holds', () => {
    const text = specification(
      '## 5. Validation rules',
      '',
      '| Rule | On | Must hold | Error |',
      '| --- | --- | --- | --- |',
      '| V1 | Task | `a` | |',
      '| V1 | Task | `b` | |',
      '',
      '### V1 #2',
      '',
      'One.',
      '',
      'Two.',
    );
    assert.deepEqual(
      readDocument(text).model.rules.map(({ help }) => help),
      ['', 'One.\n\nTwo.'],
    );
    assertRoundTrip(text);
  });

  test('a call on an entity that is a sign, and a constant that is no number', () => {
    const text = specification(
      '## 7. The calls it makes',
      '',
      '| Call | Method and path | Does |',
      '| --- | --- | --- |',
      '| one | `GET /api/ones` | read - |',
      '',
      '## 9. Business constants and limits',
      '',
      '- MOST: `1e999`',
    );
    assertRoundTrip(text);
  });

  test('a length of at most minus nothing', () => {
    const text = specification(
      '## 3. Entities and their fields',
      '| Field | of | Type | Notes |',
      '|---|---|---|---|',
      '| title | Item type | text, max -0 | |',
    );
    assertRoundTrip(text);
  });

  test('a type with a line break in it', () => {
    const text = specification(
      '## 3. Entities and their fields',
      '',
      '### Line',
      '',
      '| Field | Type | Required |',
      '| --- | --- | --- |',
      '| amount | line&#10;break | yes |',
    );
    assert.deepEqual(readDocument(text).model.entities[0]?.fields[0]?.type, { kind: 'unknown', text: 'line\nbreak' });
    assertRoundTrip(text);
  });

  test('a limit whose help holds a mark of code that nothing closes', () => {
    const rows = ['| Name | Value | Why |', '| --- | --- | --- |', '| Retries | 2 | tick`tock |'];
    assertRoundTrip(specification('## 9. Business constants and limits', '', ...rows));
  });

  test('documents that are a few changes away from ours, with lines of others among them', () => {
    for (let seed = SEED; seed < SEED + 60; seed += 1)
      named(`mutant ${seed}`, mutant(seed, TEXTS), (text) => assertRoundTrip(text));
  });

  test('documents made by the grammar', () => {
    fc.assert(
      fc.property(grown, (text) => assertRoundTrip(text)),
      { numRuns: 60, seed: SEED },
    );
  });
});

describe('fmt gives a text with every word, of the same Model, that fmt leaves as it is', () => {
  test('documents that are a few changes away from ours, with lines of others among them', () => {
    for (let seed = SEED; seed < SEED + 25; seed += 1)
      named(`mutant ${seed}`, mutant(seed, TEXTS), (text) => assertFormat(text));
  });

  test('documents made by the grammar', () => {
    fc.assert(
      fc.property(grown, (text) => assertFormat(text)),
      { numRuns: 30, seed: SEED },
    );
  });

  test('a table of point 4 without the column Event and without rows', () => {
    for (const header of ['| Condition | Fails with |', '| Role | Effect |', '| Event | Who |'])
      for (const row of ['|  |', '| x |'])
        assertFormat(specification('## 4. States and transitions', '', '### Task', '', header, '| --- | --- |', row));
  });

  test('an item that is not read beside a table of point 4 without states', () => {
    const text = specification(
      '## 4. States and transitions',
      '',
      '### Task',
      '',
      '- Task',
      '',
      '| Action |',
      '| --- |',
    );
    assertRoundTrip(text);
  });

  test('a heading of point 4 with nothing under it', () => {
    assertFormat(specification('## 4. States and transitions', '', '### Vermilion'));
  });

  test('a table of one column before a table of values', () => {
    assertFormat(
      specification(
        '## 9. Business constants and limits',
        '',
        '### FEE',
        '',
        '| For |',
        '| --- |',
        '',
        '| Kind | Small |',
        '| --- | --- |',
        '| Plot | 3 |',
      ),
    );
  });

  test('empty lines in code, beside what is not read', () => {
    assertFormat(
      specification(
        '## 3. Entities and their fields',
        'not shown.',
        '- **Person**',
        '    - Company: high P1, medium P1, low P2.',
        '```',
        '',
        '',
        '',
        'low',
      ),
    );
  });

  test('a table under a role', () => {
    const text = specification(
      '## 6. Roles and permissions',
      '### Member',
      '| Line |',
      '| --- |',
      '| Notes | sum of field | Ã | Description |',
      '  - **Task** – `/tasks/:id`',
    );
    assertFormat(text);
  });

  test('an error that every call can answer, where each names it already', () => {
    const calls = ['| Call | Method and path | Does | May fail with |', '| --- | --- | --- | --- |'];
    const row = '| one | `GET /api/ones` | list One | E18 |';
    assertFormat(specification('## 7. The calls it makes', '', ...calls, row, '', '- Every call can also answer E18.'));
  });

  test('a mark of code in the middle of a word', () => {
    assertFormat(
      specification(
        '## 5. Validation rules',
        '',
        '| Rule | On | Must hold | Error | Hue |',
        '| --- | --- | --- | --- | --- |',
        '| V1 | Task | `a < tick`tock) | | |',
        '| V2 | Task | `a` | | red |',
      ),
    );
  });
});

test('the checks run over whatever was read', () => {
  fc.assert(
    fc.property(grown, (text) => assertChecks(text)),
    { numRuns: 40, seed: SEED },
  );
});

function named(what: string, text: string, assertion: (text: string) => void): void {
  try {
    assertion(text);
  } catch (error) {
    assert.fail(
      `${what}: ${error instanceof Error ? error.message : String(error)}\n${text.length > 2000 ? '' : text}`,
    );
  }
}
