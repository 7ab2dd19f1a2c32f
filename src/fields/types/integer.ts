import type { Bound } from '../../model/types/types.ts';
import { printRange, type Range, rangeOfLength } from '../text/number-range.ts';
import { unitOf } from '../text/units.ts';
import { limitNotShown, refused, wrongType } from '../text/value-problem.ts';
import { withUnit } from '../text/with-unit.ts';
import { type Bounds, defineField, type ReadResult, type TypeOf } from './field.ts';

export const integer = defineField({
  kind: 'integer',
  spellings: ['integer', 'int', 'whole number'],
  about: 'A whole number: `integer`, `integer(1..10)`.',
  storage: 'integer',
  typeFrom: (argument) => {
    const range = rangeOfLength(argument);
    return range && { kind: 'integer', ...range, step: null, unit: null };
  },
  typeText: ({ min, max, unit }) => {
    const range = printRange({ min, max });
    return `integer${range}${unit === null ? '' : range === '' ? ` in ${unit}` : ` ${unit}`}`;
  },
  withUnit: (type, unit) => ({ ...type, unit: unitOf(unit) }),
  read: (input, type, bounds) => {
    if (input === null || (typeof input === 'string' && input.trim() === '')) return { value: null };
    if (typeof input !== 'number') return wrongType({ is: 'sent as', json: 'number' });
    if (!Number.isInteger(input)) return wrongType({ is: 'whole number', example: '12', unit: type.unit });
    const read = inRange(input, type, bounds);
    return 'problem' in read ? read : (stepProblem(input, type, bounds) ?? read);
  },
  write: (value) => (typeof value === 'number' ? value : null),
  show: (value, { unit, grouped }, format) =>
    typeof value === 'number' ? withUnit(format.number(value, 0, grouped), unit) : '',
  parse: (cell, { unit }) => {
    const trimmed = cell.trim();
    if (trimmed === '') return { value: null };
    return /^-?\d+$/.test(trimmed) ? safe(Number(trimmed) + 0) : wrongType({ is: 'whole number', example: '12', unit });
  },
  samples: [
    {
      type: { kind: 'integer', min: { value: -5 }, max: { value: 5000 }, step: null, unit: null },
      good: [
        [0, '0'],
        [-5, '-5'],
        [1234, '1,234'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        [-6, 'TOO_SMALL'],
        [5001, 'TOO_BIG'],
        [1.5, 'WRONG_TYPE'],
        ['12', 'WRONG_TYPE'],
        [true, 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'integer', min: { value: 5 }, max: { value: 480 }, step: 5, unit: 'min' },
      good: [
        [5, '5\u00a0min'],
        [480, '480\u00a0min'],
      ],
      bad: [
        [7, 'WRONG_TYPE'],
        [0, 'TOO_SMALL'],
      ],
    },
    {
      type: { kind: 'integer', min: null, max: null, step: null, unit: null },
      good: [[9007199254740991, '9,007,199,254,740,991']],
      bad: [
        [9007199254740992, 'TOO_BIG'],
        [-9007199254740992, 'TOO_SMALL'],
      ],
    },
    {
      type: { kind: 'integer', min: null, max: null, step: null, unit: null, grouped: false },
      good: [[1003, '1003']],
      bad: [],
    },
    {
      type: { kind: 'integer', min: null, max: { constant: 'LIMIT' }, step: null, unit: null },
      good: [],
      bad: [[1, 'LIMIT_NOT_SHOWN']],
    },
  ],
});

/** Steps count from the minimum if there is one, otherwise from 0. */
function stepProblem(value: number, { min, step }: TypeOf<'integer'>, bounds: Bounds): ReadResult | null {
  const least = min === null ? 0 : (bounds(min) ?? 0);
  if (step === null || (value - least) % step === 0) return null;
  return wrongType(least === 0 ? { is: 'multiple', of: step } : { is: 'step', from: least, by: step });
}

function inRange(value: number, { min, max }: Range, bounds: Bounds): ReadResult {
  const least = end(min, bounds, Number.MIN_SAFE_INTEGER);
  if (least === null) return limitNotShown(min as Bound);
  if (value < least) return refused('TOO_SMALL', { min: least });
  const most = end(max, bounds, Number.MAX_SAFE_INTEGER);
  if (most === null) return limitNotShown(max as Bound);
  return value > most ? refused('TOO_BIG', { max: most }) : safe(value + 0);
}

const end = (bound: Bound | null, bounds: Bounds, open: number): number | null =>
  bound === null ? open : bounds(bound);

function safe(value: number): ReadResult {
  if (value < Number.MIN_SAFE_INTEGER) return refused('TOO_SMALL', { min: Number.MIN_SAFE_INTEGER });
  return value > Number.MAX_SAFE_INTEGER ? refused('TOO_BIG', { max: Number.MAX_SAFE_INTEGER }) : { value };
}
