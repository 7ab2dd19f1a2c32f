/** Longer texts are no numbers, whatever stands between the digits. */
const LONGEST = 80;

/**
 * A number in the form that the wire has. `other`: the same text read the other way, where its one separator stands
 * before three digits; `isGrouped`: this reading takes that separator for one between thousands.
 */
export interface NumberText {
  readonly number: string;
  readonly other: string | null;
  readonly isGrouped: boolean;
}

/** One group sign throughout: three digits each, or two and at last three as in India. */
const SPACED = /^([1-9]\d{0,2})(?:([ '’٬])\d{3})(?:\2\d{3})*(?:[.,٫]\d+)?$/u;
const POINTED = /^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const COMMAED = /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const THOUSAND = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * Reads digits with their separators, without sign, currency and unit, as plain text (`plainText`). Where one separator
 * could be either, the language decides; anything else means the same in every language. Null for what is no number.
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

/** The sign between whole and fraction in a language: a comma or a point. */
export function decimalSign(language: string): '.' | ',' {
  const known = signs.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  signs.set(language, sign);
  return sign;
}
