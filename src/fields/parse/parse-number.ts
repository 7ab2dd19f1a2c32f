import type { Type } from '../../model/types/types.ts';
import { currencyScale, isCurrency } from '../text/currency.ts';
import { currencySign } from '../text/currency-sign.ts';
import { fromUnits, MAX_DIGITS, toUnits } from '../text/decimal-text.ts';
import { plainText } from '../text/digits.ts';
import type { Expected, Parsed } from '../text/expected.ts';
import { type NumberText, readDigits } from '../text/read-digits.ts';

type Quantity = Extract<Type, { readonly kind: 'integer' | 'decimal' | 'money' }>;
type Money = Extract<Type, { readonly kind: 'money' }>;

/**
 * Parses a number or an amount into its JSON form. The whole text must match: digits with an optional sign and the unit
 * or currency of the type. Bounds are not checked.
 */
export function parseNumber(text: string, type: Quantity, language: string): Parsed {
  const plain = plainText(text);
  if (plain === '') return { value: null };
  const parts = plain === null ? null : partsOf(plain);
  const read = parts === null ? null : readDigits(parts.digits, language);
  if (parts === null || read === null) return { expected: expectedOf(type, language) };
  if (type.kind === 'money') return amountOf(parts, read, type, language);
  if (!isUnit(parts, type.unit)) return { expected: expectedOf(type, language) };
  const scale = type.kind === 'decimal' ? type.scale : 0;
  const number = fitted(parts, read, type.kind === 'decimal' ? type.precision : MAX_DIGITS, scale, language);
  if (number === null) return { expected: expectedOf(type, language, true) };
  if (typeof number !== 'string') return { expected: number };
  if (type.kind === 'decimal') return { value: number };
  const whole = Number(number) + 0;
  return Number.isSafeInteger(whole) ? { value: whole } : { expected: expectedOf(type, language) };
}

/** A sign, and the text before and after the digits. */
interface Parts {
  readonly sign: '' | '-';
  readonly before: string;
  readonly digits: string;
  readonly behind: string;
}

/** Splits a number. Null if there are no digits, two signs, or a sign after or apart from the number. */
function partsOf(text: string): Parts | null {
  const [, lead = '', digits = '', behind = ''] = /^(\D*?)([.,٫]?\d(?:.*\d)?)(\D*)$/u.exec(text) ?? [];
  const found = /^([-−–]?)([^-−–]*)([-−–]?)$/u.exec(lead);
  if (digits === '' || found === null) return null;
  const [, first = '', before = '', last = ''] = found;
  if (first !== '' && (last !== '' || before.startsWith(' '))) return null;
  return { sign: first === '' && last === '' ? '' : '-', before: before.trim(), digits, behind: behind.trim() };
}

/** Whether the text around the number is its unit or empty; some languages put a percent sign first. */
function isUnit({ before, behind }: Parts, unit: string | null): boolean {
  if (before === '' && behind === '') return true;
  if (unit === null || (before !== '' && behind !== '')) return false;
  if (unit === '%') return /^[%٪]$/u.test(before + behind);
  return before === '' && behind === plainText(unit);
}

/**
 * Returns the number at this scale; the expected form if the text can be read as two numbers; null if it has too many
 * digits.
 */
function fitted(
  { sign }: Parts,
  { number, other, isGrouped }: NumberText,
  precision: number,
  scale: number,
  language: string,
): string | Expected | null {
  const [whole = '', fraction = ''] = number.split('.');
  // Trailing zeros are dropped, unless they could be the last digits of a thousand.
  const kept = other === null ? fraction.slice(0, scale) + fraction.slice(scale).replace(/0+$/, '') : fraction;
  if (kept.length > scale) return null;
  const units = other === null || !isGrouped ? null : toUnits(other, scale);
  if (other !== null && typeof units === 'number' && units < 10 ** precision) {
    const either = [number, `${other}0`].map((each) => `${sign}${inLanguage(each, language)}`);
    return { is: 'one of two numbers', numbers: [either[0] ?? '', either[1] ?? ''] };
  }
  const text = `${sign}${whole}${kept === '' ? '' : `.${kept}`}`;
  const exact = toUnits(text, scale);
  return typeof exact === 'number' ? fromUnits(exact, scale) : text;
}

function amountOf(parts: Parts, read: NumberText, type: Money, language: string): Parsed {
  const { before, behind } = parts;
  const sign = before === '' || behind === '' ? before + behind : null;
  const currency = sign === null ? null : sign === '' ? type.currency : currencyCalled(sign, type.currency, language);
  const isOwn = currency !== null && (type.currency === null || type.currency === currency);
  const scale = type.currency === null ? currencyScale(currency ?? '') : type.scale;
  if (!isOwn || scale === null) return { expected: expectedOf(type, language) };
  const number = fitted(parts, read, MAX_DIGITS, scale, language);
  if (number === null) return { expected: expectedOf({ ...type, currency, scale }, language, true) };
  if (typeof number !== 'string') return { expected: number };
  return { value: type.currency === null ? { amount: number, currency } : number };
}

/** Returns the currency with this code or sign. A sign shared by several currencies means the language's own. */
function currencyCalled(text: string, own: string | null, language: string): string | null {
  const code = text.toUpperCase();
  if (/^[a-z]{3}$/i.test(text) && isCurrency(code)) return code;
  if (text === '€') return 'EUR';
  if (own !== null) return signOf(own, language) === text ? own : null;
  return Intl.supportedValuesOf('currency').find((each) => signOf(each, language) === text) ?? null;
}

const signOf = (currency: string, language: string): string => plainText(currencySign(currency, language)) ?? currency;

/** Returns what to enter instead, with an example in this language. */
function expectedOf(type: Quantity, language: string, isScaled = false): Expected {
  if (type.kind === 'integer') return { is: 'whole number', example: inLanguage('12', language), unit: type.unit };
  const example = inLanguage(fromUnits(1250 * 10 ** Math.max(0, type.scale - 2), type.scale), language);
  if (type.kind === 'decimal') return { is: 'number', example, unit: type.unit, scale: type.scale, isScaled };
  const { currency, scale } = type;
  return { is: 'amount', example: currency === null ? `${example} EUR` : example, currency, scale, isScaled };
}

/** Formats a JSON number with the language's digits and decimal sign, without grouping. */
export function inLanguage(number: string, language: string): string {
  const scale = (number.split('.')[1] ?? '').length;
  const digits = { minimumFractionDigits: scale, maximumFractionDigits: scale, useGrouping: false } as const;
  return new Intl.NumberFormat(language, digits).format(number as `${number}`);
}
