import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { running } from '../support/notation/small-document.ts';

const withRules = (rules: string) => `# Specification: Desk

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |

### Ticket

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| subject | text | yes | title |
| minutes | integer | | |

### Check in desk

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |

## 4. States and transitions

### Ticket: state

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | New | |
| New | take in hand | Assigned | member |
| Assigned | close | Closed | member |

## 5. Validation rules

${rules}

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Ticket: read, create, change | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| new ticket | POST /api/tickets | create Ticket | subject, minutes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

function read(rules: string) {
  const { model, diagnostics } = readDocument(withRules(rules));
  return { model, rules: model.rules, findings: diagnostics.filter(({ point }) => point === 5) };
}

/** The findings of point 5, with what to do about them. */
const found = (rules: string) => read(rules).findings.map(({ code, message, next }) => `${code}: ${message} ${next}`);

function assertReadsBack(rules: string): void {
  const { model } = read(rules);
  const printed = printDocument(model);
  const again = readDocument(printed).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model), rules);
  assert.equal(printDocument(again), printed);
}

/** The status of creating a ticket, and the rules that decided it. */
async function created(rules: string): Promise<readonly (number | string | undefined)[]> {
  let answer: readonly (number | string | undefined)[] = [];
  await running(withRules(rules), async (server) => {
    const ada = await server.as('Ada');
    const { status, body } = await ada.post<Problem>('/api/tickets', { subject: 'Printer', minutes: 5 });
    answer = [status, ...(body.decidedBy ?? []).map(({ element }) => element)];
  });
  return answer;
}

describe('the columns of a rule', () => {
  const table = `| Rule | On | Must hold | Error | At | In | Severity | Message | Notes |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| A | Ticket, take in hand | \`subject != null\` | | subject | New, Assigned | warning | Say what it is about. | "Why not" |
| B | Ticket in New | \`minutes > 0\` | | | | | "" | |
| C | Ticket, close in Assigned, New | \`subject != null\` | | | Closed | error | "Say it." | |`;

  test('give states, severity, message and help', () => {
    const [a, b, c] = read(table).rules;
    assert.ok(a && b && c);
    assert.deepEqual(
      a.states.map(({ name }) => name),
      ['New', 'Assigned'],
    );
    assert.deepEqual([a.severity, a.message, a.help], ['warning', 'Say what it is about.', '"Why not"']);
    assert.deepEqual([b.entity, b.states.map(({ name }) => name), b.severity], ['Ticket', ['New'], 'error']);
    assert.deepEqual(
      c.states.map(({ name }) => name),
      ['Assigned', 'New', 'Closed'],
    );
    assert.deepEqual([c.events.map(({ name }) => name), c.message], [['close'], 'Say it.']);
  });

  test('read back as they are printed', () => {
    assertReadsBack(table);
    for (const message of ['"quoted"', 'a | b', 'not shown', '-', '“x”', '`code`', ' in '])
      assertReadsBack(
        `| On | Must hold | Message |\n| --- | --- | --- |\n| Ticket | \`subject != null\` | "${message.replaceAll('|', '\\|')}" |`,
      );
  });

  test('the names of entities and events may contain the word “in”', () => {
    const on = (cell: string) => read(`| On | Must hold |\n| --- | --- |\n| ${cell} | \`name != null\` |`);
    const parts = (cell: string) => {
      const [rule] = on(cell).rules;
      return [rule?.entity, rule?.events.map(({ name }) => name), rule?.states.map(({ name }) => name)];
    };
    assert.deepEqual(parts('Check in desk, create'), ['Check in desk', ['create'], []]);
    assert.deepEqual(parts('Check&#32;in&#32;desk in New'), ['Check in desk', [], ['New']]);
    assert.deepEqual(parts('Ticket, take in hand'), ['Ticket', ['take in hand'], []]);
    assert.deepEqual(parts('Ticket, take in hand in New'), ['Ticket', ['take in hand'], ['New']]);
    const { model } = on('Check&#32;in&#32;desk in New');
    assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model.rules), withoutPlaces(model.rules));
  });

  test('an unknown severity is reported and read as “error”', () => {
    const { rules, findings } = read(
      '| On | Must hold | Severity |\n| --- | --- | --- |\n| Ticket | `subject != null` | mild |',
    );
    assert.equal(rules[0]?.severity, 'error');
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['value-unknown'],
    );
  });

  test('the prose under the name of a rule is its help', () => {
    const text =
      '| Rule | On | Must hold |\n| --- | --- | --- |\n| A | Ticket | `minutes > 0` |\n\n### A\n\nNobody works for nothing.';
    assert.equal(read(text).rules[0]?.help, 'Nobody works for nothing.');
    assertReadsBack(text);
  });
});

describe('what is no rule', () => {
  test('a condition in words is an error, and the rule refuses', async () => {
    const table = '| Rule | On | Must hold |\n| --- | --- | --- |\n| A | Ticket | the office is open today |';
    const { rules, findings } = read(table);
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['expression-syntax'],
    );
    assert.equal(rules[0]?.condition?.tree, null);
    assert.deepEqual(await created(table), [422, 'rule/A']);
  });

  test('rules with a filled cell in an unknown column refuse; one finding names the columns', async () => {
    const table = `| Rule | On | Must hold | Unless |
| --- | --- | --- | --- |
| A | Ticket | \`minutes > 0\` | on Sundays |
| B | Ticket | \`minutes > 1\` | |`;
    assert.deepEqual(found(table), [
      'not-read: The column “Unless” is not read. The columns of this table are Rule, On, Must hold, Error, At, In, Severity, Message, Notes. Rename the column, or write its content as prose under the table.',
    ]);
    assert.deepEqual(
      read(table).rules.map(({ condition }) => [condition?.text, condition?.tree === null]),
      [
        ['not read.', true],
        ['minutes > 1', false],
      ],
    );
    assertReadsBack(table);
    assert.deepEqual(await created(table), [422, 'rule/A']);
  });

  test('a table that names entities and has no condition states rules that refuse', async () => {
    const table = '| Entity | Requirement |\n| --- | --- |\n| Ticket | minutes must be positive |';
    assert.deepEqual(
      read(table).rules.map(({ name, entity, condition }) => [name, entity, condition]),
      [['V1', 'Ticket', null]],
    );
    assert.deepEqual(await created(table), [422, 'rule/V1']);
  });

  test('a table without the column On is not read; one finding says which column is missing', () => {
    const rows = ['A | Ticket | `minutes > 0` |', 'B | Ticket | `minutes > 1` |'].map((row) => `| ${row}`).join('\n');
    const table = `| Rule | About | Must hold |\n| --- | --- | --- |\n${rows}`;
    assert.deepEqual(read(table).rules, []);
    assert.match(found(table).join('\n'), /2 rows were not read/);
  });

  test('a table of something else is not read; one finding lists the columns', () => {
    const { rules, findings } = read('| Colour | Taste |\n| --- | --- |\n| red | sweet |\n| blue | sour |');
    assert.deepEqual(rules, []);
    assert.deepEqual(
      findings.map(({ code, next }) => [code, next]),
      [['not-read', 'A table here has the columns Rule, On, Must hold, Error, At, In, Severity, Message, Notes.']],
    );
  });

  for (const [what, text] of Object.entries({
    list: '- R-01. A ticket must have a subject.\n- R-02. A ticket lasts at most 10 minutes.',
    'list of keys': '- Ticket: subject required\n- Person: name required',
    'nested list': '- Ticket\n  - The subject is required\n  - It lasts at most 10 minutes',
    paragraph: 'A ticket must have a subject. It must never last longer than 10 minutes.',
    'block of code': '```ts\nconst ticket = z.object({ subject: z.string().min(3) });\n```',
  })) {
    test(`a ${what} states no rule, is reported once and reads back`, () => {
      const { model, rules, findings } = read(text);
      assert.deepEqual(rules, []);
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['not-read'],
      );
      assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model.rules), []);
    });
  }

  test('a part with the name of no rule is reported', () => {
    const { rules, findings } = read('### Ticket\n\nIts subject is short.');
    assert.deepEqual(rules, []);
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['name-unknown'],
    );
  });

  test('any text is read without an exception, and its rules read back the same', () => {
    const piece = fc.oneof(
      fc.constantFrom('| On | Must hold |', '| --- | --- |', '| Ticket | `minutes > 0` |', '- Ticket: x', '### A', ''),
      fc
        .tuple(fc.constantFrom('- ', '  - ', '| ', '> ', ''), fc.string({ maxLength: 30 }))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
        const { model } = read(parts.join('\n'));
        const again = readDocument(printDocument(model)).model;
        assert.deepEqual(withoutPlaces(again.rules), withoutPlaces(model.rules));
      }),
      { numRuns: 60 },
    );
  });
});
