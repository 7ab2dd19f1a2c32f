import assert from 'node:assert/strict';
import { test } from 'node:test';
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
