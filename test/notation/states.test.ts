import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { formulasOf } from '../../src/expressions/types/formulas.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { rowsOf, statesIn } from '../support/notation/states-rows.ts';

const HEAD = `# Specification: Test

## 4. States and transitions

### Loan: state
`;

/** A machine of these rows and keys. */
const machine = (rows: readonly string[], keys: readonly string[] = []) =>
  `${HEAD}
| From | Event | To | Who | Only if | Then | Error | Button | Notes |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}

${keys.map((key) => `- ${key}`).join('\n')}
`;

const modelOf = (text: string) => readDocument(text).model;

/** What a document of one row means, once read and once more when it is printed. */
function bothWays(text: string): string[] {
  const model = modelOf(text);
  const printed = printDocument(model);
  const again = modelOf(printed);
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), printed);
  return rowsOf(model, 'Loan');
}

describe('states of a table', () => {
  const sources: readonly (readonly [
    says: string,
    rows: readonly string[],
    keys: readonly string[],
    froms: readonly string[],
  ])[] = [
    ['several names are a transition each', ['A, B | go | C | | | | | |'], [], ['A', 'B']],
    [
      '“any state” is each state that is not final, in the order stated',
      ['A | x | B | | | | | |', 'any state | go | C | | | | | |'],
      ['Final: C'],
      ['A', 'B'],
    ],
    [
      '“any state except” leaves some out',
      ['A | x | B | | | | | |', 'any state except B | go | C | | | | | |'],
      ['Final: C'],
      ['A'],
    ],
    ['“(any)” is “any state”', ['A | x | B | | | | | |', '(any) | go | C | | | | | |'], ['Final: C'], ['A', 'B']],
    [
      'a group is its states',
      ['A | x | B | | | | | |', 'Open | go | C | | | | | |'],
      ['Group: Open = A, B'],
      ['A', 'B'],
    ],
    [
      'a state comes before a group of its name',
      ['A | x | Open | | | | | |', 'Open | go | C | | | | | |'],
      ['Group: Open = A, C'],
      ['Open'],
    ],
  ];
  for (const [says, rows, keys, froms] of sources) {
    test(says, () => {
      const found = bothWays(machine(rows, keys)).filter((row) => row.includes('[go]'));
      assert.deepEqual(
        found,
        froms.map((from) => `${from} -[go]-> C`),
      );
    });
  }

  test('groups stand for their states in Final and Editable in', () => {
    const text = machine(
      ['A | x | B | | | | | |', 'B | y | C | | | | | |'],
      ['Group: Ended = B, C', 'Final: Ended', 'Editable in: Ended, A'],
    );
    bothWays(text);
    assert.equal(statesIn(modelOf(text), 'Loan'), 'A, B!, C!');
    assert.deepEqual(
      modelOf(text).machines[0]?.editableIn?.map(({ name }) => name),
      ['B', 'C', 'A'],
    );
    assert.deepEqual(
      modelOf(text).machines[0]?.groups.map(({ name }) => name),
      ['Ended'],
    );
  });

  test('a button and a note belong to their transition', () => {
    const text = machine(['A | go | B | | | | | Let’s go | only in summer `x \\| y` |']);
    bothWays(text);
    assert.equal(modelOf(text).machines[0]?.transitions[0]?.label, 'Let’s go');
    assert.equal(modelOf(text).machines[0]?.transitions[0]?.help, 'only in summer `x | y`');
  });
});

describe('what makes the product act', () => {
  const triggers: readonly (readonly [cell: string, means: string])[] = [
    ['after 3 days', 'after 3 days'],
    ['After PATIENCE', 'after PATIENCE'],
    ['every 3 days', 'every 3 days'],
    ['24 hours after pickupAt', 'after 24 hours from pickupAt'],
    ['after 24 hours from pickupAt', 'after 24 hours from pickupAt'],
    ['2 hours before dueAt', 'before 2 hours from dueAt'],
    ['before `2 * DAY` from `dueAt`', 'before 2 * DAY from dueAt'],
    ['when `total > 0`', 'when total > 0'],
    ['when `total > 0` and `open`', 'when total > 0 and open'],
    ['12 hours after it was created', 'after 12 hours from it was created'],
    ['on Comment: create', 'on Comment: create'],
    ['on Comment: create by ticket', 'on Comment: create by ticket'],
    [
      'on Comment: create by ticket where `author == this.requester`',
      'on Comment: create by ticket where author == this.requester',
    ],
  ];
  for (const [cell, means] of triggers) {
    test(`“${cell}”`, () =>
      assert.deepEqual(bothWays(machine([`A | ${cell} | B | | | | | |`])), [`A -[${means}]-> B`]));
  }

  const events = ['on hold', 'when ready', 'before lunch', 'look after plants', 'on\\: off', 'raise'];
  for (const cell of events) {
    test(`“${cell}” is an event that people raise`, () => {
      bothWays(machine([`A | ${cell} | B | | | | | |`]));
      assert.equal(modelOf(machine([`A | ${cell} | B | | | | | |`])).machines[0]?.transitions[0]?.timer, null);
    });
  }

  test('an event that is called like a trigger keeps its name', () => {
    for (const event of [
      'after 3 days',
      'on Comment: create',
      'when `x`',
      '2 hours before dueAt',
      'on a: b by c where d',
    ]) {
      const model = modelOf(machine(['A | Name | B | | | | | |']));
      const renamed = JSON.parse(JSON.stringify(model), (_, value: unknown) => (value === 'Name' ? event : value));
      assert.equal(modelOf(printDocument(renamed)).machines[0]?.transitions[0]?.event, event);
    }
  });
});

describe('effects', () => {
  const effects: readonly (readonly [cell: string, means: string])[] = [
    ['doneAt = now', 'doneAt = now'],
    ['this.doneAt = now', 'doneAt = now'],
    ['line.item.shelf = null', 'line.item.shelf = null'],
    ['`lines[0].item`.shelf = null', 'lines[0].item.shelf = null'],
    ['a\\.b = 1', 'a.b = 1'],
    ['raise hand out on lines.item', 'raise hand out on lines.item'],
    ['create Charge: amount = `2 EUR`, kind = late', 'create Charge: amount = 2 EUR, kind = late'],
    ['create Charge', 'create Charge: '],
    ['create Charge for l in lines: amount = `l.fee`', 'create Charge for l in lines: amount = l.fee'],
    ['create Charge for l in lines where `l.late`: line = l', 'create Charge for l in lines where l.late: line = l'],
    ['ask reason; ask note (optional); notify owner; call send', 'ask reason; ask note?; notify owner; call send'],
    ['raise = 1; create = 2', 'raise = 1; create = 2'],
  ];
  for (const [cell, means] of effects) {
    test(`“${cell}”`, () =>
      assert.deepEqual(bothWays(machine([`A | go | B | | | ${cell} | | |`])), [`A -[go]-> B · then ${means}`]));
  }

  test('text that is no effect is reported, does not happen, and the transition is refused', () => {
    const { model, diagnostics } = readDocument(
      machine(['A | go | B | | | raise it; create Charge: amount; x = 1 | | |']),
    );
    assert.deepEqual(rowsOf(model, 'Loan'), ['A -[go]-> B · if not read. · then x = 1']);
    assert.equal(model.machines[0]?.transitions[0]?.guard?.tree, null);
    assert.deepEqual(
      diagnostics.map(({ message }) => message).filter((message) => message.includes('effects')),
      ['2 effects are not read, so they do not happen: “raise it”, “create Charge: amount”.'],
    );
  });
});

const SHOP = `# Specification: Shop

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| email | email | yes | sign-in |

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| buyer | Person | | |
| total | decimal(10,2) | | |
| dueAt | date and time | | |
| lines | list of Line | | |

### Line

Belongs to Order.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| amount | decimal(10,2) | | |

### Answer

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| order | Order | yes | |
| author | Person | | |

## 4. States and transitions

### Order: state

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| A | on Answer: create by order where \`author == this.buyer\` | B | | | |
| A | 2 hours before dueAt | B | | | |
| A | when \`total > 0\` | B | | | |
| A | tell | B | | | create Answer: order = this, author = me |
| A | charge | B | | | create Answer for l in lines where \`l.amount > 0\`: order = this |
| A | push | B | | | raise tell on this |
| A | move | B | | | buyer.email = null |
`;

describe('a document that reaches for other records', () => {
  const model = assume(modelOf(SHOP));
  const schema = schemaOf(model);

  test('lists every formula of its machines with what it may speak of', () => {
    const found = formulasOf(schema).map(({ formula, entity }) => `${entity}: ${formula.text}`);
    for (const expected of [
      'Answer: author == this.buyer',
      'Order: dueAt',
      'null: 2 hours',
      'Order: total > 0',
      'Order: l.amount > 0',
      'Order: buyer',
      'Order: this',
    ])
      assert.ok(found.includes(expected), `${expected} is not in\n${found.join('\n')}`);
  });

  test('knows of everything that happens at other records', () => {
    const order = compile(model, '').entities.get('Order');
    for (const event of ['tell', 'charge', 'push', 'move'])
      assert.deepEqual(
        order?.byEvent.get(event)?.map(({ unknown }) => unknown.length),
        [0],
        event,
      );
  });

  test('leaves none of its lines undone', () => {
    const lines = readDocument(SHOP)
      .diagnostics.filter(({ code }) => code === 'not-yet')
      .map(({ at }) => at.line);
    assert.deepEqual(lines, []);
  });
});
