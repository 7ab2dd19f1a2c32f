import { plainText } from '../text/digits.ts';
import type { Parsed } from '../text/expected.ts';
import { dateLanguage } from '../text/format.ts';
import { formatLength, parseLength } from '../text/length.ts';
import { parseTime } from '../text/written-dates.ts';

/** How a language writes a time of day. */
interface TimeForm {
  /** The sign between hours and minutes. */
  readonly sign: string;
  /** Words for a part of the day, with the hours they are used for; empty for a 24-hour clock. */
  readonly parts: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Parses a time of day: `14:30` in every language, otherwise the language's own form. */
export function parseTimeText(text: string, language: string): Parsed {
  const plain = plainText(text);
  if (plain === '') return { value: null };
  const time = plain === null ? null : timeIn(plain, language);
  return time === null ? { expected: { is: 'time', example: '09:30' } } : { value: time };
}

/** Returns the time of day in a plain text as `14:30`; null if it is not one in this language. */
export function timeIn(plain: string, language: string): string | null {
  const { sign, parts } = formOf(language);
  const text = plain.toLowerCase();
  const [word, hoursOfWord] = [...parts].find(([each]) => text.startsWith(each) || text.endsWith(each)) ?? ['', null];
  const clock = (text.startsWith(word) ? text.slice(word.length) : text.slice(0, -word.length)).trim();
  const [, hours = '', between = '', minutes = ''] = /^(\d{1,2})(\D{1,3})(\d{2})$/.exec(clock) ?? [];
  if (between.trim() !== ':' && between.trim() !== sign) return null;
  const hour = hoursOfWord === null ? Number(hours) : hourMeant(Number(hours), hoursOfWord);
  const time = hour === null ? '' : `${String(hour).padStart(2, '0')}:${minutes}`;
  return parseTime(time) === null ? null : time;
}

/** Returns the hour (0 to 23) of a 12-hour time in a part of the day. */
function hourMeant(hour: number, hours: ReadonlySet<number>): number | null {
  if (hour < 1 || hour > 12) return null;
  return [hour % 12, (hour % 12) + 12].find((each) => hours.has(each)) ?? null;
}

/** Parses a length of time: `1 h 30 min`, `1:30`. */
export function parseDurationText(text: string): Parsed {
  const plain = plainText(text);
  if (plain === '') return { value: null };
  const ms = plain === null ? null : parseLength(plain);
  return ms === null || !Number.isSafeInteger(ms)
    ? { expected: { is: 'duration', example: '1 h 30 min' } }
    : { value: formatLength(ms) };
}

const forms = new Map<string, TimeForm>();

function formOf(language: string): TimeForm {
  const known = forms.get(language);
  if (known !== undefined) return known;
  const short = new Intl.DateTimeFormat(dateLanguage(language), { timeStyle: 'short', timeZone: 'UTC' });
  const digits = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const;
  const parts = new Map<string, Set<number>>();
  for (const format of [short, new Intl.DateTimeFormat(dateLanguage(language), digits)]) {
    for (let hour = 0; hour < 24; hour++) {
      const word = partOfDay(format, hour);
      if (word !== '') parts.set(word, (parts.get(word) ?? new Set()).add(hour));
    }
  }
  const written = short.formatToParts(MORNING);
  const sign = plainText(written[written.findIndex(({ type }) => type === 'minute') - 1]?.value ?? '') ?? '';
  const form = { sign, parts };
  forms.set(language, form);
  return form;
}

const MORNING = Date.UTC(2026, 10, 27, 9, 5);

function partOfDay(format: Intl.DateTimeFormat, hour: number): string {
  const word = format.formatToParts(Date.UTC(2026, 10, 27, hour, 5)).find(({ type }) => type === 'dayPeriod');
  return (plainText(word?.value ?? '') ?? '').toLowerCase();
}
