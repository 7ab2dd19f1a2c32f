import { fromUnits, MAX_DIGITS, MAX_UNITS, toUnits } from './decimals.ts';
import type { ReadResult } from './field.ts';
import { refused, wrongType } from './problem.ts';

/** Reads decimal text of a scale into units; `most` is the largest number of units on either side of zero. */
export function readUnits(text: string, scale: number, expected: string, most: number = MAX_UNITS): ReadResult {
  const units = toUnits(text, scale);
  if (units === null) return wrongType(expected);
  if (units === 'digits') return wrongType(`${expected}, with ${digitsAfter(scale)}`);
  if (units === 'size' || Math.abs(units) > most) {
    return text.trim().startsWith('-')
      ? refused('TOO_SMALL', { min: fromUnits(-most, scale) })
      : refused('TOO_BIG', { max: fromUnits(most, scale) });
  }
  return { value: units };
}

/** The most units that so many digits can hold. */
export function mostUnits(precision: number): number {
  return precision >= MAX_DIGITS ? MAX_UNITS : 10 ** precision - 1;
}

function digitsAfter(scale: number): string {
  if (scale === 0) return 'no digits after the point';
  return scale === 1 ? 'at most 1 digit after the point' : `at most ${scale} digits after the point`;
}
