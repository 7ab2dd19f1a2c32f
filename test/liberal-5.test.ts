import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

const THINGS = `## 3. Entities and their fields

- **Person**
  - Name: text.
  - Kind: student or staff.
  - Role: desk or lead.
- **Loan**
  - Borrower: a person.
  - Due at: date and time.
  - Lent at: date and time.
  - Code: text.
- **Loan line**
  - Loan: a loan.
  - Days: a whole number.
- **Work entry**
  - Agent: a person.
  - Day worked: date.
  - Minutes: a whole number.

## 4. States and transitions

- Loan states: Asked, Lent, Back. It starts as Asked. Back is final.
- Asked to Lent: anybody.
- Lent to Back: anybody.

`;

const CODES = `## 8. The error catalogue

- **E-MANY** (409) "Too many."
- **E-LATE** (409) "Too late."
`;

function read(rules: string, calls = '') {
  const text = `${THINGS}## 5. Validation rules\n\n${rules}\n\n${calls}${CODES}`;
  const { model, diagnostics } = readDocument(text);
  const own = diagnostics.filter(({ point, code }) => point === 5 && code === 'not-read');
  return { text, model, notRead: own.map(({ message }) => message) };
}

const rulesOf = (rules: string, calls = '') =>
  read(rules, calls).model.rules.map(
    ({ entity, condition, error }) =>
      `${entity} | ${condition?.text ?? 'unknown'}${error === null ? '' : ` | ${error.name}`}`,
  );

const SAID: readonly (readonly [requirement: string, rules: readonly string[]])[] = [
  [
    'A person has at most 3 loans that are Asked or Lent (=> E-MANY).',
    [
      'Loan | this.status not in [Asked, Lent] or count(Loan where Borrower == this.Borrower and status in [Asked, Lent]) < 3 | E-MANY',
    ],
  ],
  [
    'One person has max. 1 open loan (all states except Back).',
    ['Loan | this.status == Back or count(Loan where Borrower == this.Borrower and status != Back) < 1'],
  ],
  [
    'A student has at most 2 and a staff member at most 4 loans in the states Asked or Lent.',
    [
      'Loan | this.status not in [Asked, Lent] or count(Loan where Borrower == this.Borrower and status in [Asked, Lent]) < (this.Borrower.Kind == student ? 2 : 4)',
    ],
  ],
  [
    'A loan has 1 to 8 lines.',
    ['Loan | count("Loan line" where Loan == this) >= 1 and count("Loan line" where Loan == this) <= 8'],
  ],
  [
    'One agent cannot book more than 720 minutes on the same day.',
    [
      'Work entry | sum("Work entry".Minutes where Agent == this.Agent and "Work entry"["Day worked"] == this["Day worked"]) + this.Minutes <= 720',
    ],
  ],
  [
    'Minutes per agent and day: max. 600.',
    [
      'Work entry | sum("Work entry".Minutes where Agent == this.Agent and "Work entry"["Day worked"] == this["Day worked"]) + this.Minutes <= 600',
    ],
  ],
  ['Lent at must not be later than due at, else E-LATE.', ['Loan | this["Lent at"] <= this["Due at"] | E-LATE']],
  ['Lent at >= now + 24 h.', ['Loan | this["Lent at"] == old["Lent at"] or this["Lent at"] >= now + 24 hours']],
  ['Minutes cannot go below 5.', ['Work entry | Minutes >= 5']],
];

for (const [requirement, rules] of SAID)
  test(`“${requirement}” becomes a rule`, () => {
    assert.deepEqual(rulesOf(`- ${requirement}`), rules);
    const { model } = read(`- ${requirement}`);
    const again = readDocument(printDocument(model)).model;
    assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  });

const UNREAD: readonly string[] = [
  'A person has at most 3 open loans.',
  'A person has at most 3 loans that are cheap.',
  'A person has at most 3 loans, except in summer.',
  'A dragon has at most 3 loans.',
  'One agent cannot book more than 720 minutes on the same planet.',
];

for (const requirement of UNREAD)
  test(`“${requirement}” is no rule that is sure, and is reported`, () => {
    assert.ok(rulesOf(`- ${requirement}`).every((rule) => rule.includes('unknown')));
    const words = requirement.split(' ').slice(0, 3).join(' ');
    assert.ok(read(`- ${requirement}`).notRead.some((message) => message.includes(words)));
  });

test('sentences of one line are rules of their own, and what is not read of them is reported', () => {
  const { model, notRead } = read('- Minutes cannot go below 5. The moon is full.');
  assert.deepEqual(
    model.rules.map(({ condition }) => condition?.text),
    ['Minutes >= 5'],
  );
  assert.ok(notRead.some((message) => message.includes('The moon is full')));
});

test('a sentence that takes back the one before it makes both unsure', () => {
  const { model, notRead } = read('- Minutes cannot go below 5. Leads may go on without this.');
  assert.deepEqual(model.rules, []);
  assert.ok(notRead.length > 0);
});

test('a table with headings of its own states rules with the codes they fail with', () => {
  const table = `| No. | We insist that | Otherwise |
|---|---|---|
| V-1 | a person has at most 3 loans that are Lent | E-MANY |
| V-2 | lent at is before due at; the desk may do without | E-LATE |`;
  assert.deepEqual(rulesOf(table), [
    'Loan | this.status != Lent or count(Loan where Borrower == this.Borrower and status == Lent) < 3 | E-MANY',
  ]);
  assert.ok(read(table).notRead.some((message) => message.includes('lent at is before due at')));
});

test('a code with the name of a rule in brackets at a call is the code of that rule', () => {
  const calls = '## 7. The calls it makes\n\n- `POST /api/loans`. Errors: E-MANY (R-1).\n\n';
  assert.deepEqual(rulesOf('R-1. A person has at most 3 loans that are Lent.', calls), [
    'Loan | this.status != Lent or count(Loan where Borrower == this.Borrower and status == Lent) < 3 | E-MANY',
  ]);
});

test('a refinement of a schema is a condition on the record', () => {
  const schema = `\`\`\`ts
const workEntrySchema = z.object({
  minutes: z.number().int().min(5),
}).refine((w) => w.agent !== undefined || w.minutes < 60, 'Say who');
\`\`\``;
  assert.deepEqual(rulesOf(schema), ['Work entry | Minutes >= 5', 'Work entry | Agent != null or Minutes < 60']);
});

test('what a field matches is its pattern, unless the rule has a name or a message of its own', () => {
  const { model } = read('- Code: four capital letters and three digits.');
  const code = model.entities.find(({ name }) => name === 'Loan')?.fields.find(({ name }) => name === 'Code');
  assert.deepEqual([code?.pattern, model.rules], ['^[A-Z]{4}[0-9]{3}$', []]);
  assert.deepEqual(rulesOf('R-1. Code has four capital letters and three digits.'), [
    'Loan | Code.matches("^[A-Z]{4}[0-9]{3}$")',
  ]);
});

test('every word of a document in words stands in its printed form', () => {
  const { text, model } = read('- Minutes cannot go below 5. Code: four capital letters and three digits.');
  const words = (of: string) => of.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const printed = new Set(words(printDocument(model)));
  assert.deepEqual(
    words(text).filter((word) => !printed.has(word)),
    [],
  );
});
