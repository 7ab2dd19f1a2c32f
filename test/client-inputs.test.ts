import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptOf, endingOf, faultOf, mostBytes } from '../src/client/inputs/file-check.ts';
import { instantOfTyped, instantText, typedOfInstant, wallClockOf } from '../src/client/inputs/instant.ts';
import { cellOf, failuresAt, linesOf, moved, removed, withCell } from '../src/client/inputs/lines-change.ts';
import {
  currencySign,
  decimalOfTyped,
  fullDecimal,
  shownDecimal,
  typedOfDecimal,
  wireNumber,
} from '../src/client/inputs/number-text.ts';
import { titleIn } from '../src/client/inputs/titles.ts';
import { toneAt, toneOf } from '../src/client/parts/tone.ts';
import type { Json } from '../src/engine/intent.ts';
import type { WireRecord } from '../src/engine/wire.ts';
import { formatter } from '../src/fields/format.ts';

const read: readonly (readonly [language: string, typed: string, wire: string | null])[] = [
  ['en', '89.90', '89.90'],
  ['en', '89,90', '89.90'],
  ['en', '1,234', '1234'],
  ['en', '1,234.5', '1234.5'],
  ['en', '1,234,567.89', '1234567.89'],
  ['en', '1.234,56', '1234.56'],
  ['en', '€ 12.50', '12.50'],
  ['en', '12.50 EUR', '12.50'],
  ['en', '-3', '-3'],
  ['en', '−3', '-3'],
  ['en', '3-', '-3'],
  ['en', '.5', '0.5'],
  ['en', '5.', '5'],
  ['en', '1 234,50', '1234.50'],
  ['en', "1'234.50", '1234.50'],
  ['en', '0,123', '0.123'],
  ['en', '１２', '12'],
  ['en', '', null],
  ['en', 'twelve', null],
  ['en', '12x', null],
  ['en', '1.2.3', null],
  ['en', '1,23,4', null],
  ['en', '--3', null],
  ['en', ',', null],
  ['de', '89,90', '89.90'],
  ['de', '89.90', '89.90'],
  ['de', '1.234', '1234'],
  ['de', '1.234,5', '1234.5'],
  ['de', '1.234.567', '1234567'],
  ['de', '1,234.56', '1234.56'],
  ['fr', '1 234,5', '1234.5'],
  ['ar-EG', '١٢٫٥', '12.5'],
];

for (const [language, typed, wire] of read) {
  test(`“${typed}” typed in ${language} is ${wire ?? 'no number'}`, () => {
    assert.equal(decimalOfTyped(typed, language), wire);
  });
}

test('what a number is shown as while typing reads back as the same number, in every language', () => {
  for (const language of ['en', 'de', 'fr', 'de-CH', 'sv', 'hi', 'ar-EG']) {
    for (const text of ['0', '7', '-7', '1234.5', '0.05', '-1234567.891', '999999999999.999']) {
      assert.equal(decimalOfTyped(typedOfDecimal(text, language), language), text, `${language} ${text}`);
    }
  }
});

test('what a number is shown as when it is left reads back as the same number, in every language', () => {
  for (const language of ['en', 'de', 'fr', 'de-CH', 'sv', 'hi', 'ar-EG']) {
    const format = formatter({ language, zone: 'UTC' });
    for (const text of ['0.00', '7.00', '-7.00', '1234.50', '0.05', '-1234567.89']) {
      assert.equal(decimalOfTyped(shownDecimal(text, 2, format), language), text, `${language} ${text}`);
    }
  }
});

test('digits are filled up to the scale and never cut', () => {
  assert.equal(fullDecimal('89.9', 2), '89.90');
  assert.equal(fullDecimal('89', 2), '89.00');
  assert.equal(fullDecimal('89.905', 2), '89.905');
  assert.equal(fullDecimal('abc', 2), 'abc');
  assert.equal(fullDecimal('', 2), '');
});

test('a whole number goes as a number, a decimal as text, and what is neither as it was typed', () => {
  const integer = { kind: 'integer', min: null, max: null, step: null, unit: null } as const;
  assert.equal(wireNumber('12', integer), 12);
  assert.equal(Object.is(wireNumber('-0', integer), 0), true);
  assert.equal(wireNumber('1.5', integer), '1.5');
  assert.equal(wireNumber('99999999999999999999', integer), '99999999999999999999');
  assert.equal(wireNumber('', integer), '');
  assert.equal(wireNumber('12', { kind: 'decimal', precision: 4, scale: 2, min: null, max: null, unit: null }), '12');
});

test('a currency is shown by its sign, and by its code where it has none', () => {
  assert.equal(currencySign('EUR', 'en'), '€');
  assert.equal(currencySign('KWD', 'en'), 'KWD');
  assert.equal(currencySign('??', 'en'), '??');
});

test('an instant stands on the clocks of the zone and comes back as it was', () => {
  const berlin = 'Europe/Berlin';
  assert.deepEqual(wallClockOf('2026-07-01T07:30:00.000Z', berlin), { date: '2026-07-01', hour: 9, minute: 30 });
  assert.deepEqual(wallClockOf('2026-12-31T23:30:00.000Z', berlin), { date: '2027-01-01', hour: 0, minute: 30 });
  assert.equal(instantText({ date: '2027-01-01', hour: 0, minute: 30 }, berlin), '2026-12-31T23:30:00.000Z');
  assert.equal(wallClockOf('tomorrow', berlin), null);
});

test('a time that the clocks skip moves forward, and of one that they show twice the first is meant', () => {
  const berlin = 'Europe/Berlin';
  assert.equal(instantText({ date: '2026-03-29', hour: 2, minute: 30 }, berlin), '2026-03-29T01:30:00.000Z');
  assert.equal(instantText({ date: '2026-10-25', hour: 2, minute: 30 }, berlin), '2026-10-25T00:30:00.000Z');
});

test('a typed instant is read, and what can’t be read stays as it is', () => {
  assert.equal(instantOfTyped('2026-07-01 09:30', 'Europe/Berlin'), '2026-07-01T07:30:00.000Z');
  assert.equal(instantOfTyped('2026-07-01', 'Europe/Berlin'), '2026-06-30T22:00:00.000Z');
  assert.equal(instantOfTyped('2026-07-01 25:30', 'Europe/Berlin'), '2026-07-01 25:30');
  assert.equal(instantOfTyped('soon', 'Europe/Berlin'), 'soon');
  assert.equal(typedOfInstant('2026-07-01T07:30:00.000Z', 'Europe/Berlin'), '2026-07-01 09:30');
  assert.equal(typedOfInstant('soon', 'Europe/Berlin'), 'soon');
});

test('lines keep fields of any name while one is changed', () => {
  const line = withCell(withCell({ id: 'a' }, '__proto__', 'x'), 'constructor', 'y');
  assert.equal(cellOf(line, '__proto__'), 'x');
  assert.equal(cellOf(line, 'constructor'), 'y');
  assert.equal(cellOf({}, 'toString'), null);
  assert.equal(JSON.stringify(line), '{"id":"a","__proto__":"x","constructor":"y"}');
});

test('lines move, go and stay at the ends', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 1, -1), ['b', 'a', 'c']);
  assert.deepEqual(moved(['a', 'b', 'c'], 1, 1), ['a', 'c', 'b']);
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b']);
  assert.deepEqual(removed(['a', 'b', 'c'], 1), ['a', 'c']);
});

test('a value that is no list has no lines, and a line that is no object is an empty one', () => {
  const none: readonly Json[] = [null, '', 'x', { a: 1 }];
  for (const value of none) assert.deepEqual(linesOf(value), []);
  assert.deepEqual(linesOf([{ a: 1 }, 'x', null]), [{ a: 1 }, {}, {}]);
});

test('failures stand in their line and field', () => {
  const at = failuresAt([
    { pointer: '/lines/0/amount' },
    { pointer: '/lines/1' },
    { pointer: '/lines' },
    { pointer: '/lines/0/a~1b' },
  ]);
  assert.deepEqual(at(0, 'amount'), [{ pointer: '/lines/0/amount' }]);
  assert.deepEqual(at(0, 'a/b'), [{ pointer: '/lines/0/a~1b' }]);
  assert.deepEqual(at(1, ''), [{ pointer: '/lines/1' }]);
  assert.deepEqual(at(1, 'amount'), []);
});

test('a file is refused before it is sent only for what its name and size say', () => {
  const bounds = { endings: ['pdf', 'jpg'], most: 100 };
  assert.equal(faultOf({ name: 'a.PDF', size: 100 }, bounds), null);
  assert.equal(faultOf({ name: 'a.jpeg', size: 1 }, bounds), null);
  assert.equal(faultOf({ name: 'a.exe', size: 1 }, bounds), 'kind');
  assert.equal(faultOf({ name: 'pdf', size: 1 }, bounds), 'kind');
  assert.equal(faultOf({ name: 'a.pdf', size: 101 }, bounds), 'size');
  assert.equal(faultOf({ name: 'a.exe', size: 1e9 }, { endings: [], most: null }), null);
  assert.equal(endingOf('.pdf'), '');
  assert.equal(acceptOf(['pdf', 'jpg']), '.pdf,.jpg,.jpeg');
  assert.equal(mostBytes(5, 3), 3);
  assert.equal(mostBytes(null, 3), 3);
  assert.equal(mostBytes(5, null), 5);
});

test('a record names what it points at, wherever in it that stands, and nothing else', () => {
  const record = {
    id: '1',
    manager: 'p1',
    lines: [{ id: 'l', product: 'p2' }],
    _: { labels: { manager: 'Ada', 'lines/0/product': 'Pen' } },
  } as unknown as WireRecord;
  assert.equal(titleIn(record, 'p1'), 'Ada');
  assert.equal(titleIn(record, 'p2'), 'Pen');
  assert.equal(titleIn(record, 'p3'), undefined);
  assert.equal(titleIn(null, 'p1'), undefined);
});

test('tones go by place, repeat after eight, and a choice that is no longer stated has none of its own', () => {
  assert.equal(toneAt(0), 'slate');
  assert.equal(toneAt(8), 'slate');
  assert.equal(toneOf('Sent', 1), 'blue');
  assert.equal(toneOf('Gone', -1), 'slate');
});
