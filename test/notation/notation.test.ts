import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { notationParser } from '../../src/notation/markdown/grammar.ts';
import { READER_CODES } from '../../src/notation/reader/codes.ts';
import { documents } from '../support/notation/documents.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');

const codesIn = (text: string) => readDocument(text).diagnostics.map(({ code }) => code);

/** The text that a finding of this code stands at. */
function marked(text: string, code: string): string[] {
  return readDocument(text)
    .diagnostics.filter((diagnostic) => diagnostic.code === code)
    .map(({ at }) => text.slice(at.from, at.to));
}

const table = (...rows: readonly string[]) => rows.map((row) => `| ${row} |`).join('\n');

const fieldsTable = (...rows: readonly string[]) =>
  `## 3. Entities and their fields\n\n### Task\n\n${table('Field | Type | Required | Notes', '--- | --- | --- | ---', ...rows)}\n`;

const fieldOf = (row: string) => {
  const field = readDocument(fieldsTable(row)).model.entities[0]?.fields[0];
  assert.ok(field !== undefined);
  return field;
};

describe('the expense document', () => {
  const { model, diagnostics } = readDocument(example('expense-claims.md'));

  test('is read without a finding', () => {
    assert.deepEqual(
      diagnostics.filter(({ code }) => code !== 'not-yet'),
      [],
    );
  });

  test('has its elements', () => {
    const count = {
      screens: model.screens.length,
      fields: model.entities.map((entity) => entity.fields.length),
      transitions: model.machines.flatMap((machine) => machine.transitions).length,
      rules: model.rules.length,
      roles: model.roles.length,
      permissions: model.permissions.length,
      calls: model.calls.length,
      errors: model.errors.length,
      constants: model.constants.length,
      limits: model.limits.length,
      samples: model.samples.map((sample) => sample.rows.length),
    };
    assert.deepEqual(count, {
      screens: 9,
      fields: [4, 11, 2],
      transitions: 8,
      rules: 6,
      roles: 4,
      permissions: 32,
      calls: 13,
      errors: 14,
      constants: 7,
      limits: 2,
      samples: [6, 6],
    });
  });

  test('names each element by its path, once', () => {
    const ids: string[] = [];
    JSON.stringify(model, (key, value) => {
      if (key === 'id' && typeof value === 'string') ids.push(value);
      return value;
    });
    assert.equal(new Set(ids).size, ids.length);
    for (const id of [
      'field/Line/amount',
      'state/Claim/status/Draft',
      'permission/Claim.note/read/Manager',
      'chart/%2Fspending/Spent over time',
    ]) {
      assert.ok(ids.includes(id), id);
    }
  });

  test('keeps the place of every expression', () => {
    const text = example('expense-claims.md');
    let count = 0;
    JSON.stringify(model, (_, value: unknown) => {
      if (isFormula(value) && value.at !== null) {
        assert.equal(text.slice(value.at.from, value.at.to), value.text);
        count += 1;
      }
      return value;
    });
    assert.ok(count > 35, `${count} expressions`);
  });

  test('survives JSON and is the same each time', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
    assert.equal(JSON.stringify(readDocument(example('expense-claims.md')).model), JSON.stringify(model));
  });

  test('reads the same with the line ends of other systems and a byte order mark', () => {
    const other = readDocument(`\uFEFF${example('expense-claims.md').replaceAll('\n', '\r\n')}`);
    assert.equal(other.model.entities[1]?.help, model.entities[1]?.help);
    assert.deepEqual(
      other.model.entities.flatMap((entity) =>
        entity.fields.map((field) => [field.id, field.at?.line, field.at?.column]),
      ),
      model.entities.flatMap((entity) => entity.fields.map((field) => [field.id, field.at?.line, field.at?.column])),
    );
  });
});

function isFormula(value: unknown): value is { text: string; at: { from: number; to: number } | null } {
  return typeof value === 'object' && value !== null && 'tree' in value && 'text' in value;
}

describe('tables', () => {
  test('a bar between backticks or behind a backslash belongs to its cell', () => {
    const text = `## 5. Validation rules\n\n${table('Rule | On | Must hold', '--- | --- | ---', 'V1 | Task | `a || b`', 'V2 | Task | `a \\|\\| b`', 'a \\| b | Task | `a`')}\n`;
    const { rules } = readDocument(text).model;
    assert.deepEqual(
      rules.map((rule) => [rule.name, rule.condition?.text]),
      [
        ['V1', 'a || b'],
        ['V2', 'a || b'],
        ['a | b', 'a'],
      ],
    );
  });

  test('a mistake behind an escaped bar is reported where it stands', () => {
    const text = `## 5. Validation rules\n\n${table('Rule | On | Must hold', '--- | --- | ---', 'V1 | Task | `a \\|\\| b ==`')}\n`;
    const [at] = readDocument(text).diagnostics.map((diagnostic) => diagnostic.at);
    assert.ok(
      at !== undefined && at.from >= text.indexOf('b ==') && at.to <= text.indexOf('` |', text.indexOf('b ==')),
    );
  });

  test('empty cells, missing pipes and columns in another order are fine', () => {
    const text = '## 9. Business constants and limits\n\nValue | Constant\n--- | ---\n5 EUR | FEE\n| | EMPTY |\n';
    const { constants } = readDocument(text).model;
    assert.deepEqual(
      constants.map(({ name, value, standing }) => [name, value?.text ?? null, standing]),
      [
        ['FEE', '5 EUR', 'stated'],
        ['EMPTY', null, 'not shown'],
      ],
    );
    assert.deepEqual(codesIn(text), []);
  });

  test('what has no column is reported at its place', () => {
    const text = `## 9. Business constants and limits\n\n${table('Name | Value | Colour', '--- | --- | ---', 'FEE | 5 EUR | red | more')}\n`;
    assert.deepEqual(marked(text, 'not-read'), ['Colour', 'more']);
  });

  test('the tree gives empty cells and expressions nodes of their own', () => {
    const tree = notationParser.parse('| a | |\n| --- | --- |\n| `x || y` | |\n').toString();
    assert.equal(
      tree,
      'Document(Table(TableHeader(TableCell,TableCell),TableDelimiter,TableRow(TableCell(Expression),TableCell)))',
    );
  });
});

describe('sections', () => {
  test('go by their number, in any order', () => {
    const text = '## 9. Numbers\n\n- FEE: 5 EUR\n\n## 1. What the product does and for whom\n\nA club.\n';
    const { model } = readDocument(text);
    assert.equal(model.constants[0]?.name, 'FEE');
    assert.equal(model.product.purpose, 'A club.');
    assert.deepEqual(codesIn(text), ['section-title']);
  });

  test('that stand twice are both read, and reported', () => {
    const text = '## 9. Business constants and limits\n\n- A: 1\n\n## 9. Business constants and limits\n\n- B: 2\n';
    assert.deepEqual(
      readDocument(text).model.constants.map(({ name }) => name),
      ['A', 'B'],
    );
    assert.deepEqual(codesIn(text), ['section-twice']);
  });

  test('that are missing, empty or said so are not shown', () => {
    for (const text of [
      '',
      '## 6. Roles and permissions\n',
      '## 6. Roles and permissions\n\nnot shown.\n',
      'not shown.',
    ]) {
      assert.equal(readDocument(text).model.points[5]?.standing, 'not shown', JSON.stringify(text));
    }
  });

  test('that the notation does not know are reported', () => {
    assert.deepEqual(marked('## Glossary\n\nClaim: a claim.\n', 'not-read'), ['Glossary']);
  });
});

describe('notes of a field', () => {
  test('are keywords, and help in double quotes', () => {
    const field = fieldOf(
      'a | text(..80) | yes | title, searchable, unique, fixed, ignoring case, was old, "for people"',
    );
    const { title, searchable, unique, fixed, ignoringCase, was, help, required } = field;
    assert.deepEqual(
      { title, searchable, unique, fixed, ignoringCase, was, help, required },
      {
        title: true,
        searchable: true,
        unique: true,
        fixed: true,
        ignoringCase: true,
        was: ['old'],
        help: 'for people',
        required: true,
      },
    );
  });

  test('may hold commas between brackets and backticks', () => {
    const field = fieldOf('a | integer | | = `max(b, c)`, default `min(1, 2)`');
    assert.deepEqual([field.computed?.text, field.default?.text], ['max(b, c)', 'min(1, 2)']);
  });

  test('state a pattern with slashes or without, where backticks or both its ends mark it', () => {
    const card = '[A-Z]{2}-\\d{2,4}|a/b';
    for (const [note, pattern] of [
      [`pattern \`/${card}/\``, card],
      [`pattern \`${card}\``, card],
      [`matches \`/${card}/\``, card],
      ['pattern /[A-Z]{2}/', '[A-Z]{2}'],
      ['pattern ^[A-Z]{2,3}$', '^[A-Z]{2,3}$'],
      ['matches ^[A-Z]+$', '^[A-Z]+$'],
    ] as const) {
      const field = fieldOf(`a | text(..80) | no | ${note}, unique`);
      assert.deepEqual([field.pattern, field.unique, field.help], [pattern, true, ''], note);
    }
    // A text in backticks that something matches may be anything, and where bare signs end is nowhere said.
    for (const note of ['matches `[A-Z]{2}`', 'pattern [A-Z]{2}']) {
      const field = fieldOf(`a | text(..80) | no | ${note}`);
      assert.deepEqual([field.pattern, field.help], [null, '']);
      assert.deepEqual(marked(fieldsTable(`a | text(..80) | no | ${note}`), 'not-read'), [note]);
    }
  });

  test('bound lines and files', () => {
    assert.deepEqual(fieldOf('a | list of Step | yes | 1..MAX_STEPS').type, {
      kind: 'list',
      entity: 'Step',
      min: { value: 1 },
      max: { constant: 'MAX_STEPS' },
    });
    assert.deepEqual(fieldOf('a | file(pdf) | no | at most 10 MB').type, {
      kind: 'file',
      endings: ['pdf'],
      maxSize: { value: 10_000_000 },
      several: false,
      min: null,
      max: null,
    });
  });

  test('that are no keywords are reported', () => {
    const text = fieldsTable(
      'a | text(..80) | yes | serchable',
      'b | text(..80) | no | at least 3 words',
      'c | text(..80) | no | a nice text',
    );
    assert.deepEqual(marked(text, 'not-read'), ['serchable', 'at least 3 words']);
    assert.equal(fieldOf('a | text(..80) | no | a nice text').help, '');
  });

  test('read in the list form like in the table', () => {
    const list =
      '## 3. Entities and their fields\n\n### Task\n\n- kind: Small, Large, required, default Small\n- title: text(3..120), title, searchable\n';
    const rows = fieldsTable('kind | Small, Large | yes | default Small', 'title | text(3..120) | | title, searchable');
    const shape = (text: string) =>
      readDocument(text).model.entities[0]?.fields.map(({ name, type, required, title, default: initial }) => [
        name,
        type,
        required,
        title,
        initial?.text,
      ]);
    assert.deepEqual(shape(list), shape(rows));
  });
});

describe('what is not shown', () => {
  test('refuses in a permission, a guard, a screen and a constant', () => {
    const text = `## 2. Screens and routes

${table('Route | Screen | Shows | As | For', '--- | --- | --- | --- | ---', '`/` | All | Task | table | not shown.')}

## 4. States and transitions

### Task: status

${table('From | Event | To | Who | Only if', '--- | --- | --- | --- | ---', 'Open | finish | Done | not shown. | not shown.')}

- Editable in: not shown.

## 6. Roles and permissions

- Member: everyone who signs in

${table(' | Member', '--- | ---', 'Task: read | not shown.', 'Task: change | ')}

## 9. Business constants and limits

- FEE: not shown.
- Page size: not shown.
`;
    const { model } = readDocument(text);
    const [transition] = model.machines[0]?.transitions ?? [];
    assert.equal(model.screens[0]?.roles, null);
    assert.deepEqual([transition?.who, transition?.guard, transition?.guardShown], [null, null, false]);
    assert.equal(model.machines[0]?.editableIn, null);
    assert.deepEqual(
      model.permissions.map(({ grant }) => grant.kind),
      ['unknown', 'no'],
    );
    assert.deepEqual([model.constants[0]?.standing, model.limits[0]?.standing], ['not shown', 'not shown']);
  });
});

describe('any text', () => {
  const hostile: Readonly<Record<string, string>> = {
    links: '[a](b',
    quotations: '>',
    bars: '|',
    backticks: '`',
    headings: '#',
    parts: '### a\n',
    'list items': '- ',
    stars: '*',
    backslashes: '\\',
    'open brackets': '(',
    tabs: '\t',
    'table heads': '| a |\n| --- |\n',
  };

  for (const [what, text] of Object.entries(hostile)) {
    test(`is read without an exception: ${what}`, () => {
      for (const before of [
        '',
        '## 3. Entities and their fields\n\n### A\n\n',
        '## 6. Roles and permissions\n\n| a | b |\n| --- | --- |\n| ',
      ]) {
        const whole = before + text.repeat(2000);
        const { diagnostics } = readDocument(whole);
        for (const { at } of diagnostics) assert.ok(at.from <= at.to && at.to <= whole.length);
      }
    });
  }

  test('that is nested too deep is cut, and says so', () => {
    const text = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n');
    assert.ok(codesIn(`## 5. Validation rules\n\n${text}`).includes('nested-too-deep'));
  });

  test('gives findings of the closed list, each with a place and a next step', () => {
    for (let seed = 1000; seed < 1100; seed += 1) {
      const text = documents(seed);
      for (const { code, severity, at, next } of readDocument(text).diagnostics) {
        assert.equal(READER_CODES[code as keyof typeof READER_CODES].severity, severity);
        assert.ok(next !== '' && at.from <= at.to && at.to <= text.length && at.line >= 1 && at.column >= 1);
      }
    }
  });

  test('keeps a second element of a name under an id of its own', () => {
    const { model } = readDocument('## 9. Business constants and limits\n\n- A: 1\n- A: 2\n- __proto__: 3\n');
    assert.deepEqual(
      model.constants.map(({ id }) => id),
      ['constant/A', 'constant/A#2', 'constant/__proto__'],
    );
  });
});
