import type { Json } from '../text/json.ts';
import { formatLength, parseLength } from '../text/length.ts';
import type { Duration, Value } from '../text/value.ts';
import { wrongType } from '../text/value-problem.ts';
import { defineField, type ReadResult } from './field.ts';

export const duration = defineField({
  kind: 'duration',
  spellings: ['duration', 'length of time', 'time span'],
  about: 'A length of time in hours, minutes and seconds, without days: `1 h 30 min`.',
  storage: 'integer',
  typeFrom: (argument) => (argument === null ? { kind: 'duration' } : null),
  typeText: () => 'duration',
  read: (input) => read(input),
  write: (value) => (isDuration(value) ? formatLength(value.ms) : null),
  show: (value, _, format) => (isDuration(value) ? format.duration(value) : ''),
  parse: (cell) => read(cell),
  orderKey: (value) => (isDuration(value) ? value.ms : 0),
  samples: [
    {
      type: { kind: 'duration' },
      good: [
        ['1 h 30 min', '1 hour, 30 minutes'],
        ['90 min', '1 hour, 30 minutes'],
        ['1:30', '1 hour, 30 minutes'],
        ['36 hours', '36 hours'],
        ['45 s', '45 seconds'],
        ['0 min', '0 days'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        ['90', 'WRONG_TYPE'],
        ['2 days', 'WRONG_TYPE'],
        ['1 h 30', 'WRONG_TYPE'],
        ['-5 min', 'WRONG_TYPE'],
        ['1.5 h', 'WRONG_TYPE'],
        [90, 'WRONG_TYPE'],
      ],
    },
  ],
});

/** Whether a value is a length of time. */
export function isDuration(value: Value): value is Duration {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'ms' in value && 'months' in value;
}

function read(input: Json): ReadResult {
  if (input === null || (typeof input === 'string' && input.trim() === '')) return { value: null };
  const ms = typeof input === 'string' ? parseLength(input.trim()) : null;
  return ms === null || !Number.isSafeInteger(ms)
    ? wrongType({ is: 'duration', example: '1 h 30 min' })
    : { value: { months: 0, days: 0, ms } };
}
