import { currencyScale } from './currency.ts';
import { fromUnits } from './decimal-text.ts';
import type { Duration } from './value.ts';
import { isTimeZone } from './written-dates.ts';

/** The document's language (a BCP 47 tag) and time zone. */
export interface Locale {
  readonly language: string;
  readonly zone: string;
}

/** Formats values for people in one locale. Create it once and reuse it: it memoizes the `Intl` formatters. */
export interface Formatter extends Locale {
  /** `1,234.50`: units of 10⁻ˢ with all digits; `1234.50` if `grouped` is false. */
  number(units: number, scale: number, grouped?: boolean): string;
  /** `€89.90`; an unknown currency is shown as its code. */
  money(units: number, currency: string, scale?: number): string;
  /** `3 Nov 2026`. */
  date(date: string): string;
  /** `3 Nov 2026, 14:30` in the zone. */
  instant(ms: number): string;
  /** `14:30` in the zone. */
  time(ms: number): string;
  /** The unit that starts at a date: `3 Nov 2026`, `Nov 2026`, `Q4 2026`, `2026`; a week is named by its first day. */
  interval(date: string, unit: 'day' | 'week' | 'month' | 'quarter' | 'year'): string;
  /** `90 days`, `1 hour, 30 minutes`, `1 year, 6 months`. */
  duration(duration: Duration): string;
  /** `10 MB`; thousands, not 1024s, and at most one digit after the point. */
  bytes(bytes: number): string;
  /** `Travel, Meals and Other`. */
  list(items: readonly string[]): string;
  /** `Travel, Meals or Other`. */
  choice(items: readonly string[]): string;
  /** `Yes`, `No`. */
  truth(value: boolean): string;
}

/** The texts of yes and no. */
export interface TruthTexts {
  readonly yes: string;
  readonly no: string;
}

const ENGLISH_TRUTH: TruthTexts = { yes: 'Yes', no: 'No' };

type DurationUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond';

/** Returns a formatter. An unknown language or zone becomes English or UTC; a check reports it. */
export function formatter(locale: Locale, truth: TruthTexts = ENGLISH_TRUTH): Formatter {
  const language = isLanguage(locale.language) ? locale.language : 'en';
  const zone = isTimeZone(locale.zone) ? locale.zone : 'UTC';
  const calendar = dateLanguage(language);
  const numbers = keeping((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));
  const dates = keeping((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(calendar, options));
  const lists = keeping((options: Intl.ListFormatOptions) => new Intl.ListFormat(calendar, options));
  const day = (date: string, options: Intl.DateTimeFormatOptions) =>
    dates({ ...options, timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00.000Z`));
  const unit = (count: number, name: string, display: 'long' | 'short') =>
    numbers({ style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: 1 }).format(count);

  return {
    language,
    zone,
    number: (units, scale, grouped = true) =>
      numbers(grouped ? digits(scale) : { ...digits(scale), useGrouping: false }).format(exact(units, scale)),
    money(units, currency, scale = currencyScale(currency) ?? 2) {
      if (!/^[A-Z]{3}$/.test(currency))
        return `${numbers(digits(scale)).format(exact(units, scale))} ${currency}`.trim();
      return numbers({ style: 'currency', currency, ...digits(scale) }).format(exact(units, scale));
    },
    date: (date) => day(date, { dateStyle: 'medium' }),
    instant: (ms) => dates({ dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(ms),
    time: (ms) => dates({ timeStyle: 'short', timeZone: zone }).format(ms),
    interval(date, of) {
      if (of === 'day' || of === 'week') return day(date, { dateStyle: 'medium' });
      if (of === 'month') return day(date, { year: 'numeric', month: 'short' });
      const year = day(date, { year: 'numeric' });
      return of === 'year' ? year : `Q${Math.ceil(Number(date.slice(5, 7)) / 3)} ${year}`;
    },
    duration(duration) {
      const parts = durationParts(duration).map(([count, name]) => unit(count, name, 'long'));
      return lists({ type: 'unit', style: 'long' }).format(parts);
    },
    bytes(bytes) {
      const [size, name] = byteUnit(bytes);
      return unit(size, name, name === 'byte' ? 'long' : 'short');
    },
    list: (items) => lists({ type: 'conjunction' }).format(items),
    choice: (items) => lists({ type: 'disjunction' }).format(items),
    truth: (value) => (value ? truth.yes : truth.no),
  };
}

/** Returns the language for dates and lists: plain English puts the day first, `en-US` the month. */
export const dateLanguage = (language: string): string => (language === 'en' ? 'en-GB' : language);

/** Whether a text is a language tag whose dates and numbers this machine can format. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag]).length === 1;
  } catch {
    return false;
  }
}

/**
 * Splits a duration into parts. Hours are not converted to days, because a day may not have 24; an empty duration is 0
 * days.
 */
function durationParts({ months, days, ms }: Duration): readonly (readonly [number, DurationUnit])[] {
  const parts: readonly (readonly [number, DurationUnit])[] = [
    [Math.trunc(months / 12), 'year'],
    [months % 12, 'month'],
    [days, 'day'],
    [Math.trunc(ms / 3_600_000), 'hour'],
    [Math.trunc(ms / 60_000) % 60, 'minute'],
    [Math.trunc(ms / 1000) % 60, 'second'],
    [ms % 1000, 'millisecond'],
  ];
  const counted = parts.filter(([count]) => count !== 0);
  return counted.length > 0 ? counted : [[0, 'day']];
}

/**
 * Returns the size in the largest unit of which there is at least one after rounding to one digit: 999,960 bytes are 1
 * MB.
 */
function byteUnit(bytes: number): readonly [number, 'byte' | 'kilobyte' | 'megabyte' | 'gigabyte' | 'terabyte'] {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let size = bytes;
  let index = 0;
  while (Math.abs(size) >= (index === 0 ? 1000 : 999.95) && index < units.length - 1) {
    size /= 1000;
    index++;
  }
  return [size, units[index] ?? 'byte'];
}

const digits = (scale: number) => ({ minimumFractionDigits: scale, maximumFractionDigits: scale });

/** Returns decimal text, which `Intl` formats without converting to a float. */
const exact = (units: number, scale: number) => fromUnits(units, scale) as `${number}`;

/** Memoizes formatters by their options. The options are few: they come from this file, currencies and scales. */
function keeping<O extends object, F>(make: (options: O) => F): (options: O) => F {
  const made = new Map<string, F>();
  return (options) => {
    const key = JSON.stringify(options);
    const found = made.get(key);
    if (found !== undefined) return found;
    const formatter = make(options);
    made.set(key, formatter);
    return formatter;
  };
}
