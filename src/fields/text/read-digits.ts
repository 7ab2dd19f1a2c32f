/** Maximum length of a number with its separators. */
const LONGEST = 80;

/**
 * A number in JSON form. `1,234` can mean 1234 or 1.234: `other` is the reading that was not chosen, and `isGrouped` says
 * whether `number` takes the separator for a thousands separator.
 */
export interface NumberText {
  readonly number: string;
  readonly other: string | null;
  readonly isGrouped: boolean;
}

/** One grouping sign throughout: groups of three digits, or of two with a last one of three, as in India. */
const SPACED = /^([1-9]\d{0,2})(?:([ '’٬])\d{3})(?:\2\d{3})*(?:[.,٫]\d+)?$/u;
const POINTED = /^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const COMMAED = /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const THOUSAND = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * Parses digits with separators, without sign, currency and unit, in normalized text (`plainText`). If the only
 * separator is ambiguous, the language decides; everything else means the same in every language. Null if it is not a
 * number.
 */
export function readDigits(digits: string, language: string): NumberText | null {
  if (digits.length > LONGEST) return null;
  const thousand = THOUSAND.exec(digits);
  if (thousand !== null) {
    const [, whole = '', sign = '', rest = ''] = thousand;
    const [grouped, fraction] = [`${whole}${rest}`, `${whole}.${rest}`];
    return sign === decimalSign(language)
      ? { number: fraction, other: grouped, isGrouped: false }
      : { number: grouped, other: fraction, isGrouped: true };
  }
  const only = (number: string): NumberText => ({ number, other: null, isGrouped: false });
  const plain = /^(\d*)[.,٫](\d+)$/.exec(digits);
  if (plain !== null) return only(`${plain[1] === '' ? '0' : plain[1]}.${plain[2]}`);
  if (/^\d+$/.test(digits)) return only(digits);
  if (SPACED.test(digits)) return only(digits.replace(/[ '’٬]/gu, '').replace(/[,٫]/u, '.'));
  if (POINTED.test(digits)) return only(digits.replaceAll('.', '').replace(',', '.'));
  return COMMAED.test(digits) ? only(digits.replaceAll(',', '')) : null;
}

const signs = new Map<string, '.' | ','>();

/** Returns the decimal sign of a language: a comma or a point. */
export function decimalSign(language: string): '.' | ',' {
  const known = signs.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  signs.set(language, sign);
  return sign;
}
