import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of calendars. */
export const english = {
  notSpecified: 'Not specified',
  notSpecifiedText:
    'The document does not say which date to place these records by, or you don’t have permission to see it.',
  before: 'Previous month',
  after: 'Next month',
  today: 'Today',
  month: (name: string, month: string) => `${name}: ${month}`,
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  nothing: 'Nothing this month.',
  tooMany: 'Not everything in this month is shown. Filter to see the rest.',
  onDay: (date: string, count: number) =>
    count === 0 ? date : count === 1 ? `${date}, 1 entry` : `${date}, ${count} entries`,
} as const;

export const calendarTexts: Translated<typeof english> = inPageLanguage('calendar', english);
