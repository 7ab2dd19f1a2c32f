import type { Json } from '../text/json.ts';
import { wrongType } from '../text/value-problem.ts';
import { defineField, type ReadResult } from './field.ts';

export const time = defineField({
  kind: 'time',
  spellings: ['time', 'time of day', 'clock time'],
  about: 'A time of day: `09:30`.',
  storage: 'text',
  typeFrom: (argument) => (argument === null ? { kind: 'time' } : null),
  typeText: () => 'time',
  read: (input) => read(input),
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value) => (typeof value === 'string' ? value : ''),
  parse: (cell) => read(cell),
  samples: [
    {
      type: { kind: 'time' },
      good: [
        ['09:30', '09:30'],
        [' 9:30 ', '09:30'],
        ['00:00', '00:00'],
        ['23:59', '23:59'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        ['24:00', 'WRONG_TYPE'],
        ['12:60', 'WRONG_TYPE'],
        ['9', 'WRONG_TYPE'],
        ['09:30:15', 'WRONG_TYPE'],
        ['2026-11-03T09:30', 'WRONG_TYPE'],
        [930, 'WRONG_TYPE'],
      ],
    },
  ],
});

function read(input: Json): ReadResult {
  if (input === null || (typeof input === 'string' && input.trim() === '')) return { value: null };
  const found = typeof input === 'string' ? /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(input.trim()) : null;
  return found === null
    ? wrongType({ is: 'time', example: '09:30' })
    : { value: `${(found[1] ?? '').padStart(2, '0')}:${found[2]}` };
}
