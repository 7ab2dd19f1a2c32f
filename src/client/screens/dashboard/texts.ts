import type { Aggregate } from '../../../model/types/model.ts';
import { spoken, type Worded } from '../../languages/spoken.ts';

const figures: Readonly<Record<Aggregate, (field: string) => string>> = {
  count: () => 'Count',
  sum: (field) => `Sum of ${field}`,
  average: (field) => `Average of ${field}`,
  min: (field) => `Smallest ${field}`,
  max: (field) => `Largest ${field}`,
};

/** What a dashboard itself says. */
export const english = {
  figure: (aggregate: Aggregate, field: string) => figures[aggregate](field),
  by: 'by',
  intervals: { day: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' },
  of: 'of',
  /** `claims` is the noun that goes with `all`. */
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
  severalCurrenciesHelp: 'These amounts are in several currencies, so that they can’t be drawn side by side.',
  asTable: 'As a table',
  asChart: 'As a chart',
  more: (count: string) => `${count} more in the table.`,
  axisHelp: (label: string) => `${label}: arrow keys go from value to value`,
  summaryBars: (label: string, parts: string) => `${label}. ${parts}.`,
  summaryTime: (label: string, from: string, to: string, highest: string, at: string, sum: string | null) =>
    `${label}, ${from} to ${to}: highest ${highest} in ${at}${sum === null ? '' : `, ${sum} together`}.`,
  summaryNothing: (label: string) => `${label}: nothing to count yet.`,
  rows: 'Behind these numbers',
  moreRows: 'Show more',
  noRows: 'Nothing here yet',
  notSpecified: 'No numbers are stated',
  notSpecifiedText: 'A line such as “- Number: Open, count where …” under this screen’s heading states one.',
} as const;

export const dashboardTexts: Worded<typeof english> = spoken?.dashboard ?? english;
