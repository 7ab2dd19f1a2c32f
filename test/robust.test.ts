import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import type { Diagnostic } from '../src/model/types/diagnostic.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { random } from './support/documents.ts';
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
} from './support/robust.ts';

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

  test('a machine under a numbered heading, of an entity that is not stated', () => {
    const text = '# Specification: X\n\n## 4. States and transitions\n\n### 3.1 Task\n\nnot shown.\n';
    assert.deepEqual(
      readDocument(text).model.machines.map(({ entity }) => entity),
      ['Task'],
    );
    assertRoundTrip(text);
  });

  test('a row of transitions that leads to nowhere shown, with its words', () => {
    const text =
      '# Specification: X\n\n## 4. States and transitions\n\n### Task: status\n\n| From | Event | To |\n| --- | --- | --- |\n| Open | finish | Done |\n| Done | reopen | not shown. |\n';
    assertRoundTrip(text);
    assert.match(printDocument(readDocument(text).model), /^> \| Done \| reopen \| not shown\. \|$/m);
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

  test('lists under two headings of one screen, or of one role', () => {
    const table = [
      '| Route | Screen | Shows | As | For |',
      '| --- | --- | --- | --- | --- |',
      '| `/a` | A | | page | |',
    ];
    const parts = ['### A', '', '- one', '  - two', '', '### A', '', '- three'];
    const text = specification('## 2. Screens and routes', '', ...table, '', ...parts);
    assert.equal(readDocument(text).model.screens[0]?.help, '- one\n  - two\n- three');
    assertRoundTrip(text);
    const roles = ['| Role | Meaning |', '| --- | --- |', '| A | |'];
    assertRoundTrip(specification('## 6. Roles and permissions', '', ...roles, '', ...parts));
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
      '- `MOST = 1e999`',
    );
    assertRoundTrip(text);
  });

  test('a value over several lines, and a type with a line break in it', () => {
    const text = specification(
      '## 3. Entities and their fields',
      '',
      '### Line',
      '',
      '| Field | Type | Required |',
      '| --- | --- | --- |',
      '| amount | line&#10;break | yes |',
      '',
      '## 9. Business constants and limits',
      '',
      '`TAX_RATES = [0,',
      '7]`',
    );
    const { entities, constants } = readDocument(text).model;
    assert.deepEqual(entities[0]?.fields[0]?.type, { kind: 'unknown', text: 'line\nbreak' });
    assert.equal(constants[0]?.value?.text, '[0, 7]');
    assertRoundTrip(text);
  });

  test('a limit whose help holds a mark of code that nothing closes', () => {
    const text = specification(
      '## 9. Business constants and limits',
      '',
      '| Name | Value | Why |',
      '| --- | --- | --- |',
      '| Retries | 2 | tick`tock |',
    );
    assert.deepEqual(
      readDocument(text).model.limits.map(({ help }) => help),
      ["tick'tock"],
    );
    assertRoundTrip(text);
  });

  test('two fields of one name, of which the second to be read stands first', () => {
    const text = specification(
      '## 3. Entities and their fields',
      '- **Ticket**',
      '  - Version. A whole number that goes up with every change.',
      '- **Comment** (belongs to one ticket)',
      '  - Id, ticket, author, text, written at, edi- Key: valueket, author, text, written at, edited at.',
    );
    const comment = readDocument(text).model.entities.find(({ name }) => name === 'Comment');
    assert.deepEqual(
      comment?.fields.flatMap(({ name, id }) => (name === 'ticket' ? [id] : [])),
      ['field/Comment/ticket', 'field/Comment/ticket#2'],
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

  test('a step told in words to a state that no field has', () => {
    const text = specification(
      '## 3. Entities and their fields',
      '',
      '### Bill',
      '',
      "- `status: 'draft' | 'sent'`",
      '',
      '## 4. States and transitions',
      '',
      '- Bill',
      '  - (none) → `draft` on `make()`',
      '  - `draft` → `sent` on `send()`',
      '  - `sent` → `(new)` on `again()`',
    );
    for (const { states, transitions } of readDocument(text).model.machines)
      for (const { to } of transitions)
        assert.ok(
          states.some(({ name }) => name === to),
          to,
        );
    assertRoundTrip(text);
  });

  for (const [kind, told] of [
    ['guards', '- Guards for **Approved -> Picked up**:'],
    ['items', '- Nothing of it.\n- In repair -> Available (by the clerk)'],
    ['a paragraph', 'Approved -> Returned by the clerk.'],
    ['code', '```\nApproved -> Lost\n```'],
  ] as const)
    test(`steps of an entity that nothing names stay words beside the machine of another one: ${kind}`, () => {
      const text = specification(
        '## 3. Entities and their fields',
        '',
        '- **Loan**',
        '  - `number`: text; `state`: see 4.1',
        '- **Report**',
        '  - `title`: text; `state`: see 4.3',
        '',
        '## 4. States and transitions',
        '',
        told,
        '',
        '### Report',
        '',
        '- Open -> Assessed (by the clerk)',
      );
      const { machines, points } = readDocument(text).model;
      assert.deepEqual(
        machines.map(({ entity }) => entity),
        ['Report'],
      );
      assert.equal(points[3]?.help, told.replaceAll(/^/gm, '> '));
      assertRoundTrip(text);
    });

  test('what is unique together in an entity that two lists tell of, under two forms of its name', () => {
    const text = specification(
      '## 3. Entities and their fields',
      '',
      '- **Categories**',
      '  - Colour, order.',
      '- **Category**',
      '  - Name (unique under the same parent).',
      '  - Parent category. Empty for the top level.',
    );
    assert.deepEqual(
      readDocument(text).model.entities.map(({ id, unique }) => [id, unique.map((key) => key.id)]),
      [['entity/Categories', ['unique/Categories/Name/Parent category']]],
    );
    assertRoundTrip(text);
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

  test('a table under a role, whose rows are reported', () => {
    const text = specification(
      '## 6. Roles and permissions',
      '### Member',
      '| Line |',
      '| --- |',
      '| Notes | sum of field | Ã | Description |',
      '  - **Task** – `/tasks/:id`',
    );
    const { diagnostics } = readDocument(text);
    assert.ok(diagnostics.some(({ code, at }) => code === 'not-read' && text.slice(at.from, at.to).includes('Notes')));
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
