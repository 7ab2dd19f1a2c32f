import type { View } from '../../engine/view/view.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import { type Element, POINTS, type Point, type Standing } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { messages } from '../languages/messages.ts';

/** One of the nine points, as shown on the document page. */
export interface PointRow {
  readonly point: Point;
  readonly title: string;
  readonly element: string;
  readonly standing: Standing;
  /** What the point contains, in words: `9 screens`. Empty if nothing is counted. */
  readonly counts: readonly string[];
  /** Assumptions in force in this point, with the number of elements that rely on each. */
  readonly assumptions: readonly { readonly name: string; readonly count: number }[];
  /** For a point that is not shown. */
  readonly consequence: string;
  readonly firstLine: string;
}

/** The kinds of elements that are counted for a point. */
type CountedKind = keyof typeof messages.points.counted;

const pointOfKind: ReadonlyMap<CountedKind, Point> = new Map<CountedKind, Point>([
  ['screen', 2],
  ['entity', 3],
  ['field', 3],
  ['machine', 4],
  ['transition', 4],
  ['rule', 5],
  ['role', 6],
  ['permission', 6],
  ['call', 7],
  ['error', 8],
  ['constant', 9],
  ['limit', 9],
]);

/**
 * Returns the nine points in order. Stated elements are counted from the lines of the document where they are known
 * (development).
 */
export function pointRows(view: Pick<View, 'model' | 'gaps' | 'lines'>): readonly PointRow[] {
  const stated = statedCounts(view);
  const assumed = assumedCounts(view.model);
  return POINTS.map((point) => {
    const info = view.model.points.find((each) => each.point === point);
    const gap = view.gaps.find((each) => each.point === point);
    return {
      point,
      title: messages.points.titles[point],
      element: info?.id ?? `point/${point}`,
      standing: info?.standing ?? 'not shown',
      counts: [...pointOfKind].flatMap(([kind, of]) => {
        const count = of === point ? (stated.get(kind) ?? 0) : 0;
        return count === 0 ? [] : [messages.points.counted[kind]({ count })];
      }),
      assumptions: [...(assumed.get(point) ?? [])].map(([name, count]) => ({ name, count })),
      consequence: gap === undefined ? '' : messages.points.consequences[point],
      firstLine: gap?.firstLine ?? '',
    };
  });
}

/**
 * Returns how much of the document is stated. `open`: the number of values within stated points that are not shown; null
 * outside development, where it is unknown.
 */
export function pointsSummary(stated: number, notShown: number, open: number | null): string {
  const words = messages.pages.points;
  if (notShown > 0)
    return open === null || open === 0
      ? words.someStated({ stated, notShown })
      : words.someStatedOpen({ stated, notShown, open });
  if (open === null) return words.allTouched;
  return open === 0 ? words.allStated : words.allStatedOpen({ open });
}

/** Returns the gaps within stated points: one finding for each value that a line leaves open. */
export function gapsInStatedPoints(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.filter(({ severity, element }) => severity === 'gap' && element?.startsWith('point/') !== true);
}

/** Returns every assumption in force, with the number of elements that rely on it. */
export function assumptionsIn(rows: readonly PointRow[]): readonly { readonly name: string; readonly count: number }[] {
  const all = new Map<string, number>();
  for (const { name, count } of rows.flatMap(({ assumptions }) => assumptions))
    all.set(name, (all.get(name) ?? 0) + count);
  return [...all].map(([name, count]) => ({ name, count }));
}

function statedCounts({ model, lines }: Pick<View, 'model' | 'lines'>): ReadonlyMap<string, number> {
  const ids =
    lines === null
      ? elementsIn(model).flatMap((each) => (each.standing === 'stated' ? each.id : []))
      : Object.keys(lines);
  const counts = new Map<string, number>();
  for (const id of ids) {
    const kind = id.slice(0, id.indexOf('/'));
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function assumedCounts(model: Model): ReadonlyMap<Point, ReadonlyMap<string, number>> {
  const counts = new Map<Point, Map<string, number>>();
  const add = (point: Point, name: string) => {
    const inPoint = counts.get(point) ?? new Map<string, number>();
    counts.set(point, inPoint.set(name, (inPoint.get(name) ?? 0) + 1));
  };
  for (const { point, assumption } of elementsIn(model)) if (assumption !== null) add(point, assumption);
  const { language, timeZone } = model.product;
  for (const { standing } of [language, timeZone]) if (standing === 'assumed') add(1, 'A-LOCALE');
  if (model.product.offline === null) add(1, 'A-OFFLINE');
  return counts;
}

function elementsIn(model: Model): Element[] {
  return [
    ...model.screens,
    ...model.entities.flatMap((entity) => [entity, ...entity.fields]),
    ...model.machines.flatMap((machine) => [machine, ...machine.transitions]),
    ...model.rules,
    ...model.roles,
    ...model.permissions,
    ...model.calls,
    ...model.errors,
    ...model.constants,
    ...model.limits,
  ];
}
