import { fromAbsolute, toTime } from '@internationalized/date';
import type { WorkingHours } from '../../model/types/model.ts';
import { instantInRange } from '../text/written-dates.ts';
import { addToInstant, dateOf, instantOf } from './calendar.ts';

/** Working hours by day of the week, and holidays without any. */
export interface WorkingCalendar {
  readonly hours: readonly WorkingHours[];
  /** ISO dates. */
  readonly holidays: readonly string[];
}

/** A compiled calendar: days count from 1970-01-01, spans are in milliseconds from midnight. */
export interface CompiledCalendar {
  readonly spans: ReadonlyMap<number, readonly Span[]>;
  readonly holidays: ReadonlySet<number>;
}

/** `to` exceeds a day if the span ends on the next day. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
/** Maximum number of days that a calculation may span. */
const MOST_DAYS = 40_000;
/** The same for calculations that convert local times on each day: eleven years. */
const MOST_CLOCK_DAYS = 4000;

/**
 * Compiles a calendar. A span that ends before it begins ends on the next day. It belongs to the day on which it
 * begins, also for holidays.
 */
export function compileCalendar({ hours, holidays }: WorkingCalendar): CompiledCalendar {
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

/** Whether a date has working hours that start on it. */
export function isWorkingDay(date: string, calendar: CompiledCalendar): boolean {
  return spansOn(dayOf(date), calendar).length > 0;
}

/** Whether an instant is within working hours; the end of a span is excluded. Null if the instant has no valid date. */
export function isWorkingTime(ms: number, calendar: CompiledCalendar, zone: string): boolean | null {
  const day = dayAt(ms, zone);
  if (day === null) return null;
  return [day - 1, day].some((each) => instantsOn(each, calendar, zone).some(({ from, to }) => from <= ms && ms < to));
}

/** Returns the date this many working days later, or earlier for a negative count; null if it is too far away. */
export function addWorkingDays(date: string, count: number, calendar: CompiledCalendar): string | null {
  const found = stepped(dayOf(date), count, calendar);
  return found === null ? null : dateAt(found);
}

/**
 * Returns the earliest date that is at or after `least` once the working days are added. It turns a comparison of a
 * date plus working days into a comparison of the date alone, since later dates never lead to earlier results.
 */
export function earliestReaching(least: string, count: number, calendar: CompiledCalendar): string | null {
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
 * Adds working time to an instant: first the days, which keep the local time of day, then hours and less, which only
 * pass within working hours. Returns the earliest instant at which they are over, or the latest when going back. Null
 * if it is too far away or there are no working hours.
 */
export function addWorkingTime(
  ms: number,
  { days, ms: length }: WorkingLength,
  calendar: CompiledCalendar,
  zone: string,
): number | null {
  const moved = days === 0 ? ms : movedDays(ms, days, calendar, zone);
  if (moved === null || length === 0) return moved;
  const found = length > 0 ? forward(moved, length, calendar, zone) : backward(moved, 0 - length, calendar, zone);
  return found === null ? null : instantInRange(found);
}

/**
 * Returns the working time between two instants in milliseconds, negative if the second is earlier; null if they are
 * too far apart.
 */
export function workingTimeBetween(from: number, to: number, calendar: CompiledCalendar, zone: string): number | null {
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

/** Returns the local time of day, `HH:MM`. */
export function timeOf(ms: number, zone: string): string {
  return toTime(fromAbsolute(ms, zone)).toString().slice(0, 5);
}

/** Returns the number of days since 1970-01-01. */
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

/** Returns the spans of a day. 1970-01-01 was a Thursday. */
function spansOn(day: number, { spans, holidays }: CompiledCalendar): readonly Span[] {
  if (holidays.has(day)) return NONE;
  return spans.get(((((day + 3) % 7) + 7) % 7) + 1) ?? NONE;
}

const NONE: readonly Span[] = [];

function instantsOn(day: number, calendar: CompiledCalendar, zone: string): Span[] {
  return spansOn(day, calendar).flatMap(({ from, to }) => {
    const [date, next] = [dateAt(day), dateAt(day + 1)];
    if (date === null || next === null) return [];
    return [
      { from: instantOf(date, from, zone), to: to < DAY ? instantOf(date, to, zone) : instantOf(next, to - DAY, zone) },
    ];
  });
}

function stepped(day: number, count: number, calendar: CompiledCalendar): number | null {
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

function movedDays(ms: number, days: number, calendar: CompiledCalendar, zone: string): number | null {
  const day = dayAt(ms, zone);
  const to = day === null ? null : stepped(day, days, calendar);
  return day === null || to === null ? null : addToInstant(ms, { months: 0, days: to - day, ms: 0 }, zone);
}

function forward(ms: number, length: number, calendar: CompiledCalendar, zone: string): number | null {
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

function backward(ms: number, length: number, calendar: CompiledCalendar, zone: string): number | null {
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

/** Returns `HH:MM` in milliseconds from midnight; `24:00` is the end of a day. */
function clock(text: string): number | null {
  const found = /^(\d{2}):([0-5]\d)$/.exec(text);
  const ms = (Number(found?.[1]) * 60 + Number(found?.[2])) * 60_000;
  return Number.isNaN(ms) || ms > DAY ? null : ms;
}
