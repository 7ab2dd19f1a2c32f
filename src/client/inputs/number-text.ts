export { currencySign } from '../../fields/currency-sign.ts';

import { fromUnits, toUnits } from '../../fields/decimals.ts';
import type { Formatter } from '../../fields/format.ts';
import type { Json } from '../../fields/json.ts';
import type { Type } from '../../model/types.ts';

/**
 * Decimal text as the wire has it (`1234.5`) of what somebody typed in their language: `1.234,50` in German,
 * `1,234.50` in English, `89,90` anywhere. White space, apostrophes, currency signs and codes are let go. Null where
 * it can't be read as one number.
 */
export function decimalOfTyped(typed: string, language: string): string | null {
  const text = plainDigits(typed, language)
    .replace(/[\s\u00a0\u202f\u061c\u200e\u200f'’_]|\p{Sc}|[A-Za-z]{3}(?=\s*$)|^\s*[A-Za-z]{3}/gu, '')
    .replace(/[−–]/g, '-');
  const found = /^(-?)([\d.,٫٬]*)$/.exec(text.replace(/^(.+)-$/, '-$1'));
  const digits = found?.[2] ?? '';
  if (found === null || !/\d/.test(digits)) return null;
  const plain = withPoint(digits.replaceAll('٫', '.').replaceAll('٬', ','), decimalSign(language));
  return plain === null ? null : `${found[1] ?? ''}${plain}`;
}

/** What a person of this language types and reads while typing: the wire's digits with their own decimal sign, ungrouped. */
export function typedOfDecimal(text: string, language: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? text.replace('.', decimalSign(language)) : text;
}

/** The same with groups and all digits of the scale; the text itself where it is no number of the scale. */
export function shownDecimal(text: string, scale: number, format: Formatter): string {
  const units = toUnits(text, scale);
  return typeof units === 'number' ? format.number(units, scale) : typedOfDecimal(text, format.language);
}

/** All digits of the scale, `89.9` → `89.90`; the text itself where digits would be lost. */
export function fullDecimal(text: string, scale: number): string {
  const units = toUnits(text, scale);
  return typeof units === 'number' ? fromUnits(units, scale) : text;
}

/** Whole numbers go as numbers, decimals as text; what is neither goes as it was typed, and is refused by name. */
export function wireNumber(text: string, type: Type): Json {
  if (type.kind !== 'integer') return text;
  return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : text;
}

/** The sign between whole and fraction in a language: a comma or a point. */
function decimalSign(language: string): ',' | '.' {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

function withPoint(digits: string, own: ',' | '.'): string | null {
  const other = own === ',' ? '.' : ',';
  const count = (sign: string) => digits.split(sign).length - 1;
  // Groups as people write them: three digits each, or two and at last three, as in India.
  const grouped = new RegExp(`^\\d{1,3}(\\${other}\\d{2,3})*\\${other}\\d{3}(\\${own}\\d*)?$`);
  const isGrouped = grouped.test(digits) && !/^0+\D/.test(digits);
  if (count(other) === 0 && count(own) <= 1) return finished(digits.replace(own, '.'));
  if (isGrouped) return finished(digits.replaceAll(other, '').replace(own, '.'));
  // The other language's decimal sign: nothing else can be meant.
  if (count(other) === 1 && count(own) === 0) return finished(digits.replace(other, '.'));
  const foreign = new RegExp(`^\\d{1,3}(\\${own}\\d{3})+\\${other}\\d*$`);
  if (foreign.test(digits)) return finished(digits.replaceAll(own, '').replace(other, '.'));
  const only = new RegExp(`^\\d{1,3}(\\${own}\\d{3}){2,}$`);
  return only.test(digits) ? digits.replaceAll(own, '') : null;
}

/** `.5` is `0.5`, `5.` is `5`. */
function finished(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return fraction === '' ? (whole === '' ? '0' : whole) : `${whole === '' ? '0' : whole}.${fraction}`;
}

/** Full-width digits, and those of the language itself, as 0 to 9. */
function plainDigits(typed: string, language: string): string {
  const own = [...new Intl.NumberFormat(language, { useGrouping: false }).format(9_876_543_210)].reverse();
  return [...typed.normalize('NFKC')]
    .map((letter) => {
      const digit = own.indexOf(letter);
      return digit === -1 ? letter : String(digit);
    })
    .join('');
}
