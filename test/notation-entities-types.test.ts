import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printType } from '../src/fields/registry/type-parse.ts';
import { patternOf } from '../src/fields/text/pattern.ts';
import { lookUps, type Names } from '../src/notation/liberal/3-draft.ts';
import { typeWords } from '../src/notation/liberal/3-type-words.ts';

const names: Names = {
  ...lookUps(['Person', 'Item type', 'LineItem', 'Category']),
  aliases: new Map([['Cents', { kind: 'integer', min: null, max: null, step: null, unit: null }]]),
  roles: [],
  people: 'Person',
  text: () => 'the same in all of these cases',
};

/** What words state: the canonical type, bounds and pattern beside it; null where they are none of a type. */
const cases: readonly (readonly [words: string, type: string | null])[] = [
  ['string', 'text'],
  ['`string | null`', 'text'],
  ['boolean', 'boolean'],
  ['yes or no', 'boolean'],
  ['yes/no', 'boolean'],
  ['Cents', 'integer'],
  ["'draft' | 'sent'", 'draft, sent'],
  ['0 | 7 | 19', '0, 7, 19'],
  ['student | staff', 'student, staff'],
  ['London, Leeds or Dublin', 'London, Leeds, Dublin'],
  ['A / B / C', 'A, B, C'],
  ['one person, team, site, company', 'one person, team, site, company'],
  ['public or internal', 'public, internal'],
  ['LineItem[]', 'list of LineItem'],
  ['Array<LineItem>', 'list of LineItem'],
  ['string[]', 'list of text'],
  ['list of texts', 'list of text'],
  ["('a' | 'b')[]", 'several of a, b'],
  ['another person', 'Person'],
  ['a person', 'Person'],
  ['persons', 'set of Person'],
  ['-> Item type', 'Item type'],
  ['set of categories', 'set of Category'],
  ['a whole number', 'integer'],
  ['1–28 days', 'integer(1..28) days'],
  ['1 to 5 stars', 'integer(1..5) stars'],
  ['€', 'money(EUR)'],
  ['amount in EUR', 'money(EUR)'],
  ['date or empty', 'date'],
  ['planned times', 'date and time'],
  ['uuid', 'text'],
  ['varchar(40)', 'text(..40)'],
  ['numeric(10,2)', 'decimal(10,2)'],
  ['10 digits', 'text'],
  ['3 letters, hyphen, 4 digits', 'text'],
  ['L-YY-NNNNN', 'number series(L-YY-00000)'],
  ['one picture', 'file(jpg, png, gif, webp)'],
  ['1 to 5 files', 'files'],
  ['a PDF', 'file(pdf)'],
  ['Record<string, string>', 'Record<string, string>'],
  ['see 4.2', 'see 4.2'],
  ['', null],
  ['copied from the category', null],
  ['text, short', null],
  ['not for borrowers, manager only', null],
  ['empty until hand-out', null],
  ['Nothing', null],
];

for (const [written, type] of cases) {
  test(`“${written}” ${type === null ? 'states no type' : `states ${type}`}`, () => {
    const found = typeWords(written, 'what', names);
    assert.equal(found === null ? null : printType(found.type), type);
  });
}

test('what may be empty is not required, and a form is a pattern', () => {
  assert.equal(typeWords('string | null', 'a', names)?.changes.required, false);
  assert.equal(typeWords('date or empty', 'a', names)?.changes.required, false);
  assert.equal(typeWords('10 digits', 'a', names)?.changes.pattern, '[0-9]{10}');
  assert.equal(typeWords('letter + 2 digits', 'a', names)?.changes.pattern, '[A-Za-z][0-9]{2}');
});

test('a number without more is whole where its name counts something', () => {
  assert.equal(typeWords('number', 'remindersSent', names)?.type.kind, 'integer');
  assert.equal(typeWords('number', 'quantity', names)?.type.kind, 'decimal');
});

test('a pattern with lookaround, references to groups or too many repetitions is none', () => {
  for (const source of [
    '(?=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    'a{,3}',
    '([a-z]{1,50}){1,50}',
    '(',
    'a'.repeat(301),
  ])
    assert.equal(patternOf(source), null, source);
  for (const source of [
    '[A-Z]{2}-\\d{6}',
    '(ab)+',
    'a+b+',
    '(?:[(*]|x)+',
    '(a{2,3})+',
    '\\(a+\\)+',
    '(a+)+',
    '(?i)abc',
    '\\{,x',
  ])
    assert.ok(patternOf(source) !== null, source);
  assert.equal(patternOf('a|b')?.whole('ab'), false);
});
