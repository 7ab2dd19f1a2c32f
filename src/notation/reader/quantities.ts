import { currencyScale } from '../../fields/text/currency.ts';

/** A length of time: `8 hours`, `90 days`, `300 ms`. */
export interface Duration {
  readonly count: string;
  /** In the singular: `hour`. */
  readonly unit: string;
}

const DIGITS = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)(?:\.\d+)?$/;

/**
 * Returns the digits of a number as an expression writes them: `5000` for `5,000` and `5_000`. Null for anything else.
 */
export function readNumber(text: string): string | null {
  return DIGITS.test(text) ? text.replaceAll(/[,_+]/g, '') : null;
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
]);

/** Returns an amount as an expression: `500 EUR` for `500 EUR`, `500 €` and `€500`. Null for anything else. */
export function readAmount(text: string): string | null {
  const behind = /^(-?[\d.,_]+) ?([A-Z]{3}|[€$£])$/.exec(text);
  const before = /^([A-Z]{3}|[€$£]) ?(-?[\d.,_]+)$/.exec(text);
  const [digits, sign] = behind === null ? [before?.[2], before?.[1]] : [behind[1], behind[2]];
  const number = readNumber(digits ?? '');
  const currency = SIGNS.get(sign ?? '') ?? sign ?? '';
  return number === null || currencyScale(currency) === null ? null : `${number} ${currency}`;
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ms|milliseconds?)$/, 'millisecond'],
  [/^(?:s|seconds?)$/, 'second'],
  [/^(?:min|minutes?)$/, 'minute'],
  [/^(?:h|hours?)$/, 'hour'],
  [/^days?$/, 'day'],
  [/^weeks?$/, 'week'],
  [/^months?$/, 'month'],
  [/^years?$/, 'year'],
];

/**
 * Reads `24 hours` or `15 min`. Null for anything else, including working time, whose length depends on the calendar.
 */
export function readDuration(text: string): Duration | null {
  const match = /^([\d.,_]+) ?([a-z]+)$/.exec(text.toLowerCase());
  const count = readNumber(match?.[1] ?? '');
  const unit = UNITS.find(([pattern]) => pattern.test(match?.[2] ?? ''))?.[1];
  return count === null || unit === undefined ? null : { count, unit };
}

const SIZES: ReadonlyMap<string, string> = new Map([
  ['byte', 'bytes'],
  ['bytes', 'bytes'],
  ['kb', 'kB'],
  ['mb', 'MB'],
  ['gb', 'GB'],
]);

const BYTES: ReadonlyMap<string, number> = new Map([
  ['bytes', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
]);

/** Returns a size as an expression: `15 MB`, `1048576 bytes`. Null for anything else. */
export function readSize(text: string): string | null {
  const match = /^([\d.,_]+) ?([a-z]+)$/i.exec(text);
  const number = readNumber(match?.[1] ?? '');
  const unit = SIZES.get((match?.[2] ?? '').toLowerCase());
  return number === null || unit === undefined ? null : `${number} ${unit}`;
}

/** Returns a size in bytes; null for anything else. */
export function readBytes(text: string): number | null {
  const [digits = '', unit = ''] = (readSize(text) ?? '').split(' ');
  const bytes = Math.round(Number(digits) * (BYTES.get(unit) ?? Number.NaN));
  return digits !== '' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null;
}

/** Returns the digits of a percentage such as `20 %`; null for anything else. */
export function readPercent(text: string): string | null {
  return readNumber(/^([\d.,_]+) ?%$/.exec(text)?.[1] ?? '');
}

/**
 * Returns a quantity as people write it (`5,000`, `15 min`, `20 %`, `3,000 €`) as an expression or a percentage. Null
 * for anything else.
 */
export function quantityText(written: string): string | null {
  if (!/^[€$£\d+-]|^[A-Z]{3} ?\d/.test(written) || written.length > 60) return null;
  const time = readDuration(written);
  if (time !== null) return `${time.count} ${time.count === '1' ? time.unit : `${time.unit}s`}`;
  const percent = readPercent(written);
  if (percent !== null) return `${percent} %`;
  return readSize(written) ?? readAmount(written) ?? readNumber(written);
}
