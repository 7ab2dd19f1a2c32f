import { currencyScale } from '../../fields/text/currency.ts';
import { rescale } from '../../fields/text/decimals.ts';
import { lengthOf } from '../../fields/text/fold.ts';
import type { Value } from '../../fields/text/value.ts';
import { INTEGER, isMoment, isMoney, TEXT } from '../types/kinds.ts';
import type { Outcome } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import { define, type FunctionDef, text, typeAt } from './function-def.ts';
import { addressFunctions } from './functions-address.ts';
import { textFunctions } from './functions-text.ts';
import { timeFunctions } from './functions-time.ts';

export type { FunctionDef } from './function-def.ts';

function whole(name: 'floor' | 'ceil', direction: 'down' | 'up'): FunctionDef {
  return define({
    name,
    about: 'A number rounded down, or up, to a whole one; may hold a division.',
    example: `${name}(total / 3)`,
    typeOf: (args) => {
      const type = typeAt(args, 0);
      return type.t === 'number' ? { ...type, scale: 0 } : 'a number';
    },
    make: () => () => undefined,
    words: ([of = '']) => `${of} rounded ${direction}`,
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
      args.every(({ type }) => type.t === 'number' || type.t === 'time' || isMoment(type))
        ? typeAt(args, 0)
        : 'numbers or dates',
    make: () => (values) => values.reduce((best, value) => (isBefore(value, best) === (name === 'min') ? value : best)),
    words: (args) => `the ${name === 'min' ? 'least' : 'greatest'} of ${args.join(' and ')}`,
  });
}

function isBefore(one: Value, other: Value): boolean {
  return typeof one === 'number' && typeof other === 'number' ? one < other : text(one) < text(other);
}

/** Every function of the language; macros and aggregates over lists are in `check-calls.ts`. */
export const functions: readonly FunctionDef[] = [
  ...timeFunctions,
  define({
    name: 'round',
    about: 'A number rounded to so many decimals, half away from zero; may hold a division.',
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
  whole('floor', 'down'),
  whole('ceil', 'up'),
  define({
    name: 'cents',
    about: 'Money as a whole number of its smallest unit.',
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
    about: 'The absolute value.',
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
    about: 'Characters of a text, items of a list, bytes of a file; also `length`.',
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
    about: 'The name of a file; also `receipt.name`.',
    example: 'fileName(receipt)',
    typeOf: (args) => (typeAt(args, 0).t === 'file' ? TEXT : 'a file'),
    make:
      () =>
      ([value]) =>
        isFile(value) ? value.name : undefined,
    words: ([of = '']) => `the name of ${of}`,
  }),
  ...textFunctions,
  ...addressFunctions,
  define({
    name: 'values',
    about: 'What the record holds, for a field of the type `object`; also `values(this)`. Only in effects.',
    example: 'values(old)',
    typeOf: ([of]) => (of?.op === 'this' || of?.op === 'old' ? { t: 'object' } : '`this` or `old`'),
    make: () => () => undefined,
    words: ([of = '']) => `the values of ${of}`,
  }),
  define({
    name: 'firstFree',
    about:
      'The least whole number, from 1 or within the bounds, that a field or list does not hold; empty if all are taken.',
    example: 'firstFree(Order.number, 1, 200)',
    arity: [1, 3],
    typeOf: (args) => {
      const [list, ...bounds] = args.map(({ type }) => type);
      const isWhole = (type: StaticType | undefined) => type?.t === 'number' && type.scale === 0 && type.unit === null;
      const fits = list?.t === 'list' && isWhole(list.of) && bounds.every(isWhole);
      return fits ? INTEGER : 'a field of whole numbers, and whole numbers from and to';
    },
    make: () => firstFree,
    words: ([of = '', from = '1', to]) =>
      `the first number from ${from}${to === undefined ? '' : ` to ${to}`} that is not among ${of}`,
  }),
  define({
    name: 'coalesce',
    about: 'The first value that is not empty.',
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
  extreme('min', 'The least, or the greatest, of several numbers or dates, or of the values in a list.'),
  extreme('max', 'The least, or the greatest, of several numbers or dates, or of the values in a list.'),
];

const NAMED: ReadonlyMap<string, FunctionDef> = new Map(functions.map((def) => [def.name, def]));

/** Other accepted names. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['length', 'size'],
  ['ceiling', 'ceil'],
]);

/** Returns the function with this name, or null. */
export function functionNamed(name: string): FunctionDef | null {
  return NAMED.get(ALIASES.get(name) ?? name) ?? null;
}

function firstFree([list, from, to]: readonly Value[]): Outcome {
  const taken = new Set(Array.isArray(list) ? (list as readonly Value[]) : []);
  const last = typeof to === 'number' ? to : Number.MAX_SAFE_INTEGER;
  let number = typeof from === 'number' ? from : 1;
  while (number <= last && taken.has(number)) number += 1;
  return number <= last ? number : null;
}

function isFile(value: Value | undefined): value is Extract<Value, { readonly mediaType: string }> {
  return typeof value === 'object' && value !== null && 'mediaType' in value;
}

function isAmount(value: Value | undefined): value is Extract<Value, { readonly currency: string }> {
  return typeof value === 'object' && value !== null && 'currency' in value;
}
