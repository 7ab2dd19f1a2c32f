import { dateOf, formatInstant, instantOf, parseInstant, parseTime } from '../calendar/calendar.ts';
import { plainText } from '../text/digits.ts';
import type { Parsed } from '../text/expected.ts';
import { dateLanguage } from '../text/format.ts';
import { dateIn } from './parse-date.ts';
import { timeIn } from './parse-time.ts';

/** Maximum length of a date with a time. */
const LONGEST = 60;

/** The language and time zone in which a text is read. */
export interface Place {
  readonly language: string;
  readonly zone: string;
}

/**
 * Parses a date and a time in the zone, in either order, as the language writes them; or an ISO instant with its own
 * zone. A date alone is not accepted.
 */
export function parseInstantText(text: string, place: Place): Parsed {
  const plain = plainText(text);
  if (plain === '') return { value: null };
  const instant = plain === null || plain.length > LONGEST ? null : (parseInstant(plain) ?? onClocks(plain, place));
  return instant === null
    ? { expected: { is: 'date and time', example: typedInstant('2026-11-27T14:30:00Z', { ...place, zone: 'UTC' }) } }
    : { value: formatInstant(instant) };
}

/**
 * Returns an ISO instant as text for an input, to the minute; any other text unchanged. If the language's own form
 * would not parse to this instant: `2026-11-27 14:30`.
 */
export function typedInstant(instant: string, place: Place): string {
  const ms = parseInstant(instant);
  if (ms === null) return instant;
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const format = { ...day, hour: '2-digit', minute: '2-digit', timeZone: place.zone } as const;
  const typed = new Intl.DateTimeFormat(dateLanguage(place.language), format).format(ms);
  const clocks = clocksAt(ms, place.zone);
  const read = clocksOf(plainText(typed) ?? '', place.language);
  return read !== null && textOf(read) === clocks ? typed : clocks;
}

/** A local date, and the milliseconds since its midnight. */
interface Clocks {
  readonly date: string;
  readonly ms: number;
}

/** Returns `2026-11-27 14:30`. */
function textOf({ date, ms }: Clocks): string {
  const minutes = Math.floor(ms / 60_000);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function clocksAt(ms: number, zone: string): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const;
  return `${dateOf(ms, zone)} ${new Intl.DateTimeFormat('en', format).format(ms)}`;
}

/** Returns the instant of a local time; null also for a time skipped by a clock change. */
function onClocks(plain: string, { language, zone }: Place): number | null {
  const read = clocksOf(plain, language);
  const instant = read === null ? null : parseInstant(formatInstant(instantOf(read.date, read.ms, zone)));
  return read !== null && instant !== null && clocksAt(instant, zone) === textOf(read) ? instant : null;
}

/** Splits the text into a date and a time; null unless there is exactly one way. */
function clocksOf(plain: string, language: string): Clocks | null {
  const joined = joinedBy(language);
  for (const { index, 0: between } of plain.matchAll(/[ ,،]+|(?<=\d)T(?=\d)/gu)) {
    const parts = [plain.slice(0, index), plain.slice(index + between.length)].map((part) =>
      part.replace(/^,|,$/g, ''),
    );
    for (const [day = '', time = ''] of [parts, parts.toReversed()]) {
      const bare = joined !== '' && day.endsWith(` ${joined}`) ? day.slice(0, -joined.length - 1) : day;
      const date = dateIn(bare.trim(), language);
      const ms = date === null ? null : timeOf(time.trim(), language);
      if (date !== null && ms !== null) return { date, ms };
    }
  }
  return null;
}

/** Returns the milliseconds since midnight; in 24-hour form the text may have seconds. */
function timeOf(text: string, language: string): number | null {
  const time = timeIn(text, language);
  return time === null ? parseTime(text) : parseTime(time);
}

/** Returns the word between a date and a time, such as `klo`; empty if there is none. */
function joinedBy(language: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const parts = new Intl.DateTimeFormat(dateLanguage(language), format).formatToParts(Date.UTC(2026, 10, 27, 14, 30));
  const literal = parts[parts.findIndex(({ type }) => type === 'hour') - 1];
  return literal?.type === 'literal' ? (plainText(literal.value) ?? '').replace(/^[,،]/u, '').trim() : '';
}
