import type { Bound } from '../../model/types/types.ts';
import { fromUnits, MAX_DIGITS, MAX_UNITS, toUnits } from '../text/decimals.ts';
import type { Expected } from '../text/expected.ts';
import type { Range } from '../text/number-range.ts';
import { type FieldProblem, limitNotShown, refused, wrongType } from '../text/value-problem.ts';
import type { Bounds, ReadResult } from './field.ts';

/** Maximum items of a list in a request if the document states no maximum. */
export const MAX_ITEMS_SENT = 1_000;

/** Returns the range for a request: with the built-in maximum if the document states none. */
export const rangeForRequest = ({ min, max }: Range): Range => ({ min, max: max ?? { value: MAX_ITEMS_SENT } });

/** Returns the problem if a count is too small or too large; otherwise null. */
export function countProblem(
  count: number,
  { min, max }: Range,
  bounds: Bounds,
): { readonly problem: FieldProblem } | null {
  // A stated number needs no look-up, which is not available when a cell of the document is read.
  const numberOf = (bound: Bound) => ('value' in bound ? bound.value : bounds(bound));
  const [least, most] = [min && numberOf(min), max && numberOf(max)];
  if (min !== null && least === null) return limitNotShown(min);
  if (least !== null && count < least) return refused('TOO_FEW', { count, min: least });
  if (max !== null && most === null) return limitNotShown(max);
  return most !== null && count > most ? refused('TOO_MANY', { count, max: most }) : null;
}

/** The expected input: a number or an amount. */
type Scaled = Extract<Expected, { readonly isScaled: boolean }>;

/** Reads decimal text at a scale into units; `most` is the maximum number of units, positive or negative. */
export function readUnits(text: string, scale: number, expected: Scaled, most: number = MAX_UNITS): ReadResult {
  const units = toUnits(text, scale);
  if (units === null) return wrongType(expected);
  if (units === 'digits') return wrongType({ ...expected, isScaled: true });
  if (units === 'size' || Math.abs(units) > most) {
    return text.trim().startsWith('-')
      ? refused('TOO_SMALL', { min: fromUnits(-most, scale) })
      : refused('TOO_BIG', { max: fromUnits(most, scale) });
  }
  return { value: units };
}

/** Returns the maximum number of units with this many digits. */
export function maxUnits(precision: number): number {
  return precision >= MAX_DIGITS ? MAX_UNITS : 10 ** precision - 1;
}

/** Checks a number of units against bounds, which are plain numbers. */
export function boundedUnits(read: ReadResult, scale: number, { min, max }: Range, bounds: Bounds): ReadResult {
  if (!('value' in read) || typeof read.value !== 'number') return read;
  const units = (bound: number) => Math.round(bound * 10 ** scale);
  if (min !== null) {
    const least = bounds(min);
    if (least === null) return limitNotShown(min);
    if (read.value < units(least)) return refused('TOO_SMALL', { min: fromUnits(units(least), scale) });
  }
  if (max !== null) {
    const most = bounds(max);
    if (most === null) return limitNotShown(max);
    if (read.value > units(most)) return refused('TOO_BIG', { max: fromUnits(units(most), scale) });
  }
  return read;
}
