import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldType } from '../../src/fields/registry/lookup.ts';
import { currencyScale, isCurrency } from '../../src/fields/text/currency.ts';
import {
  divide,
  divideRounded,
  fromUnits,
  MAX_UNITS,
  multiply,
  rescale,
  toUnits,
} from '../../src/fields/text/decimals.ts';
import { formatter } from '../../src/fields/text/format.ts';
import { wordsOf } from '../../src/fields/text/value-problem.ts';
import type { Type } from '../../src/model/types/types.ts';

const units = fc.integer({ min: -MAX_UNITS, max: MAX_UNITS });
const scale = fc.integer({ min: 0, max: 15 });

test('89.90 is 8990 cents, and no float comes near it', () => {
  assert.equal(toUnits('89.90', 2), 8990);
  assert.equal(toUnits('1.15', 2), 115);
  assert.equal(toUnits('9999999999999.99', 2), MAX_UNITS);
  assert.ok(Object.is(toUnits('-0.00', 2), 0));
});

test('what would have to be rounded or does not fit is told apart from what is no number', () => {
  assert.equal(toUnits('89.905', 2), 'digits');
  assert.equal(toUnits('10000000000000.00', 2), 'size');
  for (const text of ['', '.5', '5.', '1e3', '+1', '1 000', '0x10', 'NaN', '--1', '٣'])
    assert.equal(toUnits(text, 2), null, text);
});

test('units written as decimals read back exactly at every scale', () => {
  fc.assert(
    fc.property(units, scale, (value, at) => assert.equal(toUnits(fromUnits(value, at), at), value === 0 ? 0 : value)),
  );
});

test('rounding goes half away from zero on both sides of it', () => {
  assert.equal(rescale(5, 1, 0), 1);
  assert.equal(rescale(-5, 1, 0), -1);
  assert.equal(rescale(-14, 1, 0), -1);
  assert.equal(divideRounded(-3n, 2n), -2n);
  assert.equal(rescale(Number.MAX_SAFE_INTEGER, 0, 1), null);
});

test('a product and a quotient are rounded once, and refused rather than inexact', () => {
  assert.equal(multiply(1999, 2, 19, 2, 2), 380);
  assert.equal(multiply(MAX_UNITS, 0, MAX_UNITS, 0, 0), null);
  assert.equal(divide(100, 2, 3, 0, 2), 33);
  assert.equal(divide(200, 2, 3, 0, 2), 67);
  assert.equal(divide(1, 0, 0, 0, 2), null);
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 1e5 }), (a, b) => {
      const product = multiply(a, 2, b, 2, 4);
      assert.equal(product, a * b + 0 === 0 ? 0 : a * b);
      assert.equal(divide(product ?? 0, 4, b, 2, 2), a === 0 ? 0 : a);
    }),
  );
});

test('digits of a currency follow ISO 4217, where everyday writing differs from it too', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'HUF', 'COP', 'CLF', 'ZZZ', 'eur', '__proto__'].map(currencyScale), [
    2,
    0,
    3,
    2,
    2,
    4,
    null,
    null,
    null,
  ]);
  assert.equal(isCurrency('constructor'), false);
});

test('amounts in cells of the document name their currency, or take that of the type', () => {
  const field = fieldType('money');
  const euro: Type = { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null };
  const open: Type = { kind: 'money', currency: null, scale: 2, min: null, max: null };
  for (const cell of ['89.90 EUR', 'EUR 89.90', '89.9', ' 89.90 '])
    assert.deepEqual(field.parse(cell, euro), { value: 8990 }, cell);
  assert.deepEqual(field.parse('1.250 KWD', open), { value: { amount: 1250, currency: 'KWD' } });
  for (const cell of ['89.90 USD', '89.905 EUR', '1,000 EUR', 'EUR', '5 ZZZ'])
    assert.ok('problem' in field.parse(cell, euro), cell);
  assert.ok('problem' in field.parse('5', open));
});

test('a problem with a number says in words what was expected', () => {
  const euro = { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null } as const;
  const six = { kind: 'decimal', precision: 6, scale: 2, min: null, max: null, unit: 'kg' } as const;
  const lines = { kind: 'list', entity: 'Line', min: null, max: null } as const;
  const reads = [
    fieldType('money').read(89.9, euro, () => null),
    fieldType('money').read('ten', euro, () => null),
    fieldType('money').read('1.005', euro, () => null),
    fieldType('decimal').read('ten', six, () => null),
    fieldType('list').read('Taxi', lines, () => null),
  ];
  assert.deepEqual(
    reads.map((each) => ('problem' in each ? wordsOf(each.problem).message : null)),
    [
      'Enter a number as JSON text, such as "12.50".',
      'Enter an amount in EUR such as 12.50.',
      'Enter an amount in EUR such as 12.50, with at most 2 digits after the point.',
      'Enter a number of kg such as 12.50.',
      'Enter a JSON list of objects, each with an id of its own or none.',
    ],
  );
});

test('large amounts are formatted to the last digit', () => {
  const format = formatter({ language: 'en', zone: 'UTC' });
  assert.equal(format.money(MAX_UNITS, 'EUR'), '€9,999,999,999,999.99');
  assert.equal(format.number(Number.MAX_SAFE_INTEGER, 3), '9,007,199,254,740.991');
  assert.equal(format.money(100, '__proto__'), '1.00 __proto__');
});
