import { formatInstant, instantOf, parseDate, parseInstant, parseTime } from '../calendar/calendar.ts';
import { wrongType } from '../text/value-problem.ts';
import { defineField } from './field.ts';

export const dateAndTime = defineField({
  kind: 'date and time',
  spellings: ['date and time', 'datetime', 'date/time', 'timestamp'],
  about: 'An instant to the millisecond, shown in the time zone of point 1.',
  storage: 'integer',
  typeFrom: (argument) => (argument === null ? { kind: 'date and time' } : null),
  typeText: () => 'date and time',
  read: (input) => {
    if (input === null || (typeof input === 'string' && input.trim() === '')) return { value: null };
    const value = typeof input === 'string' ? parseInstant(input.trim()) : null;
    return value === null ? wrongType({ is: 'date and time', example: '2026-11-27T09:30:00Z' }) : { value };
  },
  write: (value) => (typeof value === 'number' ? formatInstant(value) : null),
  show: (value, _, format) => (typeof value === 'number' ? format.instant(value) : ''),
  parse: (cell, _, zone = 'UTC') => {
    const text = cell.trim();
    if (text === '') return { value: null };
    const value = parseInstant(text) ?? onTheClock(text, zone);
    return value === null ? wrongType({ is: 'date and time', example: '2026-11-27 14:30' }) : { value };
  },
  samples: [
    {
      type: { kind: 'date and time' },
      good: [
        ['2026-11-03T09:30:00.000Z', '3 Nov 2026, 09:30'],
        ['2026-11-03T11:30+02:00', '3 Nov 2026, 09:30'],
        ['2026-11-03T09:30:00.5Z', '3 Nov 2026, 09:30'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        ['2026-11-03T09:30', 'WRONG_TYPE'],
        ['2026-11-03', 'WRONG_TYPE'],
        ['2026-02-30T09:30:00Z', 'WRONG_TYPE'],
        ['2026-11-03T24:00:00Z', 'WRONG_TYPE'],
        ['2026-11-03T09:30:00.123456Z', 'WRONG_TYPE'],
        ['0001-01-01T00:00:00+05:00', 'WRONG_TYPE'],
        [1793698200000, 'WRONG_TYPE'],
      ],
    },
  ],
});

/** Reads `2026-11-03 14:30`, or a date alone as its midnight, in the zone. */
function onTheClock(text: string, zone: string): number | null {
  const [day = '', time = '00:00', ...rest] = text.split(/[ T]/);
  const [date, timeOfDay] = [parseDate(day), parseTime(time)];
  if (date === null || timeOfDay === null || rest.length > 0) return null;
  // Goes through the text form, which refuses instants before the year 1 or after 9999.
  return parseInstant(formatInstant(instantOf(date, timeOfDay, zone)));
}
