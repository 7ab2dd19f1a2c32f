/**
 * A duration. Months and days are calendar units, milliseconds are exact; `working`: days and milliseconds count only
 * in working time.
 */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
  readonly working?: true;
}

const DAY = 86_400_000;

/** The first and last supported day: 1 January of year 1 and 31 December of year 9999. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

/** Returns the day if it is within the supported range, otherwise null. */
export function supportedDay(day: number): number | null {
  return day >= FIRST_DAY && day <= LAST_DAY ? day : null;
}

/** Returns the instant if it is within the supported range, otherwise null. */
export function supportedInstant(ms: number): number | null {
  return supportedDay(Math.floor(ms / DAY)) === null ? null : ms;
}

/** Returns the number of a day since 1 January 1970 in the Gregorian calendar; null for an invalid day. */
export function dayOf(text: string): number | null {
  const found = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (found === null) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return dayNumber(year, month, day);
}

/** `2026-11-20`. */
export function dayText(day: number): string {
  const { year, month, date } = civil(day);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
}

/** Parses `2026-11-20T10:00:00.000Z`, or with another offset; null if it is not an instant. */
export function instantOf(text: string): number | null {
  const found =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,3}))?)?(Z|[+-][0-9]{2}:[0-9]{2})$/.exec(
      text,
    );
  const day = found === null ? null : dayOf(found[1] ?? '');
  if (found === null || day === null) return null;
  const [hour, minute, second] = [Number(found[2]), Number(found[3]), Number(found[4] ?? '0')];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const clock = day * DAY + ((hour * 60 + minute) * 60 + second) * 1000 + Number((found[5] ?? '').padEnd(3, '0'));
  return supportedInstant(clock - offsetIn(found[6] ?? 'Z'));
}

/** Formats an instant in UTC with milliseconds. */
export function instantText(ms: number): string {
  const day = Math.floor(ms / DAY);
  const rest = ms - day * DAY;
  const [hour, minute, second] = [
    Math.floor(rest / 3_600_000),
    Math.floor(rest / 60_000) % 60,
    Math.floor(rest / 1000) % 60,
  ];
  return `${dayText(day)}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}.${pad(rest % 1000, 3)}Z`;
}

/** Returns the day in the time zone at an instant. At both ends of the calendar it may be out of range. */
export function dayIn(zone: string, ms: number): number {
  return Math.floor(clockIn(zone, ms) / DAY);
}

/** Returns the first instant of a day in the time zone. */
export function startOfDayIn(zone: string, day: number): number {
  return instantAt(zone, day * DAY);
}

/**
 * Adds a duration to a day. A day that the month does not have becomes its last day. Null if out of range, or if the
 * duration has hours.
 */
export function addToDay(day: number, span: Span): number | null {
  return span.ms === 0 ? shifted(day, span) : null;
}

/**
 * Adds months and days at the same local time in the time zone, then milliseconds; null if a day or instant is out of
 * range.
 */
export function addToInstant(zone: string, ms: number, span: Span): number | null {
  if (span.months === 0 && span.days === 0) return supportedInstant(ms + span.ms);
  const clock = clockIn(zone, ms);
  const day = supportedDay(Math.floor(clock / DAY));
  const later = day === null ? null : shifted(day, span);
  if (day === null || later === null) return null;
  const moved = supportedInstant(instantAt(zone, later * DAY + (clock - day * DAY)));
  return moved === null ? null : supportedInstant(moved + span.ms);
}

/** Returns the first day of the week (Monday), month, quarter or year of a day. */
export function firstDay(of: 'Day' | 'Week' | 'Month' | 'Quarter' | 'Year', day: number): number {
  const { year, month } = civil(day);
  if (of === 'Day') return day;
  if (of === 'Week') return day - ((((day + 3) % 7) + 7) % 7);
  if (of === 'Month') return dayNumber(year, month, 1);
  return dayNumber(year, of === 'Year' ? 1 : month - ((month - 1) % 3), 1);
}

function shifted(day: number, { months, days }: Span): number | null {
  const { year, month, date } = civil(day);
  const count = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  return supportedDay(dayNumber(toYear, toMonth, Math.min(date, daysIn(toYear, toMonth))) + days);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the cached formatter of a time zone; creating one is expensive. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const options = {
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options });
  formats.set(zone, format);
  return format;
}

/** Returns the local time of a time zone in milliseconds, as if it were UTC. */
function clockIn(zone: string, ms: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, type === 'era' ? Number(value.startsWith('B')) : Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const seconds = (part('hour') * 60 + part('minute')) * 60 + part('second');
  const year = part('era') === 1 ? 1 - part('year') : part('year');
  return dayNumber(year, part('month'), part('day')) * DAY + seconds * 1000 + (((ms % 1000) + 1000) % 1000);
}

/** Returns the local time of day in milliseconds since midnight. */
export function localTimeOfDay(zone: string, ms: number): number {
  const clock = clockIn(zone, ms);
  return clock - Math.floor(clock / DAY) * DAY;
}

/**
 * Returns the instant with this local time. In a gap it is later by the length of the gap, in an overlap it is the
 * first.
 */
export function instantAt(zone: string, clock: number): number {
  const offsets = [clock - DAY, clock + DAY].map((near) => clockIn(zone, near) - near);
  const [before = 0, after = 0] = offsets;
  const fitting = [clock - before, clock - after].filter((ms) => clockIn(zone, ms) === clock);
  return fitting.length > 0 ? Math.min(...fitting) : clock - before;
}

function offsetIn(text: string): number {
  if (text === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function dayNumber(year: number, month: number, date: number): number {
  const before = year - 1;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  let day = before * 365 + leaps - 719_162;
  for (let each = 1; each < month; each += 1) day += daysIn(year, each);
  return day + date - 1;
}

function civil(day: number): { readonly year: number; readonly month: number; readonly date: number } {
  let year = 1970 + Math.floor(day / 366);
  while (dayNumber(year + 1, 1, 1) <= day) year += 1;
  while (dayNumber(year, 1, 1) > day) year -= 1;
  let month = 1;
  while (month < 12 && dayNumber(year, month + 1, 1) <= day) month += 1;
  return { year, month, date: day - dayNumber(year, month, 1) + 1 };
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
