import { dateOf, formatInstant, instantOf, parseDate, parseInstant, parseTime } from '../../fields/calendar.ts';

/** What the clocks of a zone show. */
export interface WallClock {
  readonly date: string;
  readonly hour: number;
  readonly minute: number;
}

/** What the clocks of the zone show at an instant of the wire; null where the text is none, or their date no date. */
export function wallClockOf(text: string, zone: string): WallClock | null {
  const ms = parseInstant(text);
  if (ms === null) return null;
  const date = dateOf(ms, zone);
  if (date === null) return null;
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(ms);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value ?? 0);
  return { date, hour: part('hour'), minute: part('minute') };
}

/**
 * The instant, as the wire has it, at which the clocks of the zone show this. A time that they skip moves forward; of
 * one that they show twice the first is meant. Null for a day outside the calendar.
 */
export function instantText({ date, hour, minute }: WallClock, zone: string): string | null {
  if (parseDate(date) === null) return null;
  const text = formatInstant(instantOf(date, (hour * 60 + minute) * 60_000, zone));
  return parseInstant(text) === null ? null : text;
}

/** `2026-11-03 14:30` as typed, on the clocks of the zone, to the wire; what can't be read stays as it is. */
export function instantOfTyped(typed: string, zone: string): string {
  const [day = '', time = '00:00', ...rest] = typed.trim().split(/[ T]+/);
  const [date, ms] = [parseDate(day), parseTime(time)];
  if (date === null || ms === null || rest.length > 0) return typed;
  return instantText({ date, hour: Math.floor(ms / 3_600_000), minute: Math.floor(ms / 60_000) % 60 }, zone) ?? typed;
}

/** An instant of the wire as it is typed: `2026-11-03 14:30`. */
export function typedOfInstant(text: string, zone: string): string {
  const clock = wallClockOf(text, zone);
  if (clock === null) return text;
  return `${clock.date} ${two(clock.hour)}:${two(clock.minute)}`;
}

const two = (number: number): string => String(number).padStart(2, '0');
