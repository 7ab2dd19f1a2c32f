import type { Bounds } from './field.ts';
import { type FieldProblem, limitNotShown, refused } from './problem.ts';
import type { Range } from './range.ts';

/** Why so many are too few or too many; null where they are neither. */
export function countProblem(
  count: number,
  { min, max }: Range,
  bounds: Bounds,
): { readonly problem: FieldProblem } | null {
  const [least, most] = [min && bounds(min), max && bounds(max)];
  if (min !== null && least === null) return limitNotShown(min);
  if (least !== null && count < least) return refused('TOO_FEW', { count, min: least });
  if (max !== null && most === null) return limitNotShown(max);
  return most !== null && count > most ? refused('TOO_MANY', { count, max: most }) : null;
}
