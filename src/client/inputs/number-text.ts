import { inLanguage } from '../../fields/parse/parse-number.ts';
import { currencyScale } from '../../fields/text/currency.ts';
import { toUnits } from '../../fields/text/decimal-text.ts';
import type { Formatter } from '../../fields/text/format.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Type } from '../../model/types/types.ts';

export { currencySign } from '../../fields/text/currency-sign.ts';

/** A number of the wire with groups and all digits of its scale; money that names its currency with its code. */
export function shownNumber(value: Json, type: Type, format: Formatter): string {
  if (isObject(value)) {
    const { amount, currency } = partsOf(value);
    return `${grouped(amount, currencyScale(currency) ?? 2, format)} ${currency}`.trim();
  }
  // A number that identifies stands without groups.
  if (type.kind === 'integer' && type.grouped === false) return plain(textOf(value), format.language);
  return grouped(textOf(value), type.kind === 'decimal' || type.kind === 'money' ? type.scale : 0, format);
}

/** The same as one types it: with the language's own decimal sign, without groups. */
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
