import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decimal } from '../src/fields/decimal.ts';
import { asWritten } from '../src/fields/spreadsheet-number.ts';

const plain = (text: string) => {
  const read = asWritten(text);
  return read !== null && 'plain' in read ? read.plain : read;
};

describe('numbers as spreadsheets write them', () => {
  test('of one meaning only are read in every language', () => {
    const read: readonly (readonly [string, string])[] = [
      ['12,50', '12.50'],
      ['1.234,56', '1234.56'],
      ['1,234.56', '1234.56'],
      ['1,234,567', '1234567'],
      ['1.234.567', '1234567'],
      ['12,34,567.5', '1234567.5'],
      ['1 234,567', '1234.567'],
      ['1\u202f234', '1234'],
      ["1'234.50", '1234.50'],
      ['0,125', '0.125'],
      ['1234,567', '1234.567'],
      ['−12,5', '-12.5'],
      ['١٬٢٣٤٫٥٦', '1234.56'],
      ['۱۲٫۵', '12.5'],
    ];
    for (const [text, number] of read) assert.equal(plain(text), number, text);
  });

  test('of two meanings are either, of none are no number', () => {
    assert.deepEqual(asWritten('1,234'), { either: ['1234', '1.234'] });
    assert.deepEqual(asWritten('-123.456'), { either: ['-123456', '-123.456'] });
    for (const text of [
      '',
      '-',
      ',',
      '1,',
      ',1',
      '1,2,3',
      '1.2.3',
      '1 23',
      '1 234 5',
      '1,234,56',
      '0.123.456',
      '1-',
      '1e3',
      'x',
      '1.234,5,6',
    ])
      assert.equal(asWritten(text), null, text);
  });

  test('what is in the plain form is never another number than that', () => {
    const digits = fc.stringMatching(/^-?\d{1,7}(\.\d{1,5})?$/);
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 5 }), (text, scale) => {
        const type = { kind: 'decimal', precision: 15, scale, min: null, max: null, unit: null } as const;
        const read = decimal.parse(text, type);
        const other = asWritten(text);
        if (other === null) return;
        if ('value' in read && 'plain' in other) assert.deepEqual(decimal.parse(other.plain, type), read);
        // More digits than the field has are never cut off, nor taken for thousands.
        if (!('value' in read) && 'plain' in other) assert.ok(!('value' in decimal.parse(other.plain, type)), text);
      }),
    );
  });
});
