import { inLanguage } from '../../fields/parse/parse-number.ts';
import { currencyScale } from '../../fields/text/currency.ts';
import { toUnits } from '../../fields/text/decimal-text.ts';
import type { Formatter } from '../../fields/text/format.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Type } from '../../model/types/types.ts';

export { currencySign } from '../../fields/text/currency-sign.ts';

/**
 * Formats a wire number with grouping and all digits of its scale, and money with its currency code if the value names
 * one.
 */
export function shownNumber(value: Json, type: Type, format: Formatter): string {
  if (isObject(value)) {
    const { amount, currency } = partsOf(value);
    return `${grouped(amount, currencyScale(currency) ?? 2, format)} ${currency}`.trim();
  }
  // A number that is an identifier has no grouping.
  if (type.kind === 'integer' && type.grouped === false) return plain(textOf(value), format.language);
  return grouped(textOf(value), type.kind === 'decimal' || type.kind === 'money' ? type.scale : 0, format);
}

/** Formats a wire number for editing: with the language's decimal sign, without grouping. */
export function editedNumber(value: Json, language: string): string {
  if (!isObject(value)) return plain(textOf(value), language);
  const { amount, currency } = partsOf(value);
  return `${plain(amount, language)} ${currency}`.trim();
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function grouped(text: string, scale: number, format: Formatter): string {
  const units = toUnits(text, scale);
  return typeof units === 'number' ? format.number(units, scale) : plain(text, format.language);
}

const plain = (text: string, language: string): string => (NUMBER.test(text) ? inLanguage(text, language) : text);

const textOf = (value: Json): string => (typeof value === 'number' || typeof value === 'string' ? String(value) : '');

function partsOf(value: { readonly [name: string]: Json }) {
  return { amount: textOf(member(value, 'amount')), currency: textOf(member(value, 'currency')) };
}
