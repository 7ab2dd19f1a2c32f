import { currencyScale } from '../../fields/text/currency.ts';
import { MAX_DIGITS, toUnits } from '../../fields/text/decimals.ts';
import type { Duration, Value } from '../../fields/text/value.ts';
import { nearest } from '../syntax/nearest-name.ts';
import type { StaticType } from './static.ts';

/** Units of bytes, by their power of ten. */
const BYTES: ReadonlyMap<string, number> = new Map([
  ['byte', 0],
  ['bytes', 0],
  ['B', 0],
  ['kB', 3],
  ['KB', 3],
  ['MB', 6],
  ['GB', 9],
  ['TB', 12],
]);

const HOUR = 3_600_000;

/** Short names of units of time. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['ms', 'millisecond'],
  ['s', 'second'],
  ['sec', 'second'],
  ['secs', 'second'],
  ['min', 'minute'],
  ['mins', 'minute'],
  ['h', 'hour'],
  ['hr', 'hour'],
  ['hrs', 'hour'],
  ['workday', 'working day'],
  ['workdays', 'working day'],
]);

/** Units of working time: `working days`, `business hours`. */
const WORKING_UNIT = /^(?:working|business) (day|hour|minute)s?$/;

/** Units of time; days and longer are calendar units, the others are exact. */
const TIMES: ReadonlyMap<string, Duration> = new Map([
  ['millisecond', { months: 0, days: 0, ms: 1 }],
  ['second', { months: 0, days: 0, ms: 1000 }],
  ['minute', { months: 0, days: 0, ms: 60_000 }],
  ['hour', { months: 0, days: 0, ms: HOUR }],
  ['day', { months: 0, days: 1, ms: 0 }],
  ['week', { months: 0, days: 7, ms: 0 }],
  ['month', { months: 1, days: 0, ms: 0 }],
  ['quarter', { months: 3, days: 0, ms: 0 }],
  ['year', { months: 12, days: 0, ms: 0 }],
]);

const EVERYDAY = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];

/** The value and static type of a written number, or what is wrong with it. */
export type Quantity =
  | { readonly type: StaticType; readonly value: Value }
  | { readonly message: string; readonly next: string; readonly fix: string | null };

/** Returns the exact value of `1.5`, `25 EUR`, `10 MB` or `3 days`, in units of its scale. */
export function quantityOf(digits: string, unit: string | null): Quantity {
  const fraction = digits.split('.')[1]?.length ?? 0;
  if (unit === null) return number(digits, fraction, null);
  const minor = currencyScale(unit);
  if (minor !== null) return number(digits, Math.max(minor, fraction), unit);
  const power = BYTES.get(unit);
  if (power !== undefined) return bytes(digits, fraction, power);
  const spelled = SHORT.get(unit) ?? unit;
  const working = WORKING_UNIT.exec(spelled)?.[1];
  const time = TIMES.get(working ?? spelled) ?? TIMES.get(spelled.replace(/s$/, ''));
  if (time !== undefined) return duration(digits, fraction, unit, time, working === undefined ? 'duration' : 'working');
  return unknownUnit(unit);
}

function number(digits: string, scale: number, unit: string | null): Quantity {
  const value = toUnits(digits, scale);
  if (typeof value === 'number') return { type: { t: 'number', scale, unit }, value };
  return { message: `The number ${digits} is too large.`, next: `Use at most ${MAX_DIGITS} digits.`, fix: null };
}

function bytes(digits: string, fraction: number, power: number): Quantity {
  const whole = toUnits(digits, fraction);
  const value = typeof whole === 'number' ? whole * 10 ** (power - fraction) : Number.NaN;
  if (Number.isSafeInteger(value)) return { type: { t: 'number', scale: 0, unit: 'B' }, value };
  return {
    message: 'This size is not a whole number of bytes, or too large.',
    next: 'Write it as in 10 MB.',
    fix: null,
  };
}

function duration(digits: string, fraction: number, unit: string, time: Duration, t: 'duration' | 'working'): Quantity {
  const units = toUnits(digits, fraction);
  const count = typeof units === 'number' ? units : Number.NaN;
  const [months, days, ms] = [time.months, time.days, time.ms].map((part) => (part * count) / 10 ** fraction);
  if (Number.isSafeInteger(months) && Number.isSafeInteger(days) && Number.isSafeInteger(ms)) {
    return { type: { t }, value: { months: months ?? 0, days: days ?? 0, ms: ms ?? 0 } };
  }
  return {
    message: `${digits} ${unit} is no whole number of days or milliseconds.`,
    next: 'Write whole units, as in 36 hours.',
    fix: null,
  };
}

function unknownUnit(unit: string): Quantity {
  const times = [...TIMES.keys()].map((name) => `${name}s`);
  const names = [...EVERYDAY, ...BYTES.keys(), ...times, 'working days', 'working hours'];
  const near = currencyScale(unit.toUpperCase()) !== null ? unit.toUpperCase() : nearest(unit, names);
  const next = near === null ? 'Units are currencies (EUR), sizes (MB) and times (days).' : `Did you mean ${near}?`;
  return { message: `"${unit}" is not a unit.`, next, fix: near };
}
