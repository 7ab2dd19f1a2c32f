import type { Aggregate } from '../../model/types/model.ts';
import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

const figures: Readonly<Record<Aggregate, (field: string) => string>> = {
  count: () => 'Count',
  sum: (field) => `Sum of ${field}`,
  average: (field) => `Average of ${field}`,
  min: (field) => `Smallest ${field}`,
  max: (field) => `Largest ${field}`,
};

/** Texts of dashboards. */
export const english = {
  figure: (aggregate: Aggregate, field: string) => figures[aggregate](field),
  by: 'by',
  intervals: { day: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' },
  of: 'of',
  /** `claims` is the noun for the number `all`. */
  countsOf: (rows: string, all: string, claims: string) =>
    `Counts ${rows} of the ${all} ${claims} that you may read here`,
  countsAll: (all: string, claims: string) => `Counts all ${all} ${claims} that you may read here`,
  countsOnly: (claims: string) => `Counts the one ${claims} that you may read here`,
  counts: (rows: string, claims: string) => `Counts ${rows} ${claims} that you may read`,
  countsNone: (claims: string) => `None of the ${claims} that you may read counts here`,
  scope: (all: string, claims: string) => `Numbers and charts count what you may read: ${all} ${claims}.`,
  nothingYet: 'Nothing to count yet',
  noValue: 'no value',
  severalCurrencies: 'In several currencies',
  severalCurrenciesHelp: 'These amounts are in several currencies and can’t be compared in one chart.',
  asTable: 'As a table',
  asChart: 'As a chart',
  more: (count: string) => `${count} more in the table.`,
  axisHelp: (label: string) => `${label}: arrow keys move between values`,
  summaryBars: (label: string, parts: string) => `${label}. ${parts}.`,
  summaryTime: (label: string, from: string, to: string, highest: string, at: string, sum: string | null) =>
    `${label}, ${from} to ${to}: highest ${highest} in ${at}${sum === null ? '' : `, ${sum} in total`}.`,
  summaryNothing: (label: string) => `${label}: nothing to count yet.`,
  rows: 'Behind these numbers',
  moreRows: 'Show more',
  noRows: 'Nothing here yet',
  notSpecified: 'No numbers specified',
  notSpecifiedText: 'Add a line such as “- Number: Open, count where …” under the heading of this screen.',
} as const;

export const dashboardTexts: Translated<typeof english> = inPageLanguage('dashboard', english);
