import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutLabel } from '../src/notation/liberal/label.ts';
import { columnsOf, itemsOfLines, plainBlocks } from '../src/notation/liberal/lines.ts';
import { documentOf } from '../src/notation/markdown/document.ts';
import { readDocument } from '../src/notation/read.ts';
import { atEachPlace } from './support/findings.ts';

const span = (text: string) => ({ text, from: 0 });

const LABELS: readonly (readonly [string, string | null, string])[] = [
  ['FR-30: VACANCY', 'FR-30', 'VACANCY'],
  ['R1. A name is given', 'R1', 'A name is given'],
  ['(3) At most five', '3', 'At most five'],
  ['[REQ-12] The list is sorted', 'REQ-12', 'The list is sorted'],
  ['**US-4** – A member lends', 'US-4', 'A member lends'],
  ['3.2 Orders', '3.2', 'Orders'],
  ['3.5 hours after', null, '3.5 hours after'],
  ['A title of 80 characters', null, 'A title of 80 characters'],
  ['name: text', null, 'name: text'],
];

for (const [text, label, rest] of LABELS)
  test(`the label of “${text}” is ${label ?? 'none'}`, () => {
    const found = withoutLabel(span(text));
    assert.equal(found.label?.text ?? null, label);
    assert.equal(found.rest.text, rest);
    assert.equal(text.slice(found.rest.from), rest);
  });

test('indentation nests lines, and a line under the second column carries on with its item', () => {
  const text = 'Order\n    No.     5 digits\n    Note    free text,\n            optional\n  Line\n    Sum     EUR';
  const items = itemsOfLines({ kind: 'prose', text: span(text), code: false }) ?? [];
  assert.deepEqual(
    items.map((item) => [item.text.text, item.items.map((one) => one.text.text.split(/\s+/).join(' '))]),
    [['Order', ['No. 5 digits', 'Note free text, optional', 'Line']]],
  );
  assert.deepEqual(
    columnsOf(span('No.     5 digits')).map((one) => one.text),
    ['No.', '5 digits'],
  );
});

test('running text is no list of lines', () => {
  assert.equal(
    itemsOfLines({ kind: 'prose', text: span('One sentence that is\nwrapped at a margin.'), code: false }),
    null,
  );
});

test('a label at the margin ends the list above it', () => {
  const blocks = documentOf('- a: text\n- b: text\nFR-2: NEXT\n- c: text\n').headings.flatMap(
    (heading) => heading.blocks,
  );
  assert.deepEqual(
    plainBlocks(blocks).map((block) =>
      block.kind === 'list' ? block.items.map(({ text }) => text.text) : block.kind === 'prose' ? block.text.text : '',
    ),
    [['a: text', 'b: text'], 'FR-2: NEXT', ['c: text']],
  );
});

const typesOf = (body: string) => {
  const { model } = readDocument(`# Specification: X\n\n## 3. Entities and their fields\n\n${body}\n`);
  return model.entities.map(({ name, fields }) => [
    name,
    ...fields.map((field) => `${field.name}: ${field.type.kind}`),
  ]);
};

test('plain text in columns is an entity with fields', () => {
  assert.deepEqual(
    typesOf('Car\n    Plate       max. 12 char., unique\n    Mileage     km, 0..999999\n    Seen on     date/time'),
    [['Car', 'Plate: text', 'Mileage: integer', 'Seen on: date and time']],
  );
});

test('a sentence that begins with a name in bold is an entity, and what is nested in it its fields', () => {
  assert.deepEqual(
    typesOf(
      '- A **room** has the following.\n  - A title of at most 80 characters.\n  - The number of seats. It is between 5 and 30.\n- A **desk** has a room.',
    ),
    [
      ['room', 'title: text', 'number of seats: integer'],
      ['desk', 'room: reference'],
    ],
  );
});

test('a table is known by what its headings ask', () => {
  assert.deepEqual(
    typesOf(
      '### Car\n\n| Attribute | What it holds | Must be given? |\n|---|---|---|\n| plate | up to 12 characters | yes |\n| built on | date | by the system |',
    ),
    [['Car', 'plate: text', 'built on: date']],
  );
});

test('bounds, units and shapes are no choices', () => {
  const text = '- **Car**\n  - code: K + 5 digits, automatic\n  - key: K + 5 digits\n  - wait: minutes, 0 to 15';
  assert.deepEqual(typesOf(text), [['Car', 'code: number series', 'key: text', 'wait: integer']]);
});

test('what no reader takes of nested items is reported at its own line', () => {
  const { diagnostics } = readDocument(
    '# Specification: X\n\n## 3. Entities and their fields\n\n- **Car**\n  - plate: text\n- Some things are peculiar.\n  - Zebras glow green whenever it thunders.\n',
  );
  assert.ok(atEachPlace(diagnostics).some(({ code, at }) => code === 'not-read' && at.line === 8));
});

const fieldsOf = (body: string) => {
  const { model, diagnostics } = readDocument(`# Specification: X\n\n## 3. Entities and their fields\n\n${body}\n`);
  const unread = atEachPlace(diagnostics)
    .filter(({ code }) => code === 'not-read')
    .map(({ at }) => at.line);
  return { fields: model.entities.flatMap(({ fields }) => fields), entities: model.entities, unread };
};

type Expected = Partial<Record<'unique' | 'fixed' | 'byProduct' | 'writeOnly', boolean>> & {
  readonly type: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly default?: string;
  readonly computed?: string;
  readonly shownWhen?: string;
  /** Something of the line is reported. */
  readonly unread?: boolean;
};

const SENTENCES: readonly (readonly [string, string, Expected])[] = [
  ['A code. It is two capital letters, a hyphen and a digit.', 'code', { type: 'text', pattern: '[A-Z]{2}-[0-9]' }],
  ['A code such as "K-1". No two rooms have the same.', 'code', { type: 'text', unique: true }],
  ['A code such as "K-1". No two desks have the same.', 'code', { type: 'text', unread: true }],
  [
    'A key of eight digits. It comes from afar and never changes.',
    'key',
    { type: 'text', pattern: '[0-9]{8}', fixed: true, unread: true },
  ],
  ['A comment by the owner of up to 500 characters.', 'comment', { type: 'text', max: 500, unread: true }],
  [
    'The number of seats. It is 24 unless the warden says otherwise.',
    'number of seats',
    { type: 'integer', default: '24' },
  ],
  ['The lowest number of guests. This is 8 by default.', 'lowest number of guests', { type: 'integer', default: '8' }],
  ['A level. It is one of GCSE, AS, A and BTEC.', 'level', { type: 'choice' }],
  ['A wing, which is a letter from A to E.', 'wing', { type: 'choice' }],
  [
    'The result, which is open or refused. It is open until the draw.',
    'result',
    { type: 'choice', default: 'open', unread: true },
  ],
  ['Whether it is heated all year. At first it is.', 'heated all year', { type: 'boolean', default: 'true' }],
  ['Whether it is heated. At first it is not.', 'heated', { type: 'boolean', default: 'false' }],
  ['The time it was put up.', 'time it was put up', { type: 'date and time' }],
  ['The day it was let.', 'day it was let', { type: 'date' }],
  ['Any number of rooms that are near.', 'rooms', { type: 'references', unread: true }],
  ['A list of linked rooms.', 'linked rooms', { type: 'references' }],
  ['A room that is next.', 'room that is next', { type: 'reference' }],
  ['A year, for instance 2026.', 'year', { type: 'integer' }],
];

for (const [sentence, name, expected] of SENTENCES)
  test(`“${sentence}” is the field ${name}`, () => {
    const { fields, unread } = fieldsOf(`- A **room** has the following.\n  - ${sentence}\n- A **desk** has a room.`);
    const field = fields.find((each) => each.name === name);
    assert.ok(field);
    same(field, expected);
    assert.equal(unread.includes(6), expected.unread ?? false);
  });

const LINES: readonly (readonly [string, string, Expected])[] = [
  ['code: 2 to 6 capital letters', 'code', { type: 'text', min: 2, max: 6, pattern: '[A-Z]{2,6}' }],
  ['sign: 2-3 capital letters, unique', 'sign', { type: 'text', min: 2, max: 3, pattern: '[A-Z]{2,3}', unique: true }],
  [
    'VIN: 17 char. (capital letters without I, O, Q; digits)',
    'VIN',
    { type: 'text', min: 17, max: 17, pattern: '[A-HJ-NPR-Z0-9]*' },
  ],
  ['phone: text, digits, a leading plus', 'phone', { type: 'text', unread: true }],
  ['plate: unique, e.g. "M-KS 1234"', 'plate', { type: 'text', unique: true }],
  ['weight: number with 2 decimals, > 0', 'weight', { type: 'decimal', min: 0.01 }],
  ['PIN: 4 digits, is never displayed', 'PIN', { type: 'text', pattern: '[0-9]{4}', writeOnly: true }],
  ['price: pounds', 'price', { type: 'money' }],
  ['opened: date, system', 'opened', { type: 'date', byProduct: true }],
  ['guests: 1..5 x Room', 'guests', { type: 'references', min: 1, max: 5 }],
  ['answer: yes, no, does not apply', 'answer', { type: 'choice' }],
  ['rating = average of all marks, 1 decimal', 'rating', { type: 'decimal', byProduct: true, unread: true }],
  ['fee: EUR, computed = a thing that nobody understands', 'fee', { type: 'money', byProduct: true, unread: true }],
  ['reference: A- and six digits, automatic', 'reference', { type: 'number series', byProduct: true }],
];

for (const [line, name, expected] of LINES)
  test(`“${line}” is the field ${name}`, () => {
    const { fields, unread } = fieldsOf(`- **Room**\n  - ${line}\n  - other: text`);
    const field = fields.find((each) => each.name === name);
    assert.ok(field);
    same(field, expected);
    assert.equal(unread.includes(6), expected.unread ?? false);
  });

/** What is expected, and nothing else. */
function same(field: ReturnType<typeof fieldsOf>['fields'][number], expected: Expected): void {
  const { type } = field;
  const bounds =
    'min' in type ? { min: bounded(type.min), max: bounded(type.max) } : { min: undefined, max: undefined };
  assert.deepEqual(
    {
      type: type.kind,
      ...bounds,
      pattern: field.pattern ?? undefined,
      default: field.default?.text,
      computed: field.computed?.text,
      shownWhen: field.shownWhen?.text,
      unique: field.unique,
      fixed: field.fixed,
      byProduct: field.byProduct,
      writeOnly: field.writeOnly,
    },
    {
      type: expected.type,
      min: expected.min,
      max: expected.max,
      pattern: expected.pattern,
      default: expected.default,
      computed: expected.computed,
      shownWhen: expected.shownWhen,
      unique: expected.unique ?? false,
      fixed: expected.fixed ?? false,
      byProduct: expected.byProduct ?? false,
      writeOnly: expected.writeOnly ?? false,
    },
  );
}

const bounded = (bound: unknown): unknown =>
  bound !== null && typeof bound === 'object' && 'value' in bound ? bound.value : undefined;

test('a sentence about a field that it names belongs to that field', () => {
  const { fields, unread } = fieldsOf(
    '- A **person** has a name, an e-mail address and a role. The address is unique. The role is cook or waiter. One person can have several roles.',
  );
  assert.deepEqual(
    fields.map(({ name, unique, type }) => [name, unique, type.kind, 'several' in type && type.several]),
    [
      ['name', false, 'text', false],
      ['e-mail address', true, 'email', false],
      ['role', false, 'choice', true],
    ],
  );
  assert.deepEqual(unread, []);
});

test('what there is one of for several things is unique in all of them', () => {
  const forms = [
    '- A **guest** has a name.\n- A **stay** belongs to one guest and one year. A guest never has more than one per year.\n  - The year.',
    '- A **guest** has a name.\n- **stay** (one per guest and year)\n  - guest\n  - year: integer',
    'Guest\n    name: text\n\nR-1: Stay (1 per guest + year)\n  - guest\n  - year: integer',
  ];
  for (const form of forms) {
    const { entities } = fieldsOf(form);
    const stay = entities.find(({ name }) => /stay/i.test(name));
    assert.deepEqual(
      stay?.unique.map((key) => key.fields.map(({ name }) => name)),
      [['guest', 'year']],
      form,
    );
  }
});

test('what is worked out is a field of the entity that its sentence names', () => {
  const { fields, unread } = fieldsOf(
    '- A **room** has a name.\n- Some things are worked out.\n  - The worth of a room is what its walls whisper.\n  - A room is in danger when its walls whisper.',
  );
  assert.deepEqual(
    fields.map(({ name, byProduct, type }) => [name, byProduct, type.kind]),
    [
      ['name', false, 'text'],
      ['worth', true, 'unknown'],
      ['in danger', true, 'boolean'],
    ],
  );
  assert.deepEqual([...new Set(unread)], [7, 8]);
});

test('a name that reaches up to the second column of its neighbours ends there', () => {
  const { fields } = fieldsOf(
    'Car\n    Plate          unique\n    Payment target days, 0 / 14 / 30, default 14\n    Wheels         1..8',
  );
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['Plate', 'Payment target', 'Wheels'],
  );
  assert.equal(fields[1]?.default?.text, '14');
});

test('code beside code: keys of other records, what their fields hold, sums, and when a field is there', () => {
  const { fields } = fieldsOf(
    [
      '```ts',
      'interface Bin {',
      '  readonly id: string;',
      "  zone: 'bulk' | 'dock';",
      '  held: number; // 1..20',
      '  taken: number; // 0..20',
      '  readonly free: number; // held - taken',
      '  readonly worth: number; // computed',
      '  open: boolean;',
      '  key?: string; // only if open',
      '}',
      'interface Check {',
      "  bin: Bin['id'];",
      "  zone: Bin['zone'];",
      '}',
      '```',
    ].join('\n'),
  );
  const of = (name: string) => fields.filter((field) => field.name === name);
  assert.deepEqual(
    of('zone').map(({ type }) => type.kind),
    ['choice', 'choice'],
  );
  assert.deepEqual(
    of('bin').map(({ type }) => type.kind),
    ['reference'],
  );
  assert.equal(of('free')[0]?.computed?.text, 'held - taken');
  assert.equal(of('worth')[0]?.byProduct, true);
  assert.equal(of('key')[0]?.shownWhen?.text, 'open');
});

test('who did something is no role for being called like one', () => {
  const { model } = readDocument(
    '# Specification: X\n\n## 3. Entities\n\n- **Visit**\n  - booked by: guest or desk\n\n## 6. Roles and permissions\n\n| Role | About |\n|---|---|\n| Guest | |\n| Desk | |\n',
  );
  assert.equal(model.entities[0]?.fields[0]?.type.kind, 'choice');
});

const QUERIES: readonly (readonly [string, string | undefined])[] = [
  ["sum of the amounts of the order's fees in state paid", 'sum(Fee.amount where order == this and kind == paid)'],
  ['sum of the amounts of the fees that were paid', 'sum(Fee.amount where order == this and kind == paid)'],
  ['sum of the amounts of its fees', 'sum(Fee.amount where order == this)'],
  ['number of fees due or paid', 'count(Fee where order == this and kind in [due, paid])'],
  ['average of fee amounts', 'average(Fee.amount where order == this)'],
  ['number of fees nobody likes', undefined],
  ['number of stamps', 'count(Stamp where fee.order == this)'],
  ['number of guests', undefined],
];

for (const [words, formula] of QUERIES)
  test(`“${words}” is ${formula ?? 'not understood'}`, () => {
    const { fields } = fieldsOf(
      [
        '- **Order**',
        '  - code: text',
        `  - figure = ${words}`,
        '- **Fee**',
        '  - order: -> Order',
        '  - settled by: -> Order',
        '  - amount: integer',
        '  - kind: due | paid | waived',
        '- **Stamp**',
        '  - fee: -> Fee',
        '- **Guest**',
        '  - code: text',
      ].join('\n'),
    );
    const figure = fields.find(({ name }) => name === 'figure');
    assert.equal(figure?.computed?.text, formula);
    assert.equal(figure?.byProduct, formula === undefined);
  });
