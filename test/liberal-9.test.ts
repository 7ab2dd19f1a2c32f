import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

function limitsIn(text: string) {
  const { model, diagnostics } = readDocument(
    `## 5. Validation rules\n\n- Nothing: is said.\n\n## 9. Business constants and limits\n\n${text}`,
  );
  const own = diagnostics.filter(({ point }) => point === 9);
  return {
    constants: model.constants.map(({ name, value }) => [name, value?.text ?? null]),
    limits: model.limits.map(({ name, value }) => [name, value]),
    hours: model.limits.flatMap(({ hours }) => hours ?? []),
    notRead: own.filter(({ code }) => code === 'not-read').map(({ message }) => message),
    gaps: own.filter(({ code }) => code === 'not-shown').map(({ message }) => message),
  };
}

test('a table with headings of its own states constants and limits', () => {
  const found = limitsIn(`| Knob | Set to | Reason |
|---|---|---|
| booking window | 60 days | |
| rows per page | 50 | |
| barred after | 3 in 12 months | |
| reminders | 1, 48 hours before | |
| opening times | Monday to Friday 08:00–18:30 | |
| bank holidays | not shown. | |`);
  assert.deepEqual(found.constants, [
    ['booking window', '60 days'],
    ['barred after', '3'],
    ['barred after (within)', '12 months'],
    ['reminders', '1'],
  ]);
  assert.deepEqual(found.limits, [
    ['page size', 50],
    ['working hours', null],
    ['holidays', null],
  ]);
  assert.deepEqual(found.hours, [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:30' }]);
  assert.ok(found.notRead.some((message) => message.includes('48 hours before')));
  assert.ok(found.gaps.some((message) => message.includes('bank holidays')));
});

test('plain lines in columns state constants and limits', () => {
  const found = limitsIn(`    1 AW               5 min.
    Rate               9.80 EUR / AW
    Notice             2 WD
    Wrong PINs         5, then 15 min. blocked
    Session            10 h`);
  assert.deepEqual(found.constants, [
    ['AW', '5 minutes'],
    ['Rate (/ AW)', '9.80 EUR'],
    ['Notice', '2 working days'],
    ['Wrong PINs', '5'],
  ]);
  assert.deepEqual(found.limits, [['session', 36_000_000]]);
  assert.ok(found.notRead.some((message) => message.includes('15 min')));
});

test('lines with requirement ids state constants, several of them where several names stand', () => {
  const found = limitsIn(`C-1: scorecards needed: 2, min. rating: 3.0
C-2: page size 30
C-3: lead time: 24 h; cancellation: 4 h
C-4: reminders => not shown.`);
  assert.deepEqual(found.constants, [
    ['scorecards needed', '2'],
    ['min. rating', '3.0'],
    ['lead time', '24 hours'],
    ['cancellation', '4 hours'],
  ]);
  assert.deepEqual(found.limits, [['page size', 30]]);
  assert.ok(found.gaps.some((message) => message.includes('reminders')));
});

test('declarations in code state constants, each at its own line', () => {
  const text = "```ts\nexport const PAGE_SIZE = 100;\nexport const ZONES = ['bulk', 'dock'] as const;\n```";
  assert.deepEqual(limitsIn(text).constants, [
    ['PAGE_SIZE', '100'],
    ['ZONES', "['bulk', 'dock']"],
  ]);
  const { model } = readDocument(`## 9. Business constants and limits\n\n${text}`);
  assert.deepEqual(
    model.constants.map(({ at }) => at?.line),
    [4, 5],
  );
});

test('two bounds of one thing in a sentence are two constants', () => {
  assert.deepEqual(limitsIn('- A course has 24 places by default and 32 at most.').constants, [
    ['course has places (by default)', '24'],
    ['course has places (at most)', '32'],
  ]);
});

test('`name = value` in a list states constants and limits, times of day and days of each year as texts', () => {
  const found = limitsIn(`- opening time = 07:30
- baking days off = 25 December, 1 January
- shortest order = 2 hours
- pick-up = 30 minutes after the bell
- discount = 15 %
- credit = £80.00
- page size = 25`);
  assert.deepEqual(found.constants, [
    ['opening time', '"07:30"'],
    ['baking days off', '["25 December", "1 January"]'],
    ['shortest order', '2 hours'],
    ['pick-up (after the bell)', '30 minutes'],
    ['discount', '15 %'],
    ['credit', '80.00 GBP'],
  ]);
  assert.deepEqual(found.limits, [['page size', 25]]);
  assert.deepEqual(found.notRead, []);
});

test('working hours stand between commas and colons, with closed days behind their names', () => {
  const hours = [
    { days: [1, 2, 3, 4, 5], from: '08:30', to: '18:30' },
    { days: [6], from: '09:00', to: '13:00' },
  ];
  const table = (value: string) => limitsIn(`| Name | Value |\n|---|---|\n| Opening hours | ${value} |`);
  assert.deepEqual(table('Monday to Friday 08:30–18:30, Saturday 09:00–13:00, Sunday closed').hours, hours);
  assert.deepEqual(table('Mon–Fri: 08:30–18:30, Sat: 09:00–13:00, Sun: closed').hours, hours);
  assert.deepEqual(table('Monday to Friday 08:30–18:30, Monday closed').hours, []);
});

test('a row that names several constants has as many values, and a division stays one', () => {
  const text = `| Name | Value | Why |
|---|---|---|
| MIN_NOTICE / \`MAX_AHEAD\` | 2 hours / 60 days | before baking / order book |
| SMALL, LARGE | 10, 20 | loaves, of rye |
| HALF | 8 hours / 2 | a shift |
| ONE / TWO | 5 minutes | no pair |`;
  const found = limitsIn(text).constants;
  assert.deepEqual(found, [
    ['MIN_NOTICE', '2 hours'],
    ['MAX_AHEAD', '60 days'],
    ['SMALL', '10'],
    ['LARGE', '20'],
    ['HALF', '8 hours / 2'],
    ['ONE / TWO', '5 minutes'],
  ]);
  const { model } = readDocument(`## 9. Constants\n\n${text}`);
  assert.deepEqual(
    model.constants.slice(0, 3).map(({ help }) => help),
    ['before baking', 'order book', 'loaves, of rye'],
  );
});

test('a name with the sign of several is printed as one', () => {
  const { model } = readDocument(
    '## 8. Errors\n\n- E01 (409): "No."\n\n## 9. Constants\n\n| Name | Value |\n|---|---|\n| A | 1 hour |\n',
  );
  const [error] = model.errors;
  const [constant] = model.constants;
  assert.ok(error !== undefined && constant !== undefined);
  const renamed = {
    ...model,
    errors: [{ ...error, code: 'A, B' }],
    constants: [{ ...constant, name: 'A / B', value: { ...constant.value, text: '`4 / 2`' } }],
  };
  const again = readDocument(printDocument(renamed as typeof model)).model;
  assert.deepEqual(
    [again.errors.map(({ code }) => code), again.constants.map(({ name }) => name)],
    [['A, B'], ['A / B']],
  );
});

test('the unit of the last value is that of all; several short words are a list of texts', () => {
  const { model } = readDocument(
    '## 5. Rules\n\n- Nothing: is said.\n\n## 9. Values\n\n| Name | Value |\n|---|---|\n| Baking | bread 20, long_rye 45, cake 30 minutes |\n| Colours | white, brown, dark brown |\n',
  );
  assert.deepEqual(
    model.constants.map(({ name, value, table }) => [name, value?.text ?? table?.cells.map(([cell]) => cell?.text)]),
    [
      ['Colours', '["white", "brown", "dark brown"]'],
      ['Baking', ['20 minutes', '45 minutes', '30 minutes']],
    ],
  );
});

test('a value of plain words is said to be none, where it stands; a broken calculation stays one', () => {
  const { diagnostics, model } = readDocument(
    '## 9. Values\n\n| Name | Value |\n|---|---|\n| Look | Open loaves have a border; the others are faded |\n| SUM | 2 + (3 |\n',
  );
  assert.deepEqual(
    diagnostics.flatMap(({ code, at }) => (/value-unknown|syntax/.test(code) ? [[code, at.line]] : [])),
    [
      ['value-unknown', 5],
      ['expression-syntax', 6],
    ],
  );
  assert.deepEqual(
    model.constants.map(({ value }) => value?.tree ?? null),
    [null, null],
  );
});
