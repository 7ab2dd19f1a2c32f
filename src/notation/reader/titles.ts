import { POINT_TITLES, type Point } from '../../model/types/element.ts';

/** Other headings that a numbered point may have without a warning, in folded form. */
export const TITLE_ALIASES: Readonly<Record<Point, readonly string[]>> = {
  1: ['product', 'purpose', 'overview'],
  2: ['screens', 'pages'],
  3: ['entities', 'data model'],
  4: ['states', 'workflow'],
  5: ['rules', 'validation'],
  6: ['roles', 'permissions', 'roles and rights'],
  7: ['calls', 'api'],
  8: ['errors', 'error codes'],
  9: ['constants', 'limits', 'constants and limits'],
};

/** Whether two headings are equal apart from capitals and punctuation. */
export function sameTitle(one: string, other: string): boolean {
  return foldedTitle(one) === foldedTitle(other);
}

/** Whether this is the title of a point or one of its aliases. */
export function isTitleOfPoint(title: string, point: Point): boolean {
  return sameTitle(title, POINT_TITLES[point]) || TITLE_ALIASES[point].includes(foldedTitle(title));
}

/** Returns a heading in lower case, with single spaces and no punctuation. */
export function foldedTitle(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
