import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What calendars themselves say. */
export const english = {
  notSpecified: 'Not specified',
  notSpecifiedText: 'The document does not say by which date these records stand, or you may not see it.',
  before: 'Previous month',
  after: 'Next month',
  today: 'Today',
  month: (name: string, month: string) => `${name}: ${month}`,
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  nothing: 'Nothing in this month.',
  tooMany: 'There is more in this month than is shown. Narrow it.',
  onDay: (date: string, count: number) =>
    count === 0 ? date : count === 1 ? `${date}, 1 entry` : `${date}, ${count} entries`,
} as const;

export const calendarTexts: Worded<typeof english> = inPageLanguage('calendar', english);
