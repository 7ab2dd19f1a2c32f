import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { fieldLine } from './support/field-line.ts';
import { atEachPlace } from './support/findings.ts';

const HEAD = '| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n';
const STATES = `

## 4. States and transitions

### Cake: status

| From | Event | To |
| --- | --- | --- |
| (new) | | Ordered |
| Ordered | call off | Called off |
`;

/** The fields of a cake whose table has these rows, and the lines of what is reported of them, counted from the first row. */
function cake(rows: readonly string[], rest = '\n\n### Baker\n\n- name: text, required\n') {
  const text = `# Specification: X\n\n## 3. Entities and their fields\n\n### Cake\n\n${HEAD}${rows.map((row) => `${row}\n`).join('')}${rest}`;
  const { model, diagnostics } = readDocument(text);
  const again = readDocument(printDocument(model)).model;
  assert.deepEqual(withoutPlaces(again.entities), withoutPlaces(model.entities), 'print and read again');
  const fields = model.entities.find(({ name }) => name === 'Cake')?.fields ?? [];
  return {
    fields,
    lines: fields.map(fieldLine),
    reported: atEachPlace(diagnostics)
      .filter(({ at }) => at.line >= 9 && at.line < 9 + rows.length)
      .map(({ at, code }) => `${at.line - 8} ${code}`),
  };
}

const KIND = '| kind | `wedding`, `birthday`, `other` | yes | |';

const CONDITIONS: readonly (readonly [cell: string, expression: string])[] = [
  ['if kind is `other`', 'kind == other'],
  ['if `kind` is `other`', 'kind == other'],
  ["`kind` = 'other'", ''],
  ["if `kind = 'other'`", 'kind == other'],
  ['when iced', 'iced'],
  ['only if iced', 'iced'],
  ['yes, if iced', 'iced'],
  ['yes, except for `birthday`', 'kind != birthday'],
  ['yes, unless iced', 'not iced'],
  ['unless kind is other', 'kind != other'],
  ['for birthday', 'kind == birthday'],
  ['if called off', 'status == "Called off"'],
  ['to bake', ''],
  ['before the oven is lit', ''],
  ['if the moon is full', ''],
  ['if iced, to sell', ''],
];

for (const [cell, expression] of CONDITIONS)
  test(`“${cell}” under Required is ${expression === '' ? 'reported' : `required when ${expression}`}`, () => {
    const { fields, reported } = cake([KIND, '| iced | yes/no | yes | |', `| text on it | text | ${cell} | |`], STATES);
    const field = fields.find(({ name }) => name === 'text on it');
    assert.equal(field?.requiredWhen?.text ?? '', expression);
    assert.equal(field?.required, false);
    assert.deepEqual(reported, expression === '' ? ['3 value-unknown'] : []);
  });

test('a word that is the state in no field of the record is no condition', () => {
  const { fields, reported } = cake([KIND, '| text on it | text | if wedding | |']);
  assert.equal(fields.at(-1)?.requiredWhen, null);
  assert.deepEqual(reported, ['2 value-unknown']);
});

test('what is computed is not required, and how it is computed stands among the notes', () => {
  const { lines, reported } = cake([
    '| tiers | integer | yes | |',
    '| eggs | integer | computed | tiers × 4 |',
    '| sugar | integer | *computed* | = `tiers * 2` |',
    '| joy | integer | computed | as much as it gives |',
  ]);
  assert.deepEqual(lines, [
    'tiers: integer, required',
    'eggs: integer, = tiers * 4',
    'sugar: integer, = tiers * 2',
    'joy: integer, by the product',
  ]);
  assert.deepEqual(
    reported.filter((each) => !each.endsWith('field-never-written')),
    ['4 not-read'],
  );
});

test('a row that names several fields is a field for each', () => {
  const { lines, reported } = cake([
    '| flour, sugar | integer | yes | 1 to 20 |',
    '| `bakerId`, `recipe` | baker, text | yes | |',
    '| `glazed`, `glaze` | `boolean`, `string(1..40) \\| null` | no | `glazed` default no |',
    '| width, height | integer | computed | flour × 2; sugar × 3 |',
    '| area, rim | integer | computed | rim is sugar × 4; area is flour × flour |',
    '| front, back | text | no | 1 to 60 characters each |',
    '| `this, that` | text | no | |',
  ]);
  assert.deepEqual(lines, [
    'flour: integer(1..20), required',
    'sugar: integer(1..20), required',
    'bakerId: Baker, required',
    'recipe: text, required',
    'glazed: boolean, default false',
    'glaze: text(1..40)',
    'width: integer, = flour * 2',
    'height: integer, = sugar * 3',
    'area: integer, = flour * flour',
    'rim: integer, = sugar * 4',
    'front: text(1..60)',
    'back: text(1..60)',
    'this, that: text',
  ]);
  assert.deepEqual(reported, []);
});

test('choices beside several names are choices of each, and a value for each name is not guessed', () => {
  const { lines, fields, reported } = cake([
    KIND,
    '| first, second | `email`, `phone` | no | |',
    '| photo, film | text | if kind is `wedding`, `birthday` | |',
  ]);
  assert.deepEqual(lines.slice(1, 3), ['first: email, phone', 'second: email, phone']);
  assert.deepEqual(
    fields.map(({ requiredWhen }) => requiredWhen),
    fields.map(() => null),
  );
  assert.deepEqual(reported, ['3 value-unknown', '3 value-unknown']);
});

const TYPES: readonly (readonly [cell: string, line: string])[] = [
  ["`'open' \\| 'shut' \\| null`", 'open, shut'],
  ['`string(10..1000) \\| null`', 'text(10..1000)'],
  ['`markdown(1..900)`', 'long text(1..900)'],
  ['`Baker[1..4]`', 'set of Baker'],
  ['`string[0..8]`', 'list of text(0..8)'],
  ['number, 2 decimals', 'decimal(15,2)'],
  ['baker', 'Baker'],
  ['a baker', 'Baker'],
  ['link to a Baker', 'Baker'],
  ['optional link to a Baker', 'Baker'],
  ['text up to 200 characters', 'text(..200)'],
  ['free text of 3 to 40 characters', 'text(3..40)'],
  ['pence', 'money(GBP)'],
  ['cents', 'money'],
];

for (const [cell, line] of TYPES)
  test(`the type “${cell}” is ${line}`, () => {
    const { lines, reported } = cake([`| thing | ${cell} | | |`]);
    assert.deepEqual([lines, reported], [[`thing: ${line}`], []]);
  });

test('words behind a type are kept as help and reported', () => {
  const { lines, fields, reported } = cake([
    '| ready | date and time by which it must be out of the oven | | |',
    '| maker | a baker with the master role | | |',
  ]);
  assert.deepEqual(lines, ['ready: date and time', 'maker: Baker']);
  assert.equal(fields[0]?.help, 'date and time by which it must be out of the oven');
  assert.deepEqual(reported, ['1 not-read', '2 not-read']);
});

test('what is no type stays one that is not known', () => {
  const { fields, reported } = cake([
    '| days | list of dates | | |',
    '| code | `E.164 \\| null` | | |',
    '| tags | `string(1..40)[0..8]` | | |',
    '| from | copied from the order | | |',
  ]);
  assert.deepEqual(
    fields.map(({ type }) => type.kind),
    fields.map(() => 'unknown'),
  );
  assert.deepEqual(reported, ['1 type-unknown', '2 type-unknown', '3 type-unknown', '4 type-unknown']);
});

test('plain numbers beside an amount in its smallest unit are no amounts of its currency', () => {
  const { lines, reported } = cake(['| price | pence | yes | at most 500 |', '| tip | pence | | default 0 GBP |']);
  assert.deepEqual(lines, ['price: money(GBP), required', 'tip: money(GBP), default 0 GBP']);
  assert.deepEqual(reported, ['1 not-read']);
});

test('notes in words have their effect, and what stands behind a semicolon is read by itself', () => {
  const { lines, reported } = cake([
    '| label | text | yes | Up to 40 characters |',
    '| tiers | integer | yes | Starts at 1; limits on the wall |',
    '| kind | small, large | yes | Starts as small, as it was in 1990 |',
  ]);
  assert.deepEqual(lines, [
    'label: text(..40), required',
    'tiers: integer, required, default 1',
    'kind: small, large, required, default small',
  ]);
  assert.deepEqual(reported, ['3 not-read']);
});

const listed = (items: string) => {
  const { model, diagnostics } = readDocument(
    `# Specification: X\n\n## 3. Entities and their fields\n\n### Cake\n\n${items}\n\n### Baker\n\n- name: text, required\n`,
  );
  const cakes = model.entities.find(({ name }) => name === 'Cake')?.fields ?? [];
  return {
    lines: cakes.map(fieldLine),
    reported: atEachPlace(diagnostics).map(({ at, code }) => `${at.line - 6} ${code}`),
  };
};

test('in a list the type may stand behind what explains it, and a link begin with an article', () => {
  const { lines, reported } = listed(
    [
      '- guests: expected number of people, whole number, required, at least 1',
      '- baker: link to a Baker, required',
      '- helper: optional link to a Baker; never the one who sells it',
      '- email: required, must be a valid address',
      '- note: free text up to 500 characters',
      '- reason: text up to 80 characters, required on returning it',
      '- price: pence, defaults to 0',
      '- days: list of dates, may be empty',
    ].join('\n'),
  );
  assert.deepEqual(lines, [
    'guests: integer(1..), required',
    'baker: Baker, required',
    'helper: Baker',
    'email: email, required',
    'note: text(..500)',
    'reason: text(..80)',
    'price: money(GBP), default 0 GBP',
    'days: ',
  ]);
  assert.deepEqual(reported, ['1 not-read', '3 not-read', '6 not-read', '8 type-unknown']);
});

test('a heading that says to what a record belongs names it in any number, and leads there where that has no lines', () => {
  const read = (order: string) =>
    readDocument(
      `# Specification: X\n\n## 3. Entities and their fields\n\n### Order\n\n${order}\n\n### Cake (belongs to one order)\n\n${HEAD}| name | text | yes | |\n`,
    );
  const alone = read('- name: text, required');
  const cakes = alone.model.entities.find(({ name }) => name === 'Cake');
  assert.equal(cakes?.belongsTo, null);
  assert.deepEqual(cakes?.fields.map(fieldLine), ['order: Order, required', 'name: text, required']);
  assert.deepEqual(alone.diagnostics, []);
  const lines = read('- cakes: list of Cake').model.entities.find(({ name }) => name === 'Cake');
  assert.equal(lines?.belongsTo?.name, 'Order');
  assert.deepEqual(lines?.fields.map(fieldLine), ['name: text, required']);
});

test('a moment is not moved by a plain number whose unit is not told', () => {
  const { lines, reported } = cake([
    '| begun | date and time | yes | |',
    '| minutes | integer | yes | |',
    '| size | integer | yes | |',
    '| done | date and time | computed | begun plus minutes |',
    '| gone | date and time | computed | begun plus size |',
  ]);
  assert.deepEqual(lines.slice(3), [
    'done: date and time, = begun + minutes * 1 minute',
    'gone: date and time, by the product',
  ]);
  assert.ok(reported.includes('5 not-read'));
});
