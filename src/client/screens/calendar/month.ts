import { printExpression } from '../../../expressions/syntax/print.ts';
import {
  addToDate,
  formatInstant,
  instantOf,
  nearestDate,
  parseDate,
  parseInstant,
  weekday,
} from '../../../fields/calendar/calendar.ts';
import type { Json } from '../../../fields/text/json.ts';
import type { Tree } from '../../../model/types/formula.ts';
import type { Type } from '../../../model/types/types.ts';

/** Parses a month such as `2026-11`; returns the current month if the text is not a month. */
export function monthOf(text: string, today: string): string {
  return /^\d{4}-\d{2}$/.test(text) && parseDate(`${text}-01`) !== null ? text : today.slice(0, 7);
}

/** Adds months to a month such as `2026-11`. `by` may be negative. */
export function addMonths(month: string, by: number): string {
  return (addToDate(`${month}-01`, { months: by, days: 0, ms: 0 }) ?? `${month}-01`).slice(0, 7);
}

export const addDays = (date: string, by: number): string => addToDate(date, { months: 0, days: by, ms: 0 }) ?? date;

/** Returns the weeks of a month as dates, each from Monday to Sunday. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const weeks: string[][] = [];
  for (let day = addDays(first, 1 - weekday(first)); day.slice(0, 7) <= month; day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
    if (weeks.length === 6) break;
  }
  return weeks;
}

/** Returns the date of a wire value in a time zone; null if it is empty or invalid. */
export function dayOf(value: Json, type: Type, zone: string): string | null {
  if (typeof value !== 'string') return null;
  if (type.kind === 'date') return parseDate(value);
  const instant = parseInstant(value);
  return instant === null ? null : nearestDate(instant, zone);
}

/** Returns the last date of a range that ends at a wire value. A range that ends at midnight ends on the day before. */
export function lastDayOf(value: Json, type: Type, zone: string): string | null {
  if (typeof value !== 'string' || type.kind === 'date') return dayOf(value, type, zone);
  const instant = parseInstant(value);
  return instant === null ? null : nearestDate(instant - 1, zone);
}

interface DateField {
  readonly field: string;
  readonly type: Type;
}

/** Returns the condition, in the expression language, for records that overlap the days `first` to `last`. */
export function daysFilter(
  from: DateField,
  until: DateField | null,
  first: string,
  last: string,
  zone: string,
): string {
  const begins = comparison(from, '<', addDays(last, 1), zone);
  const own = comparison(from, '>=', first, zone);
  const lasts = until === null ? own : joined('or', own, comparison(until, '>=', first, zone));
  return printExpression(joined('and', begins, lasts));
}

const nowhere = { from: 0, to: 0 } as const;

function comparison({ field, type }: DateField, operator: '<' | '>=', day: string, zone: string): Tree {
  const value = type.kind === 'date' ? day : formatInstant(instantOf(day, 0, zone));
  const record: Tree = { op: 'name', name: 'this', ...nowhere };
  const left: Tree = { op: 'member', of: record, name: field, ...nowhere };
  return { op: 'binary', operator, left, right: { op: 'text', value, ...nowhere }, ...nowhere };
}

const joined = (operator: 'and' | 'or', left: Tree, right: Tree): Tree => ({
  op: 'binary',
  operator,
  left,
  right,
  ...nowhere,
});

/** A record with its first and last day. */
export interface RecordDays<T> {
  readonly record: T;
  readonly from: string;
  readonly last: string;
}

interface Bounds {
  readonly from: string | null;
  readonly until: string | null;
}

/**
 * Returns the records that overlap `days`, in the given order. A record without a first day is omitted; one that ends
 * before it begins has one day.
 */
export function recordDaysIn<T>(
  records: readonly T[],
  daysOf: (record: T) => Bounds,
  days: readonly string[],
): readonly RecordDays<T>[] {
  const [first = ''] = days;
  const end = days.at(-1) ?? '';
  return records.flatMap((record) => {
    const { from, until } = daysOf(record);
    if (from === null) return [];
    const last = until === null || until < from ? from : until;
    return from <= end && last >= first ? [{ record, from, last }] : [];
  });
}

/** A record in one week: a bar over its days. */
export interface WeekBar<T> extends RecordDays<T> {
  /** The row of the bar below the date, from 0; the same on all its days. */
  readonly lane: number;
  /** Index of the first day in the week, and the number of days. */
  readonly start: number;
  readonly days: number;
}

/** Assigns lanes to the bars of a week without overlaps: earlier bars first, then longer ones. */
export function barsOf<T>(week: readonly string[], stretches: readonly RecordDays<T>[]): readonly WeekBar<T>[] {
  const [monday = ''] = week;
  const sunday = week.at(-1) ?? '';
  const here = stretches.filter(({ from, last }) => from <= sunday && last >= monday);
  const sorted = here.toSorted((a, b) => order(a.from, b.from) || order(b.last, a.last));
  const taken: number[] = [];
  return sorted.map((stretch) => {
    const start = Math.max(0, week.indexOf(stretch.from));
    const days = (stretch.last > sunday ? week.length : week.indexOf(stretch.last) + 1) - start;
    const free = taken.findIndex((until) => until <= start);
    const lane = free === -1 ? taken.length : free;
    taken[lane] = start + days;
    return { ...stretch, lane, start, days };
  });
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Formats a range, as "12 – 15 Mar"; with years if a day of it is not in `year`. */
export function rangeText(
  { from, last }: Pick<RecordDays<unknown>, 'from' | 'last'>,
  year: string,
  locale: string,
): string {
  const isHere = from.startsWith(year) && last.startsWith(year);
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(isHere ? {} : { year: 'numeric' }),
  });
  return format.formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`));
}
