import { fromUnits, MAX_DIGITS } from '../text/decimals.ts';
import { unitOf } from '../text/units.ts';
import { wrongType } from '../text/value-problem.ts';
import { withUnit } from '../text/with-unit.ts';
import { boundedUnits, maxUnits, readUnits } from './bounded-input.ts';
import { defineField } from './field.ts';

export const decimal = defineField({
  kind: 'decimal',
  spellings: ['decimal', 'numeric', 'number'],
  about: 'An exact number with so many digits in all and after the point: `decimal(10,2)`. In JSON it is text.',
  storage: 'integer',
  typeFrom: (argument) => {
    const found = /^\s*(\d{1,2})\s*,\s*(\d{1,2})\s*$/.exec(argument ?? '');
    const [precision, scale] = [Number(found?.[1]), Number(found?.[2])];
    return precision >= 1 && precision <= MAX_DIGITS && scale <= precision
      ? { kind: 'decimal', precision, scale, min: null, max: null, unit: null }
      : null;
  },
  typeText: ({ precision, scale, unit }) => `decimal(${precision},${scale})${unit === null ? '' : ` ${unit}`}`,
  withUnit: (type, unit) => ({ ...type, unit: unitOf(unit) }),
  read: (input, { precision, scale, min, max, unit }, bounds) => {
    if (input === null || (typeof input === 'string' && input.trim() === '')) return { value: null };
    if (typeof input !== 'string') return wrongType({ is: 'sent as', json: 'decimal' });
    const read = readUnits(input, scale, numberOf(scale, unit), maxUnits(precision));
    return boundedUnits(read, scale, { min, max }, bounds);
  },
  write: (value, { scale }) => (typeof value === 'number' ? fromUnits(value, scale) : null),
  show: (value, { scale, unit }, format) =>
    typeof value === 'number' ? withUnit(format.number(value, scale), unit) : '',
  parse: (cell, { precision, scale, unit }) =>
    cell.trim() === '' ? { value: null } : readUnits(cell, scale, numberOf(scale, unit), maxUnits(precision)),
  samples: [
    {
      type: { kind: 'decimal', precision: 6, scale: 2, min: null, max: null, unit: null },
      good: [
        ['89.90', '89.90'],
        ['89.9', '89.90'],
        ['-0', '0.00'],
        ['9999.99', '9,999.99'],
        ['-9999.99', '-9,999.99'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        [89.9, 'WRONG_TYPE'],
        ['89.905', 'WRONG_TYPE'],
        ['1e3', 'WRONG_TYPE'],
        ['.5', 'WRONG_TYPE'],
        ['1,000.00', 'WRONG_TYPE'],
        ['10000.00', 'TOO_BIG'],
        ['-10000.00', 'TOO_SMALL'],
        ['123456789012345678901234567890', 'TOO_BIG'],
      ],
    },
    {
      type: { kind: 'decimal', precision: 5, scale: 2, min: { value: 0.5 }, max: { value: 99.99 }, unit: '%' },
      good: [
        ['0.50', '0.50\u00a0%'],
        ['99.99', '99.99\u00a0%'],
        [null, ''],
      ],
      bad: [
        ['0.49', 'TOO_SMALL'],
        ['100.00', 'TOO_BIG'],
      ],
    },
    {
      type: { kind: 'decimal', precision: 15, scale: 15, min: null, max: null, unit: null },
      good: [['0.999999999999999', '0.999999999999999']],
      bad: [['1', 'TOO_BIG']],
    },
  ],
});

const numberOf = (scale: number, unit: string | null) =>
  ({ is: 'number', example: fromUnits(1250, scale), unit, scale, isScaled: false }) as const;
