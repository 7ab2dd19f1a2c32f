import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of grouped lists. */
export const english = {
  by: 'Group by',
  none: 'No groups',
  interval: 'Interval',
  intervals: { day: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' },
  empty: 'Empty',
  sum: (column: string, sum: string) => `${column}: ${sum}`,
  bar: 'Groups',
  grouped: (field: string) => `Grouped by ${field}`,
  perInterval: (field: string, interval: string) => `${field}, by ${interval}`,
  collapseAll: 'Collapse all',
  expandAll: 'Expand all',
  tooMany: (field: string) => `Too many groups by ${field}. Filter the list to see them.`,
  notGrouped: 'Show without groups',
} as const;

export const groupTexts: Translated<typeof english> = inPageLanguage('groups', english);
