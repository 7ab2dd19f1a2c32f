import {
  type CalendarUnit,
  dateOf,
  daysBetween,
  startOfUnit,
  startOfUnitAt,
  weekday,
} from '../../fields/calendar/calendar.ts';
import { timeOf } from '../../fields/calendar/working-time.ts';
import { divide } from '../../fields/text/decimals.ts';
import type { Value } from '../../fields/text/value.ts';
import { isDuration } from '../../fields/types/duration.ts';
import { DATE, INTEGER, isLength, isMoment, TIME } from '../types/kinds.ts';
import { define, type FunctionDef, text, typeAt } from './function-def.ts';

function startOf(unit: CalendarUnit): FunctionDef {
  const name = `startOf${unit.charAt(0).toUpperCase()}${unit.slice(1)}`;
  return define({
    name,
    about: 'The start of the day, week and so on of a date, or a date and time.',
    example: `${name}(${unit === 'day' ? 'now' : 'today'})`,
    typeOf: (args) => (isMoment(typeAt(args, 0)) ? typeAt(args, 0) : 'a date, or a date and time'),
    make:
      (_, zone) =>
      ([value]) =>
        typeof value === 'number' ? (startOfUnitAt(value, unit, zone) ?? undefined) : startOfUnit(text(value), unit),
    words: ([of = '']) =>
      of === 'now' || of === 'today'
        ? unit === 'day'
          ? 'the start of today'
          : `the start of this ${unit}`
        : `the start of the ${unit} of ${of}`,
  });
}

function partOfDate(name: 'year' | 'month' | 'day' | 'weekday', take: (date: string) => number): FunctionDef {
  return define({
    name,
    about: 'A part of a date: `month` from 1 to 12, `weekday` from 1 for Monday to 7 for Sunday.',
    example: `${name}(today)`,
    typeOf: (args) => (isMoment(typeAt(args, 0)) ? INTEGER : 'a date, or a date and time'),
    make:
      (_, zone) =>
      ([value]) => {
        const date = typeof value === 'number' ? dateOf(value, zone) : text(value);
        return date === null ? undefined : take(date);
      },
    words: ([of = '']) => `the ${name} of ${of}`,
  });
}

/**
 * Defines a function that returns a length of time in a unit, to two decimals. Months have no fixed length; the length
 * of a working day depends on the day.
 */
function lengthIn(name: 'days' | 'hours' | 'minutes' | 'seconds', ms: number): FunctionDef {
  return define({
    name,
    about: 'A length of time in this unit, to two decimals. Unknown if it holds months or working days.',
    example: `${name}(endedAt - startedAt)`,
    typeOf: (args) => (isLength(typeAt(args, 0)) ? { t: 'number', scale: 2, unit: null } : 'a length of time'),
    make: (args) => {
      const isWorking = typeAt(args, 0).t === 'working';
      return ([value]) => {
        if (value === undefined || !isDuration(value) || value.months !== 0 || (isWorking && value.days !== 0))
          return undefined;
        return divide(value.days * DAY + value.ms, 0, ms, 0, 2) ?? undefined;
      };
    },
    words: ([of = '']) => `${of} in ${name}`,
  });
}

const DAY = 86_400_000;

function between(name: string, unit: string, count: (from: string, to: string) => number): FunctionDef {
  return define({
    name,
    about: 'The whole units from one date to another; negative if the second is earlier.',
    example: `${name}(createdOn, today)`,
    arity: [2, 2],
    typeOf: (args) => (args.every((arg) => isMoment(arg.type)) ? INTEGER : 'two dates'),
    make: (_, zone) => {
      const date = (value: Value | undefined) => (typeof value === 'number' ? dateOf(value, zone) : text(value));
      return ([from, to]) => {
        const [one, other] = [date(from), date(to)];
        return one === null || other === null ? undefined : count(one, other);
      };
    },
    words: ([from = '', to = '']) => `the ${unit} from ${from} to ${to}`,
  });
}

const months = (from: string, to: string): number => {
  const [one, other] = [monthIndex(from), monthIndex(to)];
  const [day, otherDay] = [from.slice(8), to.slice(8)];
  if (to >= from) return other - one - (otherDay < day ? 1 : 0);
  return other - one + (otherDay > day ? 1 : 0);
};

const monthIndex = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** Functions of dates, moments and lengths of time. */
export const timeFunctions: readonly FunctionDef[] = [
  startOf('day'),
  startOf('week'),
  startOf('month'),
  startOf('quarter'),
  startOf('year'),
  define({
    name: 'date',
    about: 'The date of a date and time, or of a text.',
    example: 'date(submittedAt)',
    typeOf: (args) => (isMoment(typeAt(args, 0)) ? DATE : 'a date and time, or a text such as "2026-12-31"'),
    make:
      (_, zone) =>
      ([value]) =>
        typeof value === 'number' ? (dateOf(value, zone) ?? undefined) : (value ?? null),
    words: ([of = '']) => `the date of ${of}`,
  }),
  define({
    name: 'time',
    about: 'The time of day of a date and time, or of a text.',
    example: 'time(submittedAt)',
    typeOf: (args) => {
      const { t } = typeAt(args, 0);
      return t === 'instant' || t === 'time' ? TIME : 'a date and time, or a text such as "09:30"';
    },
    make:
      (_, zone) =>
      ([value]) =>
        typeof value === 'number' ? timeOf(value, zone) : (value ?? null),
    words: ([of = '']) => `the time of ${of}`,
  }),
  lengthIn('days', DAY),
  lengthIn('hours', 3_600_000),
  lengthIn('minutes', 60_000),
  lengthIn('seconds', 1000),
  partOfDate('year', (date) => Number(date.slice(0, 4))),
  partOfDate('month', (date) => Number(date.slice(5, 7))),
  partOfDate('day', (date) => Number(date.slice(8, 10))),
  partOfDate('weekday', weekday),
  between('daysBetween', 'days', daysBetween),
  between('monthsBetween', 'months', months),
  between('yearsBetween', 'years', (from, to) => Math.trunc(months(from, to) / 12)),
];
