import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What a list in groups says. */
export const english = {
  by: 'Group by',
  none: 'No groups',
  each: 'For each',
  intervals: { day: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' },
  empty: 'Empty',
  sum: (column: string, sum: string) => `${column}: ${sum}`,
  bar: 'Groups',
  grouped: (field: string) => `Grouped by ${field}`,
  perInterval: (field: string, interval: string) => `${field}, by ${interval}`,
  fold: 'Fold all',
  unfold: 'Unfold all',
  tooMany: (field: string) => `${field} has more groups than anybody looks through. Narrow the list to see them.`,
  notGrouped: 'Show without groups',
} as const;

export const groupTexts: Worded<typeof english> = inPageLanguage('groups', english);
