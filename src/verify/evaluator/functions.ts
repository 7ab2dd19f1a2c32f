import {
  dayIn,
  dayOf,
  dayText,
  firstDay,
  localTimeOfDay,
  type Span,
  startOfDayIn,
  supportedDay,
  supportedInstant,
} from './calendar.ts';
import { expressionOf } from './expression.ts';
import { dividedBy, type Fraction, fraction, plus, unitsOf } from './number.ts';
import { isAmong, orderOf } from './operators.ts';
import { codePoints, sortKey } from './text.ts';
import { minutesOf } from './times.ts';
import { number, type Outcome, text, type Val, whole } from './value.ts';
import { isWorkingDay, isWorkingTime, type TimeContext, workingTime } from './working.ts';

type Known = Exclude<Val, null | boolean>;

const AGGREGATES: readonly string[] = ['sum', 'count', 'average', 'min', 'max', 'exists', 'none'];

function isList(value: Outcome): value is Extract<Val, { readonly k: 'list' }> {
  return value !== null && value !== undefined && typeof value !== 'boolean' && value.k === 'list';
}

/** Aliases of functions. */
const CALLED: ReadonlyMap<string, string> = new Map([
  ...['some', 'any'].map((name) => [name, 'exists'] as const),
  ['every', 'all'],
  ['length', 'size'],
]);

export const plainName = (name: string): string => CALLED.get(name) ?? name;

/**
 * Calls a function. The result is unknown if an argument is empty or unknown; an empty list counts as a list without
 * items.
 */
export function callFunction(name: string, args: readonly Outcome[], where: TimeContext): Outcome {
  if (name === 'coalesce') return args.find((arg) => arg !== null) ?? (args.includes(undefined) ? undefined : null);
  const [first] = args;
  if (args.length === 1 && isList(first) && [...AGGREGATES, 'size'].includes(name)) return aggregate(name, first.items);
  if (args.length === 1 && first === null && AGGREGATES.includes(name)) return aggregate(name, []);
  if (name === 'firstFree') return firstFree(args);
  if (name === 'contains' && isList(first)) return isAmong(args[1], first);
  const known = args.filter((arg): arg is Known | boolean => arg !== null && arg !== undefined);
  return known.length < args.length
    ? undefined
    : ofKnown(
        name,
        known.filter((arg) => typeof arg !== 'boolean'),
        where,
      );
}

/** Returns the smallest whole number between the bounds that is not among the values; empty if all are taken. */
function firstFree([of, from, to]: readonly Outcome[]): Outcome {
  if (of === undefined || (of !== null && !isList(of))) return undefined;
  const bound = (value: Outcome, otherwise: number): number =>
    value !== null && typeof value === 'object' && value.k === 'number'
      ? Number(value.n.p) / Number(value.n.q)
      : otherwise;
  const taken = new Set((of?.items ?? []).map((item) => bound(item, Number.NaN)));
  let least = bound(from, 1);
  while (taken.has(least)) least += 1;
  return least <= bound(to, Number.POSITIVE_INFINITY) ? whole(least) : null;
}

/**
 * Aggregates a list without its empty items. The sum of nothing is 0 in any unit; the other aggregates are empty then.
 */
function aggregate(name: string, list: readonly Val[]): Outcome {
  if (name === 'count' || name === 'size') return whole(list.length);
  if (name === 'exists' || name === 'none') return list.length > 0 === (name === 'exists');
  const items = list.filter((item) => item !== null);
  const numbers = items.filter(
    (item): item is Extract<Val, { readonly k: 'number' }> =>
      item !== null && typeof item !== 'boolean' && item.k === 'number',
  );
  if (name === 'min' || name === 'max') return extreme(name, items);
  if (numbers.length < items.length) return undefined;
  const sum = numbers.reduce<Fraction>((total, item) => plus(total, item.n), { p: 0n, q: 1n });
  const unit = numbers[0]?.unit ?? null;
  if (name === 'sum') return number(sum, unit);
  const mean = dividedBy(sum, fraction(BigInt(numbers.length), 1n));
  return mean === undefined ? null : number(mean, unit);
}

function extreme(name: string, items: readonly Val[]): Outcome {
  return items.reduce<Outcome>((best, item) => {
    if (best === undefined || best === null) return best === undefined ? undefined : item;
    const order = orderOf(item, best);
    if (order === undefined) return undefined;
    return (name === 'min' ? order < 0 : order > 0) ? item : best;
  }, items[0] ?? null);
}

function ofKnown(name: string, args: readonly Known[], where: TimeContext): Outcome {
  const { zone } = where;
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (name === 'min' || name === 'max') return extreme(name, args);
  if (name.startsWith('startOf')) return startOfPeriod(name.slice('startOf'.length), first, zone);
  if (name === 'round' && first.k === 'number' && second?.k === 'number') {
    const digits = Number(second.n.p);
    return number(fraction(unitsOf(first.n, digits), 10n ** BigInt(digits)), first.unit);
  }
  if ((name === 'floor' || name === 'ceil') && first.k === 'number') return whole(wholeOf(first.n, name === 'ceil'));
  if (name === 'text' && first.k === 'number')
    return text(digitsOf(wholeOf(first.n, false), second?.k === 'number' ? Number(second.n.p) : 1));
  if (name === 'cents' && first.k === 'number') return whole(unitsOf(first.n, centsOf(first.unit)));
  if (first.k === 'span') return lengthIn(name, first.span);
  if (name === 'abs' && first.k === 'number')
    return number({ p: first.n.p < 0n ? -first.n.p : first.n.p, q: first.n.q }, first.unit);
  if (first.k === 'text') return ofText(name, first.text, second?.k === 'text' ? second.text : null);
  if (name === 'size' && first.k === 'file') return number(fraction(BigInt(first.size), 1n), 'B');
  if (name === 'fileName' && first.k === 'file') return text(first.name);
  return ofWorking(name, first, second, where) ?? ofMoment(name, first, second, zone);
}

function ofWorking(name: string, first: Known, second: Known | undefined, where: TimeContext): Outcome {
  if (name === 'isWorkingDay' && first.k === 'date') return isWorkingDay(where, first.day);
  if (name === 'isWorkingDay' && first.k === 'instant') return isWorkingDay(where, dayIn(where.zone, first.ms));
  if (name === 'isWorkingTime' && first.k === 'instant') return isWorkingTime(where, first.ms);
  if (name !== 'workingTime' || first.k !== 'instant' || second?.k !== 'instant') return undefined;
  const ms = workingTime(where, first.ms, second.ms);
  return ms === undefined ? undefined : { k: 'span', span: { months: 0, days: 0, ms, working: true } };
}

const digitsOf = (of: bigint, length: number): string =>
  of < 0n ? `-${digitsOf(-of, length)}` : String(of).padStart(length, '0');

/** Rounds to the next whole number below or above. */
function wholeOf({ p, q }: Fraction, up: boolean): bigint {
  const down = p >= 0n || p % q === 0n ? p / q : p / q - 1n;
  return up && p % q !== 0n ? down + 1n : down;
}

const centsOf = (currency: string | null): number =>
  currency === null
    ? 2
    : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);

const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['seconds', 1000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
]);

/** Converts a duration to a unit with two decimals; unknown if it contains months. */
function lengthIn(name: string, { months, days, ms, working }: Span): Outcome {
  const unit = LENGTHS.get(name);
  if (unit === undefined || months !== 0 || (working === true && days !== 0)) return undefined;
  const hundredths = unitsOf(fraction(BigInt(days) * 86_400_000n + BigInt(Math.round(ms)), BigInt(unit)), 2);
  return number(fraction(hundredths, 100n));
}

function startOfPeriod(period: string, of: Known, zone: string): Outcome {
  if (period !== 'Day' && period !== 'Week' && period !== 'Month' && period !== 'Quarter' && period !== 'Year')
    return undefined;
  if (of.k === 'date') return { k: 'date', day: firstDay(period, of.day) };
  const day = dayOfMoment(of, zone);
  const ms = day === null ? null : supportedInstant(startOfDayIn(zone, firstDay(period, day)));
  return ms === null ? undefined : { k: 'instant', ms };
}

function ofText(name: string, of: string, part: string | null): Outcome {
  if (name === 'size') return whole(codePoints(of));
  if (name === 'lower') return text(of.toLowerCase());
  if (name === 'upper') return text(of.toUpperCase());
  if (name === 'slug') return slug(of);
  if (name === 'time') return timed(minutesOf(of));
  if (name === 'date') {
    const day = dayOf(of);
    return day === null ? undefined : { k: 'date', day };
  }
  if (part === null) return undefined;
  if (name === 'contains') return of.includes(part);
  if (name === 'startsWith') return of.startsWith(part);
  if (name === 'matches') return holdsPattern(of, part);
  return name === 'endsWith' ? of.endsWith(part) : undefined;
}

const timed = (minutes: number | null): Outcome => (minutes === null ? undefined : { k: 'time', minutes });

function slug(of: string): Outcome {
  const parts = sortKey(of, false)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return parts.length === 0 ? null : text(parts.join('-'));
}

function holdsPattern(of: string, pattern: string): Outcome {
  return expressionOf(pattern)?.test(of) ?? undefined;
}

function ofMoment(name: string, of: Known, other: Known | undefined, zone: string): Outcome {
  if (name === 'time' && of.k === 'time') return of;
  if (name === 'time' && of.k === 'instant') return timed(Math.floor(localTimeOfDay(zone, of.ms) / 60_000));
  const day = dayOfMoment(of, zone);
  if (day === null) return undefined;
  const [year = '', month = '', date = ''] = dayText(day).split('-');
  if (name === 'date') return { k: 'date', day };
  if (name === 'year') return whole(Number(year));
  if (name === 'month') return whole(Number(month));
  if (name === 'day') return whole(Number(date));
  if (name === 'weekday') return whole(day - firstDay('Week', day) + 1);
  const to = other === undefined ? null : dayOfMoment(other, zone);
  if (to === null) return undefined;
  if (name === 'daysBetween') return whole(to - day);
  if (name === 'monthsBetween') return whole(monthsBetween(day, to));
  return name === 'yearsBetween' ? whole(Math.trunc(monthsBetween(day, to) / 12)) : undefined;
}

/** Returns the whole months between two days, rounded towards zero. */
function monthsBetween(from: number, to: number): number {
  if (to < from) return -monthsBetween(to, from) || 0;
  const [y1 = 0, m1 = 0, d1 = 0] = dayText(from).split('-').map(Number);
  const [y2 = 0, m2 = 0, d2 = 0] = dayText(to).split('-').map(Number);
  return (y2 - y1) * 12 + (m2 - m1) - (d2 < d1 ? 1 : 0);
}

function dayOfMoment(of: Known, zone: string): number | null {
  if (of.k === 'date') return of.day;
  return of.k === 'instant' ? supportedDay(dayIn(zone, of.ms)) : null;
}
