import { labelOf } from '../lookups/label.ts';
import type { Assumption, Element, Name, Point } from '../types/place.ts';

/** The part of an assumed element that all elements share. */
export function assumed(assumption: Assumption, point: Point, id: string, help = ''): Element {
  return { id, point, standing: 'assumed', at: null, assumption, help };
}

/** A name of ours, with the label that its rule gives. */
export function named(name: string): Name {
  return { name, label: labelOf(name), plural: null, translations: {} };
}

/** Of each name that was taken, the number to try next. Numbers are kept for names that stay taken. */
export type Numbers = Map<string, number>;

/** The first of the candidates that is not taken, else the first with a number behind it. */
export function free(
  candidates: readonly string[],
  taken: (candidate: string) => boolean,
  numbers: Numbers = new Map(),
): string {
  const open = candidates.find((candidate) => !taken(candidate));
  if (open !== undefined) return open;
  const first = candidates[0] ?? 'thing';
  let number = numbers.get(first) ?? 2;
  while (taken(`${first}-${number}`)) number += 1;
  numbers.set(first, number);
  return `${first}-${number}`;
}
