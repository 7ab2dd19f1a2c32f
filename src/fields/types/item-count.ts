import type { Bound } from '../../model/types/types.ts';
import type { Range } from '../text/number-range.ts';
import type { Bounds } from './field.ts';
import { type FieldProblem, limitNotShown, refused } from './value-problem.ts';

/** Most items of a list that a request may send where the document states no maximum. */
export const MOST_SENT = 1_000;

/** The range for what a request sends: with the built-in maximum where the document states none. */
export const rangeSent = ({ min, max }: Range): Range => ({ min, max: max ?? { value: MOST_SENT } });

/** Why so many are too few or too many; null where they are neither. */
export function countProblem(
  count: number,
  { min, max }: Range,
  bounds: Bounds,
): { readonly problem: FieldProblem } | null {
  // A stated number needs no look-up, and there is none where a cell of the document is read.
  const numberOf = (bound: Bound) => ('value' in bound ? bound.value : bounds(bound));
  const [least, most] = [min && numberOf(min), max && numberOf(max)];
  if (min !== null && least === null) return limitNotShown(min);
  if (least !== null && count < least) return refused('TOO_FEW', { count, min: least });
  if (max !== null && most === null) return limitNotShown(max);
  return most !== null && count > most ? refused('TOO_MANY', { count, max: most }) : null;
}
