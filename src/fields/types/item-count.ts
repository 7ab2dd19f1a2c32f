import type { Bound } from '../../model/types/types.ts';
import type { Range } from '../text/number-range.ts';
import type { Bounds } from './field.ts';
import { type FieldProblem, limitNotShown, refused } from './value-problem.ts';

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
