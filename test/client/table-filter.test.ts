import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  added,
  type Condition,
  completed,
  type Filter,
  type FilterField,
  firstCondition,
  groupsOf,
  NO_FILTER,
  operatorsFor,
  removed,
  turned,
  withOperator,
} from '../../src/client/screens/filters/filter-model.ts';
import { type FilterWords, filterText } from '../../src/client/screens/filters/filter-text.ts';
import { conditionWords } from '../../src/client/screens/filters/filter-words.ts';
import { readFilter } from '../../src/client/screens/filters/parse-filter.ts';
import { formatter } from '../../src/fields/text/format.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import type { Type } from '../../src/model/types/types.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const option = (name: string) => ({ name, label: name, translations: {} });

const types: Readonly<Record<string, Type>> = {
  title: { kind: 'text', min: { value: 3 }, max: { value: 20 } },
  address: { kind: 'email' },
  total: { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null },
  price: { kind: 'money', currency: null, scale: 2, min: null, max: null },
  count: { kind: 'integer', min: { value: 0 }, max: null, step: null, unit: null },
  weight: { kind: 'decimal', precision: 8, scale: 3, min: null, max: null, unit: null },
  paid: { kind: 'boolean' },
  dueOn: { kind: 'date' },
  sentAt: { kind: 'date and time' },
  status: { kind: 'choice', options: ['Draft', 'Sent', 'In review', 'title'].map(option), several: false },
  tags: { kind: 'choice', options: ['Red', 'Light green', 'Blue'].map(option), several: true },
  words: { kind: 'texts', min: null, max: null },
  opens: { kind: 'time' },
  number: { kind: 'number series', pattern: 'J-000' },
  role: { kind: 'role', several: false },
  owner: { kind: 'reference', entity: 'Person' },
  members: { kind: 'references', entity: 'Person', ordered: false, min: null, max: null },
  photo: { kind: 'file', endings: [], maxSize: null, several: false, min: null, max: null },
  'due date': { kind: 'date' },
  __proto__x: { kind: 'text', min: null, max: null },
  and: { kind: 'text', min: null, max: null },
};

const fields = new Map(
  Object.entries(types).map(([name, type]): [string, FilterField] => [
    name,
    {
      name,
      id: `field/Thing/${name}`,
      label: name,
      type,
      titleField: 'entity' in type ? 'name' : null,
      isPerson: 'entity' in type,
    },
  ]),
);
const words: FilterWords = { fields, isTaken: (name) => fields.has(name) || name === 'me' };

const one = (field: string, operator: Condition['operator'], value: Condition['value'] = null): Filter => ({
  conditions: [{ field, operator, value }],
  joins: [],
});

const cases: readonly (readonly [text: string, filter: Filter])[] = [
  ['title.contains("tax")', one('title', 'contains', 'tax')],
  ['not title.contains("tax")', one('title', 'lacks', 'tax')],
  ['title.startsWith("a\\"b")', one('title', 'starts with', 'a"b')],
  ['title == "null"', one('title', 'is', 'null')],
  ['address != "a@example.com"', one('address', 'is not', 'a@example.com')],
  ['total > 25 EUR', one('total', 'more', '25.00')],
  ['total <= 25.5 EUR', one('total', 'at most', '25.50')],
  ['total == -3 EUR', one('total', 'is', '-3.00')],
  ['price >= 10 USD', one('price', 'at least', { amount: '10.00', currency: 'USD' })],
  ['count < 7', one('count', 'less', 7)],
  ['weight >= 0.125', one('weight', 'at least', '0.125')],
  // More than the field holds.
  ['weight < 123456789', one('weight', 'less', '123456789.000')],
  ['paid == true', one('paid', 'is', true)],
  ['dueOn >= "2026-02-28"', one('dueOn', 'at least', '2026-02-28')],
  ['dueOn >= today - 30 days', one('dueOn', 'last days', '30')],
  ['sentAt >= now - 1 day', one('sentAt', 'last days', '1')],
  ['sentAt < "2026-02-28T09:00:00.000Z"', one('sentAt', 'less', '2026-02-28T09:00:00.000Z')],
  ['Red in tags', one('tags', 'contains', 'Red')],
  ['"Light green" not in tags', one('tags', 'lacks', 'Light green')],
  ['Red in tags or Blue in tags', one('tags', 'any of', ['Red', 'Blue'])],
  ['not (Red in tags or Blue in tags)', one('tags', 'none of', ['Red', 'Blue'])],
  [
    'paid == true and (Red in tags or Blue in tags)',
    {
      conditions: [...one('paid', 'is', true).conditions, ...one('tags', 'any of', ['Red', 'Blue']).conditions],
      joins: ['and'],
    },
  ],
  ['words.contains("a")', one('words', 'contains', 'a')],
  ['opens >= "09:00"', one('opens', 'at least', '09:00')],
  ['number.startsWith("J-")', one('number', 'starts with', 'J-')],
  ['status == Sent', one('status', 'is', 'Sent')],
  ['status != "In review"', one('status', 'is not', 'In review')],
  ['status == "title"', one('status', 'is', 'title')],
  ['status in [Draft, "In review"]', one('status', 'among', ['Draft', 'In review'])],
  ['status not in [Draft]', one('status', 'not among', ['Draft'])],
  ['role == Manager', one('role', 'is', 'Manager')],
  ['owner == me', one('owner', 'me')],
  ['owner != me', one('owner', 'not me')],
  ['owner == null', one('owner', 'empty')],
  ['owner.name == "Ada"', one('owner', 'is', 'Ada')],
  ['owner.name.contains("d")', one('owner', 'contains', 'd')],
  ['"Ada" in members.name', one('members', 'contains', 'Ada')],
  ['"Ada" not in members.name', one('members', 'lacks', 'Ada')],
  ['me in members', one('members', 'holds me')],
  ['members != null', one('members', 'given')],
  ['photo != null', one('photo', 'given')],
  ['this["due date"] == null', one('due date', 'empty')],
  ['this.and == "or"', one('and', 'is', 'or')],
];

test('each condition has one text, and the text gives the condition back', () => {
  for (const [text, filter] of cases) {
    assert.equal(filterText(filter, words), text);
    assert.deepEqual(readFilter(text, words), filter, text);
  }
});

test('a number that lists cannot be filtered by is not read as a condition', () => {
  const view = { format: formatter({ language: 'en', zone: 'UTC' }), schema: schemaOf(readDocument('').model) };
  const beyond = '9'.repeat(20);
  for (const [name, operator, value] of [
    ['total', 'more', `${beyond}.00`],
    ['weight', 'less', `${beyond}.000`],
    ['dueOn', 'last days', 100_000],
  ] as const) {
    const [condition] = one(name, operator, value).conditions;
    const field = fields.get(name);
    assert.ok(condition !== undefined && field !== undefined);
    assert.equal(filterText(one(name, operator, value), words), '');
    assert.match(conditionWords(view, condition, field), /…/);
  }
});

test('conditions are joined by and and or, with and binding tighter', () => {
  const text = 'status == Sent and total > 25 EUR or owner == me';
  const filter = readFilter(text, words);
  assert.deepEqual(filter?.joins, ['and', 'or']);
  assert.equal(filterText(filter ?? NO_FILTER, words), text);
  assert.deepEqual(
    groupsOf(filter ?? NO_FILTER).map((group) => group.map(({ field }) => field)),
    [['status', 'total'], ['owner']],
  );
});

test('other spellings of a condition are read too', () => {
  assert.deepEqual(readFilter('paid', words), one('paid', 'is', true));
  assert.deepEqual(readFilter('not paid', words), one('paid', 'is', false));
  assert.deepEqual(readFilter('this.total > 0 && status == Draft', words)?.conditions.length, 2);
  assert.deepEqual(readFilter('  ', words), NO_FILTER);
});

test('a filter that chips cannot express stays text', () => {
  const beyond = [
    '(status == Sent or paid) and total > 1 EUR',
    'total > 25 USD',
    'total > 25',
    'total == "25"',
    'dueOn == today',
    'dueOn >= today - 3 weeks',
    'lines.exists(l, l.amount > 1 EUR)',
    'status == title',
    'status == Nowhere',
    'owner.manager == me',
    'unknown == 1',
    'title ==',
    'total * 2 > 1 EUR',
    'toString == 1',
  ];
  for (const text of beyond) assert.equal(readFilter(text, words), null, text);
});

test('an incomplete condition is ignored together with its operator', () => {
  const filter = added(added(one('status', 'is', 'Sent'), { field: 'total', operator: 'more', value: null }, 'or'), {
    field: 'paid',
    operator: 'is',
    value: true,
  });
  assert.equal(filterText(filter, words), 'status == Sent and paid == true');
  assert.equal(completed(filter, fields).conditions.length, 2);
  assert.equal(filterText(one('total', 'more', '12x'), words), '');
  assert.equal(filterText(one('status', 'among', []), words), '');
  assert.equal(filterText(one('gone', 'is', 'x'), words), '');
  assert.equal(filterText(one('dueOn', 'last days', '-1'), words), '');
});

test('a search text may be shorter than the minimum length of the field', () => {
  assert.equal(filterText(one('title', 'contains', 'a'), words), 'title.contains("a")');
  assert.equal(filterText(one('address', 'contains', '@'), words), 'address.contains("@")');
});

test('removing a condition removes one operator', () => {
  const filter = readFilter('paid == true or status == Sent and count > 1', words) ?? NO_FILTER;
  assert.equal(filterText(removed(filter, 0), words), 'status == Sent and count > 1');
  assert.equal(filterText(removed(filter, 1), words), 'paid == true and count > 1');
  assert.equal(filterText(removed(filter, 2), words), 'paid == true or status == Sent');
  assert.equal(filterText(removed(one('paid', 'is', true), 0), words), '');
});

test('an operator toggles between and and or', () => {
  const filter = readFilter('paid == true and count > 1', words) ?? NO_FILTER;
  assert.equal(filterText(turned(filter, 0), words), 'paid == true or count > 1');
  assert.equal(filterText(turned(turned(filter, 0), 0), words), 'paid == true and count > 1');
});

test('another operator keeps the value where it still fits', () => {
  const field = fields.get('status');
  assert.ok(field);
  const among = withOperator({ field: 'status', operator: 'is', value: 'Sent' }, 'among', field);
  assert.deepEqual(among.value, ['Sent']);
  assert.equal(withOperator(among, 'is not', field).value, 'Sent');
  assert.equal(withOperator(among, 'empty', field).value, null);
});

test('each operator that a field offers can be written once it is filled in', () => {
  const values: Readonly<Record<string, Condition['value']>> = {
    total: '1.00',
    price: { amount: '1.00', currency: 'CHF' },
    count: 1,
    weight: '1',
    paid: true,
    dueOn: '2026-01-01',
    'due date': '2026-01-01',
    sentAt: '2026-01-01T00:00:00.000Z',
    status: 'Sent',
    tags: 'Red',
    opens: '09:00',
  };
  for (const field of fields.values()) {
    const first = firstCondition(field);
    assert.ok(first !== null, field.name);
    for (const operator of operatorsFor(field)) {
      const value = Object.hasOwn(values, field.name) ? (values[field.name] ?? null) : 'x';
      const condition = {
        field: field.name,
        operator,
        value: operator.endsWith('of')
          ? [value, 'Blue']
          : operator.includes('among')
            ? [value]
            : operator === 'last days'
              ? '7'
              : value,
      };
      const text = filterText({ conditions: [condition], joins: [] }, words);
      const read = readFilter(text, words);
      assert.equal(read?.conditions[0]?.operator, operator, `${field.name} ${operator}: ${text}`);
      assert.equal(filterText(read ?? NO_FILTER, words), text);
    }
  }
});
