import { parseDate } from '../calendar/calendar.ts';
import type { Json } from '../text/json.ts';
import { wrongType } from '../text/value-problem.ts';
import { defineField, type ReadResult } from './field.ts';

export const date = defineField({
  kind: 'date',
  spellings: ['date', 'calendar date'],
  about: 'A calendar day; years 0001 to 9999.',
  storage: 'text',
  typeFrom: (argument) => (argument === null ? { kind: 'date' } : null),
  typeText: () => 'date',
  read: (input) => read(input),
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value, _, format) => (typeof value === 'string' ? format.date(value) : ''),
  parse: (cell) => read(cell),
  samples: [
    {
      type: { kind: 'date' },
      good: [
        ['2026-11-03', '3 Nov 2026'],
        ['2024-02-29', '29 Feb 2024'],
        ['0001-01-01', '1 Jan 1'],
        ['9999-12-31', '31 Dec 9999'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        ['2026-02-30', 'WRONG_TYPE'],
        ['2026-2-3', 'WRONG_TYPE'],
        ['0000-01-01', 'WRONG_TYPE'],
        ['2026-11-03T10:00:00Z', 'WRONG_TYPE'],
        ['03.11.2026', 'WRONG_TYPE'],
        [20261103, 'WRONG_TYPE'],
      ],
    },
  ],
});

function read(input: Json): ReadResult {
  if (input === null || (typeof input === 'string' && input.trim() === '')) return { value: null };
  const value = typeof input === 'string' ? parseDate(input.trim()) : null;
  return value === null ? wrongType({ is: 'date', example: '2026-11-27' }) : { value };
}
