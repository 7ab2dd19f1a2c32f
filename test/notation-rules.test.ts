import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import type { Rule } from '../src/model/types/model.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { PHRASE_DOCUMENT } from './support/phrase-lexicon.ts';

const withRules = (rules: string) =>
  PHRASE_DOCUMENT.replace('## 6. Roles', () => `## 5. Validation rules\n\n${rules}\n\n## 6. Roles`);

function read(rules: string) {
  const text = withRules(rules);
  const { model, diagnostics } = readDocument(text);
  const own = diagnostics.filter(({ point }) => point === 5);
  return { text, model, rules: model.rules, notRead: own.filter(({ code }) => code === 'not-read'), own };
}

/** Entity, events, condition, message: what a rule says. */
const said = ({ entity, events, condition, message }: Rule) =>
  [
    [entity, ...events.map(({ name }) => name)].join(', '),
    condition?.text ?? 'unknown',
    ...(message === null ? [] : [message]),
  ].join(' | ');

function assertReadsBack(rules: string): void {
  const { model } = read(rules);
  const printed = printDocument(model);
  const again = readDocument(printed).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model), rules);
  assert.equal(printDocument(again), printed);
}

describe('the columns of a rule', () => {
  const table = `| Rule | On | Must hold | Error | At | In | Severity | Message | Notes |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| A | Ticket, take | \`Subject != null\` | | Subject | New, In progress | warning | Say what it is about. | "Why not" |
| B | Work entry in New | \`Minutes > 0\` | | | | | "" | |
| C | Ticket, take in Assigned, New | \`Subject != null\` | | | Closed | error | "Say it." | |`;

  test('say in which states it holds, how severe it is, what people read, and why', () => {
    const [a, b, c] = read(table).rules;
    assert.ok(a && b && c);
    assert.deepEqual(
      a.states.map(({ name }) => name),
      ['New', 'In progress'],
    );
    assert.deepEqual([a.severity, a.message, a.help], ['warning', 'Say what it is about.', '"Why not"']);
    assert.deepEqual([b.entity, b.states.map(({ name }) => name), b.severity], ['Work entry', ['New'], 'error']);
    assert.deepEqual(
      c.states.map(({ name }) => name),
      ['Assigned', 'New', 'Closed'],
    );
    assert.deepEqual([c.events.map(({ name }) => name), c.message], [['take'], 'Say it.']);
  });

  test('read back as they are printed', () => {
    assertReadsBack(table);
    for (const message of ['"quoted"', 'a | b', 'not shown', '-', '“x”', '`code`', ' in '])
      assertReadsBack(
        `| On | Must hold | Message |\n| --- | --- | --- |\n| Ticket | \`Subject != null\` | "${message.replaceAll('|', '\\|')}" |`,
      );
  });

  test('take a name that holds the word “in” for what it is', () => {
    const desk = PHRASE_DOCUMENT.replace('### Client', '### Check in desk').replace(
      'clientId | Client',
      'clientId | Check in desk',
    );
    const rules = (on: string) =>
      readDocument(
        desk.replace(
          '## 6. Roles',
          `## 5. Validation rules\n\n| On | Must hold |\n| --- | --- |\n| ${on} | \`name != null\` |\n\n## 6. Roles`,
        ),
      ).model;
    const [plain] = rules('Check in desk, create').rules;
    assert.deepEqual([plain?.entity, plain?.states.length, plain?.events.length], ['Check in desk', 0, 1]);
    const model = rules('Check&#32;in&#32;desk in New');
    assert.deepEqual(
      [model.rules[0]?.entity, model.rules[0]?.states.map(({ name }) => name)],
      ['Check in desk', ['New']],
    );
    assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model.rules), withoutPlaces(model.rules));
  });

  test('that hold another word are said to be unusable, and the rule refuses', () => {
    const { rules, own } = read(
      '| On | Must hold | Severity |\n| --- | --- | --- |\n| Ticket | `Subject != null` | mild |',
    );
    assert.equal(rules[0]?.severity, 'error');
    assert.deepEqual(
      own.map(({ code }) => code),
      ['value-unknown'],
    );
  });

  test('take a condition in plain words, and leave one unknown that is not understood', () => {
    const { rules, notRead } = read(`| Rule | On | Must hold |
| --- | --- | --- |
| A | Invoice | the due date is not before the issue date |
| B | Invoice | the bank is closed on Sundays |`);
    assert.deepEqual(rules.map(said), ['Invoice | dueDate >= issueDate', 'Invoice | unknown']);
    assert.equal(notRead.length, 1);
  });
});

/** Requirements as people write them, the rules that they are, and what is left of them. */
const documents: Readonly<Record<string, { text: string; rules: readonly string[]; left?: readonly RegExp[] }>> = {
  'bullets with the name of a field': {
    text: `- Subject: 5 to 120 characters. Leading and trailing blanks are cut off first.
- Impact: required.
- Device tag: two capital letters, a hyphen, six digits. Required if the category needs it.
- Minutes: 5 to 480, in steps of 5.
- Day worked: not in the future, and not more than 14 days ago.
- Watchers: at most 10. The requester cannot be a watcher of their own ticket.
- Work entries cannot be added once the ticket is Closed or Cancelled.
- A person cannot be their own manager.
- The weather must be fine.`,
    rules: [
      'Ticket | size(Subject) >= 5 and size(Subject) <= 120',
      'Ticket | Impact != null',
      'Ticket | not Category["Needs device tag"] or this["Device tag"] != null',
      'Work entry | Minutes >= 5 and Minutes <= 480 and Minutes % 5 == 0',
      'Work entry | this["Day worked"] <= today and (this["Day worked"] == old["Day worked"] or this["Day worked"] >= today - 14 days)',
      'Ticket | size(Watchers) <= 10',
      'Ticket | Requester not in Watchers',
      'Work entry, create | Ticket.State not in [Closed, Cancelled]',
      'Person | this != Manager',
    ],
    left: [/weather/],
  },
  'bullets under the name of an entity, as for a form library': {
    text: `- Invoice
  - \`clientId\`: required — "Choose a client"
  - \`dueDate\`: \`>= issueDate\` — "Too early"; no later than issue date + \`MAX_DUE_DAYS\` — "Too late"
  - \`items\`: \`.min(1, 'Add a line')\`, \`.max(50, 'Too many lines')\`
  - \`items[].quantity\`: \`> 0\`, \`<= 9999.99\`, at most 2 decimals — "Enter a quantity"
  - \`discountPercent\`: integer 0–100
  - \`number\`: \`/^[A-Z]{2}\\d+$/\` — "Two letters"
  - \`total\`: blessed by the pope
- Client: \`name\` required; \`email\` optional, e-mail`,
    rules: [
      'Invoice | clientId != null | Choose a client',
      'Invoice | dueDate >= issueDate | Too early',
      'Invoice | dueDate <= issueDate + MAX_DUE_DAYS * 1 day | Too late',
      'Invoice | size(items) >= 1 | Add a line',
      'Invoice | size(items) <= 50 | Too many lines',
      'LineItem | quantity > 0 | Enter a quantity',
      'LineItem | quantity <= 9999.99 | Enter a quantity',
      'Invoice | discountPercent >= 0 and discountPercent <= 100',
      'Invoice | number.matches("^[A-Z]{2}\\\\d+$") | Two letters',
      'Client | name != null',
    ],
    left: [/pope/, /e-mail/],
  },
  'numbered requirements': {
    text: `R-01. A loan has 1 to 8 lines.
R-02. courseCode, where given, has four capital letters and three digits.
R-03. pickupAt lies in opening hours, at least 3 hours and at most 60 days from now.
R-04. purpose is required, 10 to 300 characters.
R-05. A loan must please the dean.
R-06. The dean must be pleased.
R-07. A loan that is open cannot be deleted.`,
    rules: [
      'Loan | size(lines) >= 1 and size(lines) <= 8',
      'Loan | courseCode.matches("^[A-Z]{4}[0-9]{3}$")',
      'Loan | isWorkingTime(pickupAt)',
      'Loan | pickupAt == old.pickupAt or pickupAt >= now + 3 hours and pickupAt <= now + 60 days',
      'Loan | purpose != null and size(purpose) >= 10 and size(purpose) <= 300',
      'Loan | unknown',
    ],
    left: [/A loan must please/, /The dean must/, /deleted/],
  },
  'a table with headings of its own': {
    text: `| No | Form | Field | Requirement | Message |
| --- | --- | --- | --- | --- |
| F1 | Invoice | dueDate | not before the issue date | Too early |
| F2 | Client | name | max 120 | "Too long" |
| F3 | Client | name | pronounceable | |
| F4 | Dragon | name | max 3 | |`,
    rules: ['Invoice | dueDate >= issueDate | Too early', 'Client | size(name) <= 120 | Too long', 'Client | unknown'],
    left: [/pronounceable/, /max 3/],
  },
  'a heading for each entity': {
    text: `### Invoice

- dueDate: not before issueDate
- paidTotal: at most the total

### Mood

It must be good.`,
    rules: ['Invoice | dueDate >= issueDate', 'Invoice | paidTotal <= total'],
    left: [/It must be good/, /Mood/],
  },
  'a schema in code': {
    text: `\`\`\`ts
const invoiceSchema = z.object({
  dueDate: z.string(),
  discountPercent: z.number().int().min(0).max(100, 'Too much'),
  number: z.string().min(3).max(20).regex(/^[A-Z]+-\\d+$/, 'Like AB-1').optional(),
  mood: z.string().min(1),
});
\`\`\``,
    rules: [
      'Invoice | discountPercent >= 0',
      'Invoice | discountPercent <= 100 | Too much',
      'Invoice | size(number) >= 3',
      'Invoice | size(number) <= 20',
      'Invoice | number.matches("^[A-Z]+-\\\\d+$") | Like AB-1',
    ],
    left: [/mood/],
  },
  'words that take back what others say': {
    text: `- Subject: 5 to 120 characters. Shorter ones are fine unless it rains.
- Minutes: 5 to 480, except for leads.
- name: required
- Purpose: 10 to 300 characters if the sun shines.`,
    rules: [],
    left: [/Subject/, /Minutes/, /name/, /Purpose/],
  },
};

describe('requirements in words', () => {
  for (const [what, { text, rules, left = [] }] of Object.entries(documents)) {
    test(`${what} become rules, and the rest is reported at its line`, () => {
      const found = read(text);
      assert.deepEqual(found.rules.map(said), rules);
      for (const rest of left) {
        const lines = found.notRead.map(({ at, message }) => `${found.text.slice(at.from, at.to)} ${message}`);
        assert.ok(
          lines.some((line) => rest.test(line)) || found.own.some(({ message }) => rest.test(message)),
          String(rest),
        );
      }
    });

    test(`${what} lose no word when they are printed, and read back the same`, () => {
      assertReadsBack(text);
      const printed = printDocument(read(text).model);
      for (const rest of left) assert.match(printed, rest);
    });
  }

  test('keep the number of a requirement, and its field', () => {
    const { rules } = read('R-04. purpose is required, 10 to 300 characters.\nR-05. pickupAt lies in the future.');
    assert.deepEqual(
      rules.map(({ name, id, field }) => [name, id, field?.name]),
      [
        ['R-04', 'rule/R-04', 'purpose'],
        ['R-05', 'rule/R-05', 'pickupAt'],
      ],
    );
  });

  test('of any kind never throw and read back the same', () => {
    const lines = Object.values(documents).flatMap(({ text }) => text.split('\n'));
    const piece = fc.oneof(
      fc.constantFrom(...lines),
      fc
        .tuple(fc.constantFrom('- ', '  - ', 'R-1. ', '> ', ''), fc.string({ maxLength: 30 }))
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
