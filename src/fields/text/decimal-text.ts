/** Exact decimal numbers as text, and as a whole number of units: 89.90 is 8990 at scale 2. */

/** Maximum digits of a decimal or an amount, before and after the point together. */
export const MAX_DIGITS = 15;

/** The largest number of units, 10¹⁵ - 1: sums of a few values are still safe integers. */
export const MAX_UNITS = 999_999_999_999_999;

/**
 * Converts decimal text to units, exactly: `89.90` at scale 2 is 8990. Null if it is not a number; `digits` if it has
 * more digits after the point than the scale, and would have to be rounded; `size` if it has too many before it.
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

/** Converts units to decimal text, exactly: 8990 at scale 2 is `89.90`. */
export function fromUnits(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const sign = units < 0 ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
