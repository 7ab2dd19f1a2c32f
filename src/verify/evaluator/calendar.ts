/** Months and days are those of the calendar, milliseconds are exact; `working`: both count in working time alone. */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
  readonly working?: true;
}

const DAY = 86_400_000;

/** 1 January of the year 1 and 31 December of the year 9999: there is no day and no instant beyond. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

/** The day, where there is one of that number; else null. */
export function dayThere(day: number): number | null {
  return day >= FIRST_DAY && day <= LAST_DAY ? day : null;
}

/** The instant, where there is one; else null. */
export function instantThere(ms: number): number | null {
  return dayThere(Math.floor(ms / DAY)) === null ? null : ms;
}

/** The number of a day since 1 January 1970, by the Gregorian calendar; null for a day that there is not. */
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

/** `2026-11-20T10:00:00.000Z`, or with another offset; null where it is no instant. */
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
  return instantThere(clock - offsetIn(found[6] ?? 'Z'));
}

/** The instant in UTC, to the millisecond. */
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

/** The day that it is in the zone at this instant; at both ends of the calendar it may be one that there is not. */
export function dayIn(zone: string, ms: number): number {
  return Math.floor(clockIn(zone, ms) / DAY);
}

/** The first instant of a day in the zone. */
export function startOf(zone: string, day: number): number {
  return instantAt(zone, day * DAY);
}

/** A day so much later, null where there is none. A month without that day ends earlier. Hours are no part of a day: null. */
export function laterDay(day: number, span: Span): number | null {
  return span.ms === 0 ? shifted(day, span) : null;
}

/** The same time on the clock of the zone so many months and days later, and then so many milliseconds; null where no such day or instant is. */
export function laterInstant(zone: string, ms: number, span: Span): number | null {
  if (span.months === 0 && span.days === 0) return instantThere(ms + span.ms);
  const clock = clockIn(zone, ms);
  const day = dayThere(Math.floor(clock / DAY));
  const later = day === null ? null : shifted(day, span);
  if (day === null || later === null) return null;
  const moved = instantThere(instantAt(zone, later * DAY + (clock - day * DAY)));
  return moved === null ? null : instantThere(moved + span.ms);
}

/** The first day of the week (Monday), month, quarter or year of a day. */
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
  return dayThere(dayNumber(toYear, toMonth, Math.min(date, daysIn(toYear, toMonth))) + days);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once for a zone: that takes longer than all that is asked of it. */
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

/** What the clock of the zone shows, as if it were UTC. */
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

/** The time on the clock of a zone, in milliseconds from midnight. */
export function timeIn(zone: string, ms: number): number {
  const clock = clockIn(zone, ms);
  return clock - Math.floor(clock / DAY) * DAY;
}

/** The instant at which the clock of the zone shows this time. In a gap later by its length, in an overlap the first. */
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
