import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { documents, HARD_NAMES } from '../support/notation/documents.ts';

const examples = new URL('../../examples/', import.meta.url);
const example = (name: string) => readFileSync(new URL(name, examples), 'utf8');

function assertRoundTrip(text: string): void {
  const { model } = readDocument(text);
  const printed = printDocument(model);
  const again = readDocument(printed).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), printed);
}

describe('the printer', () => {
  for (const name of ['expense-claims.md', 'seed.md']) {
    test(`gives the Model of ${name} back`, () => assertRoundTrip(example(name)));
  }

  test('keeps the lines of a document that is written in the canonical form', () => {
    const text = example('expense-claims.md');
    const printed = new Set(printDocument(readDocument(text).model).split('\n'));
    const lost = text.split('\n').filter((line) => !printed.has(line));
    // Blank cells of the matrix are printed as what they mean.
    assert.deepEqual(
      lost.filter((line) => !/^\| (?:Claim|Employee): \w+ \|/.test(line)),
      [],
    );
  });

  test('keeps that it is not shown whether a field is required, and asks for nothing that a note says', () => {
    const text =
      '# Specification: X\n\n## 3. Entities and their fields\n\n### Job\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n| colour | text | not shown. | |\n| size | text | not shown. | required |\n';
    const [colour, size] = readDocument(text).model.entities[0]?.fields ?? [];
    assert.deepEqual([colour?.required, colour?.requiredShown], [false, false]);
    assert.deepEqual([size?.required, size?.requiredShown], [true, true]);
    assert.match(printDocument(readDocument(text).model), /^\| colour \| text \| not shown\. \|/m);
    assertRoundTrip(text);
  });

  test('gives the Models of damaged documents back', () => {
    for (let seed = 0; seed < 150; seed += 1) {
      try {
        assertRoundTrip(documents(seed));
      } catch (error) {
        throw new Error(`documents(${seed}) does not come back`, { cause: error });
      }
    }
  });

  for (const [index, name] of HARD_NAMES.entries()) {
    test(`keeps the name ${JSON.stringify(name)} in every position`, () => {
      const { model } = readDocument(documentNamed(String(index)));
      const renamed = JSON.parse(JSON.stringify(model), (_, value: unknown) =>
        value === `Name${index}` ? name : value,
      );
      const again = readDocument(printDocument(renamed)).model;
      assert.deepEqual(namesIn(again), namesIn(renamed));
      assert.equal(printDocument(again), printDocument(renamed));
    });
  }

  test('escapes what would be another table, list or heading', () => {
    const text =
      '## 9. Business constants and limits\n\n| Name | Value | Why |\n| --- | --- | --- |\n| A | 1 | x \\| y `\\|` z |\n';
    const { model } = readDocument(text);
    assert.equal(model.constants[0]?.help, 'x | y `|` z');
    assertRoundTrip(text);
  });

  test('says nothing of what is assumed', () => {
    const { model } = readDocument(example('expense-claims.md'));
    const assumed = { ...model, screens: model.screens.map((screen) => ({ ...screen, standing: 'assumed' as const })) };
    assert.match(printDocument(assumed), /## 2\. Screens and routes\n\nnot shown\.\n/);
  });
});

/** A Model without what is made from names: labels and ids. */
function namesIn(model: unknown): unknown {
  return JSON.parse(
    JSON.stringify(model, (key, value: unknown) => (['id', 'label', 'at', 'tree'].includes(key) ? undefined : value)),
  );
}

/** A document in which one name stands wherever a name can stand. */
function documentNamed(index: string): string {
  const name = `Name${index}`;
  return `# Specification: ${name}

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/a\` | ${name} | ${name} | table: ${name}, ${name} | ${name} |
| \`/b\` | B | ${name} where \`a == 1\` | board by ${name} | ${name} |
| \`/c\` | C | ${name} | form: ${name} | ${name} |

### C

- Sort: ${name}, -${name}
- Actions: ${name}
- When empty: ${name}
- Number: ${name}, sum of ${name}
- Chart: ${name}, bar, sum of ${name} by ${name}
- Chart: ${name}, line, count by month of ${name} where \`a == 1\`

## 3. Entities and their fields

### ${name}

Belongs to ${name}.

- Plural: ${name}
- Was: ${name}

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| ${name} | text(..80) | yes | asked on ${name}, was ${name} |

## 4. States and transitions

### ${name}: ${name}

| From | Event | To | Who | Only if | Then | Error |
| --- | --- | --- | --- | --- | --- | --- |
| (new) | | ${name} | | | | |
| ${name} | ${name} | ${name} | ${name} | | ask ${name}; ask ${name} (optional); ${name} = 1; call ${name} | ${name} |

- Final: ${name}
- Editable in: ${name}

## 5. Validation rules

| Rule | On | Must hold | Error | At |
| --- | --- | --- | --- | --- |
| ${name} | ${name}, ${name} | \`a == 1\` | ${name} | ${name} |

## 6. Roles and permissions

- ${name}: everyone who signs in

| | ${name} |
| --- | --- |
| ${name}: read | ${name} |
| ${name}.${name}: change | ${name} (any), b where \`a == 1\` |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets | May fail with |
| --- | --- | --- | --- | --- | --- |
| ${name} | GET /a | list ${name} | ${name} | ${name} | ${name} |
| b | POST /b | ${name} ${name} | ${name} | page of ${name} | ${name} |

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| ${name} | 422 | ${name} | ${name} |

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| ${name} | 1 | |

## Sample data

### ${name}

| ${name} |
| --- |
| ${name} |
`;
}
