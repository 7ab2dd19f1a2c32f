import { formatInstant, instantOf, parseInstant, parseTime } from './calendar.ts';
import { plainText } from './digits.ts';
import type { Parsed } from './expected.ts';
import { dateLanguage } from './format.ts';
import { dateIn } from './parse-date.ts';
import { timeIn } from './parse-time.ts';

/** Longer texts are no date with a time. */
const LONGEST = 60;

/** Where text is read that names no time zone. */
export interface Place {
  readonly language: string;
  readonly zone: string;
}

/**
 * Reads text as a date and a time on the clocks of the zone, in either order as the language has them; or as the wire has
 * an instant, with its own zone. A date alone is none.
 */
export function parseInstantText(text: string, place: Place): Parsed {
  const plain = plainText(text);
  if (plain === '') return { value: null };
  const instant = plain === null || plain.length > LONGEST ? null : (parseInstant(plain) ?? onClocks(plain, place));
  return instant === null
    ? { expected: { is: 'date and time', example: typedInstant('2026-11-27T14:30:00Z', { ...place, zone: 'UTC' }) } }
    : { value: formatInstant(instant) };
}

/** An instant of the wire as it is typed, to the minute; the text itself where it is none. */
export function typedInstant(instant: string, { language, zone }: Place): string {
  const ms = parseInstant(instant);
  if (ms === null) return instant;
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const format = { ...day, hour: '2-digit', minute: '2-digit', timeZone: zone } as const;
  return new Intl.DateTimeFormat(dateLanguage(language), format).format(ms);
}

/** The only way to part the text into a date and a time; null where there is none. */
function onClocks(plain: string, { language, zone }: Place): number | null {
  const joined = joinedBy(language);
  for (const { index, 0: between } of plain.matchAll(/[ ,،]+|(?<=\d)T(?=\d)/gu)) {
    const parts = [plain.slice(0, index), plain.slice(index + between.length)].map((part) =>
      part.replace(/^,|,$/g, ''),
    );
    for (const [day = '', time = ''] of [parts, parts.toReversed()]) {
      const bare = joined !== '' && day.endsWith(` ${joined}`) ? day.slice(0, -joined.length - 1) : day;
      const date = dateIn(bare.trim(), language);
      const ms = date === null ? null : timeOf(time.trim(), language);
      if (date !== null && ms !== null) return parseInstant(formatInstant(instantOf(date, ms, zone)));
    }
  }
  return null;
}

/** Milliseconds since midnight; seconds may be there where hours count to 24. */
function timeOf(text: string, language: string): number | null {
  const time = timeIn(text, language);
  return time === null ? parseTime(text) : parseTime(time);
}

/** The word between a date and a time, such as `klo`; empty where there is none. */
function joinedBy(language: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const parts = new Intl.DateTimeFormat(dateLanguage(language), format).formatToParts(Date.UTC(2026, 10, 27, 14, 30));
  const literal = parts[parts.findIndex(({ type }) => type === 'hour') - 1];
  return literal?.type === 'literal' ? (plainText(literal.value) ?? '').replace(/^[,،]/u, '').trim() : '';
}
