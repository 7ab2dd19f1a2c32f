import { labelOf } from '../lookups/label-from-name.ts';
import type { Assumption, Element, Name, Point } from '../types/element.ts';

/** Returns the common attributes of an assumed element. */
export function assumedElement(assumption: Assumption, point: Point, id: string, help = ''): Element {
  return { id, point, standing: 'assumed', at: null, assumption, help };
}

/** Returns the attributes of an assumed name, with its derived label. */
export function assumedName(name: string): Name {
  return { name, label: labelOf(name), plural: null, translations: {} };
}

/** The next number to try for each name that is in use. Only valid while names are never released. */
export type NextNumbers = Map<string, number>;

/** Returns the first candidate that is not taken, otherwise the first candidate with a number appended. */
export function firstFreeName(
  candidates: readonly string[],
  isTaken: (candidate: string) => boolean,
  numbers: NextNumbers = new Map(),
): string {
  const unused = candidates.find((candidate) => !isTaken(candidate));
  if (unused !== undefined) return unused;
  const first = candidates[0] ?? 'thing';
  let number = numbers.get(first) ?? 2;
  while (isTaken(`${first}-${number}`)) number += 1;
  numbers.set(first, number);
  return `${first}-${number}`;
}
