import type { StaticType } from '../../expressions/types/static.ts';
import { currencyScale } from '../../fields/text/currency.ts';
import { sizeWords, timeWords } from './bound-values.ts';

/** An amount in the base unit of its kind: milliseconds, bytes, whole units of a currency. */
export interface Quantity {
  /** `time`, `size`, `number`, or a currency. */
  readonly kind: string;
  readonly amount: number;
  readonly words: string;
  readonly constant: string | null;
  /** Whether a difference of one does not matter, as between `< 9` and "at most 8". */
  readonly near: boolean;
}

const DAY = 86_400_000;

const TIMES: ReadonlyMap<string, number> = new Map([
  ['second', 1000],
  ['minute', 60_000],
  ['min', 60_000],
  ['hour', 3_600_000],
  ['day', DAY],
  ['week', 7 * DAY],
  ['year', 365 * DAY],
]);

const SIZES: ReadonlyMap<string, number> = new Map([
  ['byte', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
]);

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
]);

const QUANTITY =
  /(?<![\p{L}\p{N}_.,:/{#-])([€$£])?\s?(\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?|\d{1,12}(?:\.\d{1,4})?)(?![\d:/]|[.,]\d|-\d)\s?(\p{L}{1,12}|[€$£%])?/gu;

/** Returns the amounts in a text for people. Amounts with an unknown unit, dates and ordinals are left out. */
export function quantitiesIn(text: string): Quantity[] {
  if (!/\d/.test(text)) return [];
  return [...text.slice(0, 2000).matchAll(QUANTITY)].flatMap((match) => {
    const [all, sign, digits = '', behind = ''] = match;
    const amount = Number(digits.replaceAll(',', ''));
    const found = kindOf(amount, sign ?? behind);
    // `3rd` is not an amount.
    const isGlued = behind !== '' && all.includes(digits + behind) && found.kind === 'number';
    return isGlued || behind === '%'
      ? []
      : [{ ...found, words: found.kind === 'number' ? digits : all.trim(), constant: null, near: false }];
  });
}

/** Returns the value of an expression as a quantity; null if it is not one. */
export function quantityOf(value: unknown, type: StaticType): Quantity | null {
  const rest = { constant: null, near: false };
  if (type.t === 'number' && typeof value === 'number') {
    const amount = value / 10 ** type.scale;
    if (type.unit === 'B') return { kind: 'size', amount, words: sizeWords(amount), ...rest };
    const words = type.unit === null ? String(amount) : `${amount} ${type.unit}`;
    return { kind: type.unit ?? 'number', amount, words, ...rest };
  }
  if (type.t !== 'duration' || type.working === true || typeof value !== 'object' || value === null) return null;
  const parts = new Map<string, unknown>(Object.entries(value));
  const [months, days, ms] = ['months', 'days', 'ms'].map((name) => Number(parts.get(name) ?? 0));
  const amount = monthsInTime(months ?? 0) + (days ?? 0) * DAY + (ms ?? 0);
  if (!Number.isFinite(amount)) return null;
  const inMonths = (months ?? 0) > 0 && (days ?? 0) === 0 && (ms ?? 0) === 0;
  return {
    kind: 'time',
    amount,
    words: inMonths ? `${months} month${months === 1 ? '' : 's'}` : timeWords(amount),
    ...rest,
  };
}

/** Converts months to milliseconds as people count: 12 months are a year of 365 days, one month is 30 days. */
function monthsInTime(months: number): number {
  return Math.floor(months / 12) * 365 * DAY + (months % 12) * 30 * DAY;
}

function kindOf(amount: number, unit: string): { kind: string; amount: number } {
  const folded = unit.toLowerCase().replace(/(?<=..)s$/, '');
  if (folded === 'month') return { kind: 'time', amount: monthsInTime(amount) };
  const time = TIMES.get(folded);
  if (time !== undefined) return { kind: 'time', amount: amount * time };
  const size = SIZES.get(folded);
  if (size !== undefined) return { kind: 'size', amount: amount * size };
  const currency = SIGNS.get(folded) ?? (currencyScale(unit) === null ? null : unit);
  return currency === null ? { kind: 'number', amount } : { kind: currency, amount };
}
