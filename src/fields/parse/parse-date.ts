import { plainText } from '../text/digits.ts';
import type { Parsed } from '../text/expected.ts';
import { dateLanguage } from '../text/format.ts';
import { parseDate } from '../text/written-dates.ts';

/** Maximum length of a date. */
const LONGEST = 40;

/** How a language writes a date in digits. */
interface DateForm {
  readonly order: readonly ('day' | 'month' | 'year')[];
  /** Text after the last number, such as `г.`; empty if there is none. */
  readonly end: string;
  /** The calendar of the locale: `gregory` for most. */
  readonly calendar: string;
}

const IN_DIGITS = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;

/**
 * Parses a date: `2026-11-27` in every language, otherwise the language's own form, in digits or with the name of the
 * month. The year needs four digits; for two, the result asks for a full date.
 */
export function parseDateText(text: string, language: string): Parsed {
  const plain = plainText(text);
  if (plain === '') return { value: null };
  const date = plain === null ? null : dateIn(plain, language);
  return date === null ? { expected: { is: 'date', example: dateExample(language) } } : { value: date };
}

/** Returns the date in a plain text; null if it is not a date in this language. */
export function dateIn(plain: string, language: string): string | null {
  if (plain.length > LONGEST) return null;
  return parseDate(plain) ?? inDigits(plain, language) ?? withMonthName(plain, language);
}

/**
 * Returns a date in the language's own numeric form, or as `YYYY-MM-DD` if that form would not parse to the same date.
 */
export function typedDate(date: string, language: string): string {
  if (parseDate(date) === null) return date;
  const typed = format(language, IN_DIGITS).format(Date.parse(`${date}T00:00:00Z`));
  return dateIn(plainText(typed) ?? '', language) === date ? typed : date;
}

/** Returns an example date that shows the order of day and month. */
export const dateExample = (language: string): string => typedDate('2026-11-27', language);

function inDigits(plain: string, language: string): string | null {
  const [, one = '', first = '', two = '', second = '', three = '', end = ''] =
    /^(\d{1,4})( ?[./-] ?| )(\d{1,2})( ?[./-] ?| )(\d{1,4})(\D*)$/.exec(plain) ?? [];
  const { order, end: ownEnd } = formOf(language);
  const isEnd = end === '' || end.trim() === ownEnd || (end === '.' && first.startsWith('.'));
  if (three === '' || !isEnd || first.trim() !== second.trim()) return null;
  const numbers = [one, two, three];
  const part = (name: 'day' | 'month' | 'year') => numbers[order.indexOf(name)] ?? '';
  if (part('year').length !== 4 || part('month').length > 2 || part('day').length > 2) return null;
  return dateOf([part('year'), part('month'), part('day')].map(Number), language);
}

/** Converts a date of the language's own calendar to ISO. */
const dateOf = (asked: readonly number[], language: string): string | null =>
  formOf(language).calendar === 'gregory' ? isoOf(asked) : inCalendar(asked, language);

function isoOf([year = 0, month = 0, day = 0]: readonly number[]): string | null {
  const two = (number: number) => String(number).padStart(2, '0');
  return parseDate(`${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`);
}

/** Binary search: in every calendar with one era, later days have later dates. */
function inCalendar(asked: readonly number[], language: string): string | null {
  let [from, to] = [Date.parse('0001-01-01T00:00:00Z') / DAY, Date.parse('9999-12-31T00:00:00Z') / DAY];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isBefore(partsAt(middle, language), asked)) from = middle + 1;
    else to = middle;
  }
  const isThere = partsAt(from, language).every((part, index) => part === asked[index]);
  return isThere ? parseDate(new Date(from * DAY).toISOString().slice(0, 10)) : null;
}

const DAY = 86_400_000;

function partsAt(day: number, language: string): readonly number[] {
  const parts = format(language, IN_DIGITS).formatToParts(day * DAY);
  return (['year', 'month', 'day'] as const).map((name) =>
    Number(plainText(parts.find(({ type }) => type === name)?.value ?? '')),
  );
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

/**
 * Parses a date with the name of its month, short or in full: a date matches if the language formats it as this text.
 */
function withMonthName(plain: string, language: string): string | null {
  if (!/\p{L}/u.test(plain)) return null;
  const numbers = plain.match(/\d+/g) ?? [];
  const years = numbers.filter((number) => number.length === 4);
  const days = numbers.filter((number) => number.length <= 2);
  if (numbers.length > 3) return null;
  for (const year of years) {
    for (const day of days) {
      for (let month = 1; month <= 12; month++) {
        const date = dateOf([Number(year), month, Number(day)], language);
        if (date !== null && isWrittenSo(date, plain, language)) return date;
      }
    }
  }
  return null;
}

function isWrittenSo(date: string, plain: string, language: string): boolean {
  const text = folded(plain);
  return (['medium', 'long'] as const).some((dateStyle) => {
    const written = format(language, { dateStyle, timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`));
    return folded(plainText(written) ?? '') === text;
  });
}

const folded = (text: string): string => text.toLowerCase().replace(/\.$/, '');

const forms = new Map<string, DateForm>();

function formOf(language: string): DateForm {
  const known = forms.get(language);
  if (known !== undefined) return known;
  const made = format(language, IN_DIGITS);
  const parts = made.formatToParts(Date.parse('2026-11-27T00:00:00Z'));
  const last = parts.at(-1);
  const own = parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
  // A date that begins with the year is read as year, month, day in every language, even if the language puts the day
  // before the month: `2026-11-3`.
  const order = own[0] === 'year' ? (['year', 'month', 'day'] as const) : own;
  const end = last?.type === 'literal' ? (plainText(last.value) ?? '') : '';
  const form = { order, end, calendar: made.resolvedOptions().calendar };
  forms.set(language, form);
  return form;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${options.dateStyle ?? ''}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(dateLanguage(language), options);
  formats.set(key, made);
  return made;
}
