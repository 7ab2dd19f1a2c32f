import { type CalendarUnit, dateOf, daysBetween, startOfUnit, startOfUnitAt, weekday } from '../fields/calendar.ts';
import { currencyScale } from '../fields/currency.ts';
import { rescale } from '../fields/decimals.ts';
import { lengthOf } from '../fields/fold.ts';
import type { Value } from '../fields/value.ts';
import { BOOLEAN, DATE, INTEGER, isMoney, TEXT } from './kinds.ts';
import type { Outcome } from './scope.ts';
import type { StaticType } from './static.ts';
import type { Typed } from './typed.ts';

/** A function of the language. Over an empty or unknown argument it is unknown, but for `coalesce`. */
export interface FunctionDef {
  readonly name: string;
  readonly about: string;
  readonly example: string;
  readonly arity: readonly [number, number];
  /** All arguments have one type, numbers one scale. */
  readonly alike: boolean;
  /** The type of the result; a text says what the function needs instead. */
  readonly typeOf: (args: readonly Typed[]) => StaticType | string;
  /** The closure over values that are all given. */
  readonly make: (args: readonly Typed[], zone: string) => (values: readonly Value[]) => Outcome;
  /** Whether a database can be asked it; the rest is answered in memory only. */
  readonly relational: boolean;
  /** As people read it, its arguments already in words. */
  readonly words: (args: readonly string[]) => string;
}

type Part = Partial<FunctionDef> & Pick<FunctionDef, 'name' | 'about' | 'example' | 'typeOf' | 'make' | 'words'>;

function define(part: Part): FunctionDef {
  return { arity: [1, 1], alike: false, relational: false, ...part };
}

const typeAt = (args: readonly Typed[], index: number): StaticType => args[index]?.type ?? { t: 'empty' };
const isMoment = (type: StaticType) => type.t === 'date' || type.t === 'instant';
const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

function startOf(unit: CalendarUnit): FunctionDef {
  const name = `startOf${unit.charAt(0).toUpperCase()}${unit.slice(1)}`;
  return define({
    name,
    about: `The beginning of the ${unit} that holds a date, or a date and time, in the document's time zone.`,
    example: `${name}(${unit === 'day' ? 'now' : 'today'})`,
    typeOf: (args) => (isMoment(typeAt(args, 0)) ? typeAt(args, 0) : 'a date, or a date and time'),
    make:
      (_, zone) =>
      ([value]) =>
        typeof value === 'number' ? startOfUnitAt(value, unit, zone) : startOfUnit(text(value), unit),
    words: ([of = '']) =>
      of === 'now' || of === 'today'
        ? unit === 'day'
          ? 'the start of today'
          : `the start of this ${unit}`
        : `the start of the ${unit} of ${of}`,
  });
}

function partOfDate(
  name: 'year' | 'month' | 'day' | 'weekday',
  about: string,
  take: (date: string) => number,
): FunctionDef {
  return define({
    name,
    about,
    example: `${name}(today)`,
    typeOf: (args) => (isMoment(typeAt(args, 0)) ? INTEGER : 'a date, or a date and time'),
    make:
      (_, zone) =>
      ([value]) =>
        take(typeof value === 'number' ? dateOf(value, zone) : text(value)),
    words: ([of = '']) => `the ${name} of ${of}`,
  });
}

function between(name: string, unit: string, count: (from: string, to: string) => number): FunctionDef {
  return define({
    name,
    about: `The whole ${unit} from one date to another; negative where the second is the earlier.`,
    example: `${name}(createdOn, today)`,
    arity: [2, 2],
    typeOf: (args) => (args.every((arg) => arg.type.t === 'date') ? INTEGER : 'two dates'),
    make:
      () =>
      ([from, to]) =>
        count(text(from), text(to)),
    words: ([from = '', to = '']) => `the ${unit} from ${from} to ${to}`,
  });
}

function ofTexts(
  name: string,
  about: string,
  phrase: string,
  test: (of: string, part: string) => boolean,
): FunctionDef {
  return define({
    name,
    about,
    example: `title.${name}("x")`,
    arity: [2, 2],
    relational: true,
    typeOf: (args) => (args.every((arg) => arg.type.t === 'text') ? BOOLEAN : 'two texts'),
    make:
      () =>
      ([of, part]) =>
        test(text(of), text(part)),
    words: ([of = '', part = '']) => `${of} ${phrase} ${part}`,
  });
}

function ofText(name: string, about: string, phrase: string, change: (of: string) => string): FunctionDef {
  return define({
    name,
    about,
    example: `${name}(title)`,
    typeOf: (args) => (typeAt(args, 0).t === 'text' ? TEXT : 'a text'),
    make:
      () =>
      ([of]) =>
        change(text(of)),
    words: ([of = '']) => `${of} in ${phrase}`,
  });
}

function extreme(name: 'min' | 'max', about: string): FunctionDef {
  return define({
    name,
    about,
    example: `${name}(total, 25 EUR)`,
    arity: [2, Number.POSITIVE_INFINITY],
    alike: true,
    typeOf: (args) =>
      args.every((arg) => arg.type.t === 'number' || isMoment(arg.type)) ? typeAt(args, 0) : 'numbers or dates',
    make: () => (values) => values.reduce((best, value) => (isBefore(value, best) === (name === 'min') ? value : best)),
    words: (args) => `the ${name === 'min' ? 'least' : 'greatest'} of ${args.join(' and ')}`,
  });
}

function isBefore(one: Value, other: Value): boolean {
  return typeof one === 'number' && typeof other === 'number' ? one < other : text(one) < text(other);
}

const months = (from: string, to: string): number => {
  const [one, other] = [monthIndex(from), monthIndex(to)];
  const [day, otherDay] = [from.slice(8), to.slice(8)];
  if (to >= from) return other - one - (otherDay < day ? 1 : 0);
  return other - one + (otherDay > day ? 1 : 0);
};

const monthIndex = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** Every function of the language; macros and aggregates over lists stand in `check-calls.ts`. */
export const functions: readonly FunctionDef[] = [
  startOf('day'),
  startOf('week'),
  startOf('month'),
  startOf('quarter'),
  startOf('year'),
  define({
    name: 'date',
    about: "The date of a date and time in the document's time zone; also makes a date of a text.",
    example: 'date(submittedAt)',
    typeOf: (args) => (isMoment(typeAt(args, 0)) ? DATE : 'a date and time, or a text such as "2026-12-31"'),
    make:
      (_, zone) =>
      ([value]) =>
        typeof value === 'number' ? dateOf(value, zone) : (value ?? null),
    words: ([of = '']) => `the date of ${of}`,
  }),
  partOfDate('year', 'The year of a date.', (date) => Number(date.slice(0, 4))),
  partOfDate('month', 'The month of a date, 1 to 12.', (date) => Number(date.slice(5, 7))),
  partOfDate('day', 'The day of the month of a date.', (date) => Number(date.slice(8, 10))),
  partOfDate('weekday', 'The day of the week, 1 for Monday to 7 for Sunday.', weekday),
  between('daysBetween', 'days', daysBetween),
  between('monthsBetween', 'months', months),
  between('yearsBetween', 'years', (from, to) => Math.trunc(months(from, to) / 12)),
  define({
    name: 'round',
    about:
      'A number rounded to so many digits after the point, half away from zero. Within it, and only there, stands a division.',
    example: 'round(total / 3, 2)',
    arity: [2, 2],
    typeOf: (args) => {
      const [of, digits] = [typeAt(args, 0), args[1]];
      const scale = digits?.op === 'literal' || digits?.op === 'constant' ? digits.value : null;
      if (of.t !== 'number' || digits?.type.t !== 'number' || digits.type.scale !== 0)
        return 'a number, and how many digits';
      return typeof scale === 'number' && scale >= 0 && scale <= 9
        ? { ...of, scale }
        : 'a number of digits from 0 to 9, as a number or constant';
    },
    make: (args) => {
      const [of, digits] = [typeAt(args, 0), args[1]];
      const from = of.t === 'number' ? of.scale : 0;
      const to =
        (digits?.op === 'literal' || digits?.op === 'constant') && typeof digits.value === 'number' ? digits.value : 0;
      return ([value]) => rescale(Number(value), from, to) ?? undefined;
    },
    words: ([of = '', digits = '']) => `${of} rounded to ${digits} digits`,
  }),
  define({
    name: 'cents',
    about: 'An amount of money as a whole number of its smallest units.',
    example: 'cents(total)',
    typeOf: (args) => (isMoney(typeAt(args, 0)) ? INTEGER : 'an amount of money'),
    make: (args) => {
      const type = typeAt(args, 0);
      const [scale, minor] = type.t === 'number' ? [type.scale, currencyScale(type.unit ?? '') ?? type.scale] : [0, 0];
      return ([value]) =>
        typeof value === 'number'
          ? (rescale(value, scale, minor) ?? undefined)
          : isAmount(value)
            ? value.amount
            : undefined;
    },
    words: ([of = '']) => `${of} in cents`,
  }),
  define({
    name: 'abs',
    about: 'A number without its sign.',
    example: 'abs(balance)',
    typeOf: (args) => (typeAt(args, 0).t === 'number' ? typeAt(args, 0) : 'a number'),
    make:
      () =>
      ([value]) =>
        Math.abs(Number(value)),
    words: ([of = '']) => `${of} without its sign`,
  }),
  define({
    name: 'size',
    about: 'How many characters a text has, how many records a list, how many bytes a file.',
    example: 'size(title)',
    typeOf: (args) => {
      const { t } = typeAt(args, 0);
      if (t === 'file') return { t: 'number', scale: 0, unit: 'B' };
      return t === 'text' ? INTEGER : 'a text, a list or a file';
    },
    make:
      () =>
      ([value]) =>
        isFile(value) ? value.size : lengthOf(text(value)),
    words: ([of = '']) => `the size of ${of}`,
  }),
  define({
    name: 'fileName',
    about: 'The name of a file; the same as receipt.name.',
    example: 'fileName(receipt)',
    typeOf: (args) => (typeAt(args, 0).t === 'file' ? TEXT : 'a file'),
    make:
      () =>
      ([value]) =>
        isFile(value) ? value.name : undefined,
    words: ([of = '']) => `the name of ${of}`,
  }),
  ofTexts('contains', 'Whether a text holds another, letter by letter.', 'contains', (of, part) => of.includes(part)),
  ofTexts('startsWith', 'Whether a text starts with another.', 'starts with', (of, part) => of.startsWith(part)),
  ofTexts('endsWith', 'Whether a text ends with another.', 'ends with', (of, part) => of.endsWith(part)),
  ofText('lower', 'A text in small letters.', 'small letters', (of) => of.toLowerCase()),
  ofText('upper', 'A text in capitals.', 'capitals', (of) => of.toUpperCase()),
  define({
    name: 'coalesce',
    about: 'The first of several values that is given.',
    example: 'coalesce(nickname, name)',
    arity: [2, Number.POSITIVE_INFINITY],
    alike: true,
    typeOf: (args) => args.find((arg) => arg.type.t !== 'empty')?.type ?? { t: 'empty' },
    make:
      () =>
      ([value]) =>
        value,
    words: (args) => args.join(', or where that is empty '),
  }),
  extreme('min', 'The least of several numbers or dates, or of the values in a list.'),
  extreme('max', 'The greatest of several numbers or dates, or of the values in a list.'),
];

/** The function of this name, or null. */
export function functionNamed(name: string): FunctionDef | null {
  return functions.find((def) => def.name === name) ?? null;
}

function isFile(value: Value | undefined): value is Extract<Value, { readonly mediaType: string }> {
  return typeof value === 'object' && value !== null && 'mediaType' in value;
}

function isAmount(value: Value | undefined): value is Extract<Value, { readonly currency: string }> {
  return typeof value === 'object' && value !== null && 'currency' in value;
}
