import {
  CalendarDate,
  CalendarDateTime,
  fromAbsolute,
  parseDate as parseIso,
  toCalendarDate,
  toCalendarDateTime,
} from '@internationalized/date';
import type { Duration } from '../text/value.ts';
import { daysInMonth, instantInRange } from '../text/written-dates.ts';

export { formatInstant, isTimeZone, parseDate, parseInstant, parseTime } from '../text/written-dates.ts';

/** Calendar units of durations and intervals. */
export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const DAY = 86_400_000;
// ── Between dates and instants ───────────────────────────────────────────────────────────────────

/** Returns the date of an instant in the zone; null outside 0001-01-01 to 9999-12-31. */
export function dateOf(ms: number, zone: string): string | null {
  const clocks = clocksAt(ms, zone);
  return clocks === null ? null : toCalendarDate(clocks).toString();
}

/** Like `dateOf`, for grouping and display: an instant outside the range gives the first or the last date. */
export function nearestDate(ms: number, zone: string): string {
  return dateOf(ms, zone) ?? (ms < 0 ? '0001-01-01' : '9999-12-31');
}

let known = ['', ''];

/**
 * Returns today's date in the document's zone. Memoized per second, because it is needed for every record and no zone
 * offset changes within a second.
 */
export function today(now: number, zone: string): string {
  const at = zone + Math.floor(now / 1000);
  if (known[0] !== at) known = [at, nearestDate(now, zone)];
  return known[1] ?? '';
}

/**
 * Returns the instant of a date and a time of day (milliseconds since midnight) in the zone. A time skipped by a clock
 * change moves forward by the gap; of a time that occurs twice, the first counts.
 */
export function instantOf(date: string, timeOfDay: number, zone: string): number {
  return atTime(date, timeOfDay).toDate(zone, 'compatible').getTime();
}

// ── Arithmetic ───────────────────────────────────────────────────────────────────────────────────

/**
 * Adds a duration to a date: months first (31 January + 1 month is the last of February), then days, then the whole
 * days in the hours. Null outside the years 0001 to 9999.
 */
export function addToDate(date: string, duration: Duration): string | null {
  const moved = shift(parseIso(date), duration.months, duration.days + Math.floor(duration.ms / DAY));
  return moved?.toString() ?? null;
}

/**
 * Adds a duration to an instant. Months and days keep the local time of day (see `instantOf`); hours and less are exact
 * and come last. Null outside the years 0001 to 9999, also if only the local date is outside and the duration has
 * months or days.
 */
export function addToInstant(ms: number, duration: Duration, zone: string): number | null {
  const { months, days } = duration;
  if (months === 0 && days === 0) return instantInRange(ms + duration.ms);
  const second = Math.floor(ms / 1000);
  const key = `${second} ${months} ${days} ${zone}`;
  const known = movedLately.get(key);
  const moved = known === undefined ? movedOnClocks(second * 1000, duration, zone) : known;
  if (known === undefined) {
    if (movedLately.size >= MOST_LATELY) movedLately.clear();
    movedLately.set(key, moved);
  }
  return moved === null ? null : instantInRange(moved + ms - second * 1000 + duration.ms);
}

/** Results memoized per second, because they are needed for every record and no zone offset changes within a second. */
const movedLately = new Map<string, number | null>();
const MOST_LATELY = 200;

function movedOnClocks(ms: number, { months, days }: Duration, zone: string): number | null {
  const clock = clocksAt(ms, zone);
  if (clock === null) return null;
  const moved = shift(toCalendarDate(clock), months, days);
  if (moved === null) return null;
  const wall = new CalendarDateTime(moved.year, moved.month, moved.day, clock.hour, clock.minute, clock.second);
  return wall.toDate(zone, 'compatible').getTime();
}

/** Negates a duration: `addToDate(d, negated(x))` is d - x. */
export function negated(duration: Duration): Duration {
  return { months: 0 - duration.months, days: 0 - duration.days, ms: 0 - duration.ms };
}

/** Adds two durations unit by unit, without carrying. */
export function addDurations(a: Duration, b: Duration): Duration {
  return { months: a.months + b.months, days: a.days + b.days, ms: a.ms + b.ms };
}

/** Returns the number of days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY;
}

/** Returns `to - from` of two dates, in days. */
export function dateDifference(to: string, from: string): Duration {
  return { months: 0, days: daysBetween(from, to), ms: 0 };
}

/** Returns `to - from` of two instants, exactly. */
export function instantDifference(to: number, from: number): Duration {
  return { months: 0, days: 0, ms: to - from };
}

/**
 * Compares two durations, with days of 24 hours: negative, 0 or positive. Null if the order depends on which months are
 * meant, as for 1 month and 30 days.
 */
export function compareDurations(a: Duration, b: Duration): number | null {
  const months = a.months - b.months;
  const rest = (a.days - b.days) * DAY + a.ms - b.ms;
  if (months === 0) return rest;
  const sign = Math.sign(months);
  const [shortest, longest] = daysOfMonths(Math.abs(months));
  const bounds = [sign * shortest * DAY + rest, sign * longest * DAY + rest];
  if (bounds.every((bound) => bound > 0)) return 1;
  return bounds.every((bound) => bound < 0) ? -1 : null;
}

// ── Units ────────────────────────────────────────────────────────────────────────────────────────

/** Returns the first day of the unit that contains the date. Weeks begin on Monday. */
export function startOfUnit(date: string, unit: CalendarUnit): string {
  const { year, month, day } = parseIso(date);
  switch (unit) {
    case 'day':
      return date;
    case 'week':
      return startOfWeek(date);
    case 'month':
      return iso(year, month, 1);
    case 'quarter':
      return iso(year, month - ((month - 1) % 3), 1);
    case 'year':
      return day === 1 && month === 1 ? date : iso(year, 1, 1);
  }
}

/**
 * Returns the first instant of the unit that contains an instant, in the zone. Null if it or its date is outside the
 * years 0001 to 9999.
 */
export function startOfUnitAt(ms: number, unit: CalendarUnit, zone: string): number | null {
  const date = dateOf(ms, zone);
  return date === null ? null : instantInRange(instantOf(startOfUnit(date, unit), 0, zone));
}

/** Returns one unit as a duration: a quarter is three months. */
export function durationOfUnit(unit: CalendarUnit): Duration {
  const months = { day: 0, week: 0, month: 1, quarter: 3, year: 12 }[unit];
  const days = { day: 1, week: 7, month: 0, quarter: 0, year: 0 }[unit];
  return { months, days, ms: 0 };
}

/** Returns the day of the week, from 1 (Monday) to 7 (Sunday). */
export function weekday(date: string): number {
  const days = daysBetween('0001-01-01', date);
  return (days % 7) + 1;
}

// ── Inside ───────────────────────────────────────────────────────────────────────────────────────

/** The library clamps years to 1 to 9999 and would show a wrong year: the offset shows whether it did. */
function clocksAt(ms: number, zone: string): CalendarDateTime | null {
  const clocks = fromAbsolute(ms, zone);
  return instantInRange(ms + clocks.offset) === null ? null : toCalendarDateTime(clocks);
}

/** 0001-01-01 is a Monday, so no week starts before it. */
function startOfWeek(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) - (weekday(date) - 1) * DAY).toISOString().slice(0, 10);
}

function shift(date: CalendarDate, months: number, days: number): CalendarDate | null {
  const index = date.year * 12 + (date.month - 1) + months;
  const [year, month] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  if (!(year >= 0 && year <= 10_000)) return null;
  const start = epochDay(year, month, Math.min(date.day, daysInMonth(year, month)));
  const ms = instantInRange((start + days) * DAY);
  if (ms === null) return null;
  const moved = new Date(ms);
  return new CalendarDate(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

function epochDay(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY;
}

function atTime(date: string, timeOfDay: number): CalendarDateTime {
  const { year, month, day } = parseIso(date);
  const [hour, minute] = [Math.floor(timeOfDay / 3_600_000), Math.floor(timeOfDay / 60_000) % 60];
  return new CalendarDateTime(year, month, day, hour, minute, Math.floor(timeOfDay / 1000) % 60, timeOfDay % 1000);
}

const iso = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Returns the minimum and maximum number of days in this many consecutive months. */
export function daysOfMonths(months: number): readonly [number, number] {
  const years = Math.floor(months / 12);
  const rest = months % 12;
  const least = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334][rest] ?? 0;
  const most = [0, 31, 62, 92, 123, 153, 184, 215, 245, 276, 306, 337][rest] ?? 0;
  return [years * 365 + least, years * 366 + most];
}
