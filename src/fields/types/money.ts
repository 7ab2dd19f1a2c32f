import { currencyScale, isCurrency } from '../text/currency.ts';
import { fromUnits, MAX_DIGITS } from '../text/decimals.ts';
import { isObject, type Json, member } from '../text/json.ts';
import type { MoneyValue, Value } from '../text/value.ts';
import { wrongType } from '../text/value-problem.ts';
import { boundedUnits, readUnits } from './bounded-input.ts';
import { type Bounds, defineField, type ReadResult, type TypeOf } from './field.ts';

type Money = TypeOf<'money'>;

export const money = defineField({
  kind: 'money',
  spellings: ['money', 'amount', 'price'],
  about:
    'An exact amount: `money(EUR)`; with more digits than the currency has: `money(EUR, 4)`; `money` if each value names its currency.',
  storage: 'integer',
  storageFor: ({ currency }) => (currency === null ? 'json' : 'integer'),
  typeFrom: (argument) => {
    if (argument === null) return { kind: 'money', currency: null, scale: 2, min: null, max: null };
    const found = /^\s*([A-Z]{3})\s*(?:,\s*(\d{1,2})\s*)?$/.exec(argument);
    const currency = found?.[1] ?? '';
    const scale = found?.[2] === undefined ? currencyScale(currency) : Number(found[2]);
    return isCurrency(currency) && scale !== null && scale < MAX_DIGITS
      ? { kind: 'money', currency, scale, min: null, max: null }
      : null;
  },
  typeText: ({ currency, scale }) => {
    if (currency === null) return 'money';
    return scale === currencyScale(currency) ? `money(${currency})` : `money(${currency},${scale})`;
  },
  read: (input, type, bounds) => {
    if (input === null || (typeof input === 'string' && input.trim() === '')) return { value: null };
    if (type.currency === null) return openWithin(readOpen(input), type, bounds);
    if (typeof input !== 'string') return wrongType({ is: 'sent as', json: 'decimal' });
    return boundedUnits(readUnits(input, type.scale, amountIn(type.currency, type.scale)), type.scale, type, bounds);
  },
  write: (value, { currency, scale }) => {
    if (typeof value === 'number') return currency === null ? null : fromUnits(value, scale);
    return isMoney(value)
      ? { amount: fromUnits(value.amount, scaleOf(value.currency)), currency: value.currency }
      : null;
  },
  show: (value, { currency, scale }, format) => {
    if (typeof value === 'number' && currency !== null) return format.money(value, currency, scale);
    return isMoney(value) ? format.money(value.amount, value.currency, scaleOf(value.currency)) : '';
  },
  parse: (cell, type) => parseAmount(cell.trim(), type),
  samples: [
    {
      type: { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null },
      good: [
        ['89.90', '€89.90'],
        ['-0.05', '-€0.05'],
        ['1234567', '€1,234,567.00'],
        ['9999999999999.99', '€9,999,999,999,999.99'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        [89.9, 'WRONG_TYPE'],
        ['89.905', 'WRONG_TYPE'],
        ['89,90', 'WRONG_TYPE'],
        ['89.90 EUR', 'WRONG_TYPE'],
        ['10000000000000.00', 'TOO_BIG'],
        ['-10000000000000.00', 'TOO_SMALL'],
        [{ amount: '1.00', currency: 'EUR' }, 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'money', currency: 'EUR', scale: 2, min: { value: 0 }, max: { value: 999_999.99 } },
      good: [
        ['0.00', '€0.00'],
        ['999999.99', '€999,999.99'],
      ],
      bad: [
        ['-0.01', 'TOO_SMALL'],
        ['1000000.00', 'TOO_BIG'],
      ],
    },
    {
      type: { kind: 'money', currency: null, scale: 2, min: { value: 1 }, max: { constant: 'MOST' } },
      good: [],
      bad: [
        [{ amount: '0.99', currency: 'EUR' }, 'TOO_SMALL'],
        [{ amount: '1.00', currency: 'EUR' }, 'LIMIT_NOT_SHOWN'],
      ],
    },
    {
      type: { kind: 'money', currency: 'JPY', scale: 0, min: null, max: null },
      good: [['1500', '¥1,500']],
      bad: [['1500.5', 'WRONG_TYPE']],
    },
    {
      type: { kind: 'money', currency: null, scale: 2, min: null, max: null },
      good: [
        [{ amount: '1.00', currency: 'EUR' }, '€1.00'],
        [{ amount: '1.250', currency: 'KWD' }, 'KWD\u00a01.250'],
        [{ amount: '', currency: 'EUR' }, ''],
      ],
      bad: [
        [{ amount: '1.00', currency: 'ZZZ' }, 'WRONG_TYPE'],
        [{ amount: '1.00', currency: 'eur' }, 'WRONG_TYPE'],
        [{ amount: '1.005', currency: 'EUR' }, 'WRONG_TYPE'],
        [{ amount: 1, currency: 'EUR' }, 'WRONG_TYPE'],
        [{ amount: '1.00' }, 'WRONG_TYPE'],
        [{ amount: '1.00', currency: 'EUR', rate: '2' }, 'WRONG_TYPE'],
        ['1.00', 'WRONG_TYPE'],
      ],
    },
  ],
});

/** Whether a value is an amount that names its own currency. */
export function isMoney(value: Value): value is MoneyValue {
  return (
    typeof value === 'object' && value !== null && 'currency' in value && 'amount' in value && !Array.isArray(value)
  );
}

const OPEN = { is: 'sent as', json: 'money' } as const;

const amountIn = (currency: string | null, scale: number) =>
  ({ is: 'amount', example: exampleIn(currency, scale), currency, scale, isScaled: false }) as const;

const exampleIn = (currency: string | null, scale: number) =>
  currency === null ? `${fromUnits(1250, 2)} EUR` : fromUnits(1250, scale);

function readOpen(input: Json): ReadResult {
  if (!isObject(input)) return wrongType(OPEN);
  const [amount, currency] = [member(input, 'amount'), member(input, 'currency')];
  if (Object.keys(input).some((key) => key !== 'amount' && key !== 'currency')) return wrongType(OPEN);
  if (amount === null || (typeof amount === 'string' && amount.trim() === '')) return { value: null };
  return typeof amount === 'string' && typeof currency === 'string' ? inCurrency(amount, currency) : wrongType(OPEN);
}

/** Bounds without a currency apply to the amount in any currency. */
function openWithin(read: ReadResult, type: Money, bounds: Bounds): ReadResult {
  if (!('value' in read) || !isMoney(read.value)) return read;
  const { amount, currency } = read.value;
  const bounded = boundedUnits({ value: amount }, scaleOf(currency), type, bounds);
  return 'problem' in bounded ? bounded : read;
}

function inCurrency(amount: string, currency: string): ReadResult {
  const scale = currencyScale(currency);
  if (scale === null) return wrongType({ is: 'currency that exists' });
  const read = readUnits(amount, scale, amountIn(currency, scale));
  return 'value' in read && typeof read.value === 'number' ? { value: { amount: read.value, currency } } : read;
}

/** Reads `89.90 EUR` or `EUR 89.90`; the amount alone if the type fixes the currency. */
function parseAmount(cell: string, type: Money): ReadResult {
  if (cell === '') return { value: null };
  const example = amountIn(type.currency, type.scale);
  const found = /^(?:([A-Z]{3})\s*)?(-?[\d.]+)(?:\s*([A-Z]{3}))?$/.exec(cell);
  if (found === null || (found[1] !== undefined && found[3] !== undefined)) return wrongType(example);
  const currency = found[1] ?? found[3] ?? type.currency;
  if (currency === null || (type.currency !== null && currency !== type.currency)) return wrongType(example);
  return type.currency === null ? inCurrency(found[2] ?? '', currency) : readUnits(found[2] ?? '', type.scale, example);
}

const scaleOf = (currency: string) => currencyScale(currency) ?? 2;
