import { fromAbsolute, toTime } from '@internationalized/date';
import type { WorkingHours } from '../../model/types/model.ts';
import { within } from '../text/written-dates.ts';
import { addToInstant, dateOf, instantOf } from './calendar.ts';

/** When working time passes: spans by the day of the week, and dates without any. */
export interface WorkingCalendar {
  readonly hours: readonly WorkingHours[];
  /** ISO dates. */
  readonly holidays: readonly string[];
}

/** A calendar made ready: days count from 1970-01-01, spans in milliseconds from midnight. */
export interface PreparedCalendar {
  readonly spans: ReadonlyMap<number, readonly Span[]>;
  readonly holidays: ReadonlySet<number>;
}

/** `to` is beyond a day where the span ends on the next one. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
/** Whatever takes more days than this is not worked out. */
const MOST_DAYS = 40_000;
/** The same where clocks have to be read on each day: eleven years. */
const MOST_CLOCK_DAYS = 4000;

/** A span that ends before it begins ends on the next day. It belongs to the day on which it begins, holidays too. */
export function prepareCalendar({ hours, holidays }: WorkingCalendar): PreparedCalendar {
  const spans = new Map<number, Span[]>();
  for (const { days, from, to } of hours) {
    const [start, end] = [clock(from), clock(to)];
    if (start === null || end === null || start >= DAY) continue;
    for (const day of days)
      spans.set(day, [...(spans.get(day) ?? []), { from: start, to: end > start ? end : end + DAY }]);
  }
  for (const each of spans.values()) each.sort((one, other) => one.from - other.from);
  return { spans, holidays: new Set(holidays.map(dayOf)) };
}

/** Whether working time begins on a date. */
export function isWorkingDay(date: string, calendar: PreparedCalendar): boolean {
  return spansOn(dayOf(date), calendar).length > 0;
}

/** Whether working time passes at a moment; the end of a span is no longer in it. Null where its date is none. */
export function isWorkingTime(ms: number, calendar: PreparedCalendar, zone: string): boolean | null {
  const day = dayAt(ms, zone);
  if (day === null) return null;
  return [day - 1, day].some((each) => instantsOn(each, calendar, zone).some(({ from, to }) => from <= ms && ms < to));
}

/** The date so many working days later, or before where the count is negative; null where there is none near. */
export function addWorkingDays(date: string, count: number, calendar: PreparedCalendar): string | null {
  const found = stepped(dayOf(date), count, calendar);
  return found === null ? null : dateAt(found);
}

/**
 * The earliest date whose date so many working days later is `least` or more. With it a question about a date and
 * working days becomes one about the date alone: the more the date, the more what it leads to.
 */
export function earliestReaching(least: string, count: number, calendar: PreparedCalendar): string | null {
  const wanted = dayOf(least);
  let day = stepped(wanted, 0 - count, calendar);
  if (day === null) return null;
  const reaches = (each: number) => (stepped(each, count, calendar) ?? Number.NaN) >= wanted;
  for (let tries = 0; tries < 400 && !reaches(day); tries += 1) day += 1;
  for (let tries = 0; tries < 400 && reaches(day - 1); tries += 1) day -= 1;
  return reaches(day) && !reaches(day - 1) ? dateAt(day) : null;
}

/** A length of working time. */
export interface WorkingLength {
  readonly days: number;
  readonly ms: number;
}

/**
 * Days first: they keep the time on the clocks. Then hours and less, which pass in working time alone; the earliest
 * moment at which they are over, going back the latest. Null where that is too far off, or there is no working time.
 */
export function addWorkingTime(
  ms: number,
  { days, ms: length }: WorkingLength,
  calendar: PreparedCalendar,
  zone: string,
): number | null {
  const moved = days === 0 ? ms : movedDays(ms, days, calendar, zone);
  if (moved === null || length === 0) return moved;
  const found = length > 0 ? forward(moved, length, calendar, zone) : backward(moved, 0 - length, calendar, zone);
  return found === null ? null : within(found);
}

/** The working time from one moment to another in milliseconds, negative where the second is the earlier; null where they are too far apart. */
export function workingTimeBetween(from: number, to: number, calendar: PreparedCalendar, zone: string): number | null {
  if (to < from) {
    const back = workingTimeBetween(to, from, calendar, zone);
    return back === null ? null : 0 - back;
  }
  const [first, last] = [dayAt(from, zone), dayAt(to, zone)];
  if (first === null || last === null || last - first > MOST_CLOCK_DAYS) return null;
  let passed = 0;
  let until = from;
  for (let day = first - 1; day <= last; day += 1) {
    for (const span of instantsOn(day, calendar, zone)) {
      const [start, end] = [Math.max(span.from, until), Math.min(span.to, to)];
      if (end > start) {
        passed += end - start;
        until = end;
      }
    }
  }
  return passed;
}

/** The time on the clocks of the zone, `HH:MM`. */
export function timeOf(ms: number, zone: string): string {
  return toTime(fromAbsolute(ms, zone)).toString().slice(0, 5);
}

/** The days from 1970-01-01. */
function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) / DAY;
}

function dayAt(ms: number, zone: string): number | null {
  const date = dateOf(ms, zone);
  return date === null ? null : dayOf(date);
}

function dateAt(day: number): string | null {
  const date = new Date(day * DAY);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : null;
}

/** 1970-01-01 was a Thursday. */
function spansOn(day: number, { spans, holidays }: PreparedCalendar): readonly Span[] {
  if (holidays.has(day)) return NONE;
  return spans.get(((((day + 3) % 7) + 7) % 7) + 1) ?? NONE;
}

const NONE: readonly Span[] = [];

function instantsOn(day: number, calendar: PreparedCalendar, zone: string): Span[] {
  return spansOn(day, calendar).flatMap(({ from, to }) => {
    const [date, next] = [dateAt(day), dateAt(day + 1)];
    if (date === null || next === null) return [];
    return [
      { from: instantOf(date, from, zone), to: to < DAY ? instantOf(date, to, zone) : instantOf(next, to - DAY, zone) },
    ];
  });
}

function stepped(day: number, count: number, calendar: PreparedCalendar): number | null {
  const step = count < 0 ? -1 : 1;
  let left = Math.abs(count);
  let at = day;
  for (let tries = 0; left > 0; tries += 1) {
    if (tries > MOST_DAYS) return null;
    at += step;
    if (spansOn(at, calendar).length > 0) left -= 1;
  }
  return at;
}

function movedDays(ms: number, days: number, calendar: PreparedCalendar, zone: string): number | null {
  const day = dayAt(ms, zone);
  const to = day === null ? null : stepped(day, days, calendar);
  return day === null || to === null ? null : addToInstant(ms, { months: 0, days: to - day, ms: 0 }, zone);
}

function forward(ms: number, length: number, calendar: PreparedCalendar, zone: string): number | null {
  const today = dayAt(ms, zone);
  if (today === null) return null;
  const first = today - 1;
  let left = length;
  let until = ms;
  for (let day = first; day < first + MOST_CLOCK_DAYS; day += 1) {
    for (const span of instantsOn(day, calendar, zone)) {
      const start = Math.max(span.from, until);
      if (span.to <= start) continue;
      if (span.to - start >= left) return start + left;
      left -= span.to - start;
      until = span.to;
    }
  }
  return null;
}

function backward(ms: number, length: number, calendar: PreparedCalendar, zone: string): number | null {
  const last = dayAt(ms, zone);
  if (last === null) return null;
  let left = length;
  let until = ms;
  for (let day = last; day > last - MOST_CLOCK_DAYS; day -= 1) {
    for (const span of instantsOn(day, calendar, zone).reverse()) {
      const end = Math.min(span.to, until);
      if (end <= span.from) continue;
      if (end - span.from >= left) return end - left;
      left -= end - span.from;
      until = span.from;
    }
  }
  return null;
}

/** `HH:MM` in milliseconds from midnight; `24:00` ends a day. */
function clock(text: string): number | null {
  const found = /^(\d{2}):([0-5]\d)$/.exec(text);
  const ms = (Number(found?.[1]) * 60 + Number(found?.[2])) * 60_000;
  return Number.isNaN(ms) || ms > DAY ? null : ms;
}
