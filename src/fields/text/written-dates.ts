/** Dates, times and instants as they are written, and which of them exist. Needs no calendar. */

/** The range of instants: 0001-01-01T00:00Z to the last millisecond of 9999. */
export const FIRST_INSTANT = -62_135_596_800_000;
export const LAST_INSTANT = 253_402_300_799_999;

/** Whether the name is a time zone known to this machine, such as `Europe/Berlin`. Offsets such as `+02:00` are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns a valid `YYYY-MM-DD` date in the years 0001 to 9999; otherwise null. */
export function parseDate(text: string): string | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (found === null || text < '0001') return null;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? text : null;
}

/**
 * Parses ISO 8601 with `Z` or an offset, with optional seconds and up to three digits of them, into UTC milliseconds;
 * otherwise null. More digits would have to be rounded and are refused.
 */
export function parseInstant(text: string): number | null {
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (found === null) return null;
  const [, date = '', time = '', offset = ''] = found;
  const day = parseDate(date);
  const clock = parseTime(time);
  const shift = offset === 'Z' ? 0 : offsetOf(offset);
  if (day === null || clock === null || shift === null) return null;
  return instantInRange(Date.parse(`${day}T00:00:00.000Z`) + clock - shift);
}

/** Formats an instant as ISO 8601 in UTC with milliseconds: `2026-11-03T09:30:00.000Z`. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Parses `HH:MM` or `HH:MM:SS`, with up to three more digits, into milliseconds since midnight; otherwise null. */
export function parseTime(text: string): number | null {
  const found = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/.exec(text);
  if (found === null) return null;
  const [hours, minutes, seconds] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((found[4] ?? '').padEnd(3, '0'));
}

/** Returns the instant if it is in the years 0001 to 9999; otherwise null. */
export function instantInRange(ms: number): number | null {
  return ms >= FIRST_INSTANT && ms <= LAST_INSTANT ? ms : null;
}

/** Returns the number of days in a month; months count from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function offsetOf(text: string): number | null {
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(4, 6))];
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
