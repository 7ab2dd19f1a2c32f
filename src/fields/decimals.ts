/** Digits that a decimal or an amount may have, both sides of the point together. */
export const MAX_DIGITS = 15;

/** The largest number of units, 10¹⁵ - 1: sums of a few stay safe integers. */
export const MAX_UNITS = 999_999_999_999_999;

/**
 * `89.90` at scale 2 is 8990, exactly, without floats. Null for what is no number; `digits` where it has more digits
 * after the point than the scale, which would have to be rounded; `size` where it has too many before it.
 */
export function toUnits(text: string, scale: number): number | 'digits' | 'size' | null {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (found === null) return null;
  const [, sign = '', whole = '', fraction = ''] = found;
  if (fraction.length > scale) return 'digits';
  const digits = (whole + fraction.padEnd(scale, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_DIGITS) return 'size';
  const units = Number(digits);
  return sign === '-' && units !== 0 ? -units : units;
}

/** 8990 at scale 2 is `89.90`, exactly. */
export function fromUnits(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const sign = units < 0 ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The same number at another scale, rounded half away from zero where digits are lost; null where it gets too large. */
export function rescale(units: number, from: number, to: number): number | null {
  if (from === to) return safe(units);
  if (to > from) return safeBig(BigInt(units) * 10n ** BigInt(to - from));
  return safeBig(divideRounded(BigInt(units), 10n ** BigInt(from - to)));
}

/** `a * b` at scale `to`, where they have the scales given; rounded once, half away from zero; null when too large. */
export function multiply(a: number, aScale: number, b: number, bScale: number, to: number): number | null {
  return ratio(BigInt(a) * BigInt(b), 1n, aScale + bScale, to);
}

/** `a / b` at scale `to`, rounded once, half away from zero; null for division by zero and when too large. */
export function divide(a: number, aScale: number, b: number, bScale: number, to: number): number | null {
  return b === 0 ? null : ratio(BigInt(a), BigInt(b), aScale - bScale, to);
}

/** The integer nearest to a/b, halves away from zero. */
export function divideRounded(a: bigint, b: bigint): bigint {
  const negative = a < 0n !== b < 0n;
  const [n, d] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

function ratio(a: bigint, b: bigint, scale: number, to: number): number | null {
  const lift = to - scale;
  return lift >= 0
    ? safeBig(divideRounded(a * 10n ** BigInt(lift), b))
    : safeBig(divideRounded(a, b * 10n ** BigInt(-lift)));
}

const safe = (units: number): number | null => (Number.isSafeInteger(units) ? units : null);
const safeBig = (units: bigint): number | null => safe(Number(units));
