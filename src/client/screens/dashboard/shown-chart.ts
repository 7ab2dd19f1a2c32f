import type { WireTile } from '../../../engine/core/wire-format.ts';
import type { Formatter } from '../../../fields/text/format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import type { Chart } from '../../../model/types/model.ts';
import { type Figure, type Measure, sumText } from './figures.ts';
import { dashboardTexts } from './texts.ts';

/** Bars beyond these stand in the table alone. */
const mostBars = 16;

export function isOverTime({ interval }: Pick<Chart, 'interval'>, by: Attribute | null): boolean {
  return interval !== null && (by?.type.kind === 'date' || by?.type.kind === 'date and time');
}

/**
 * What is drawn: time and choices as they come, in their own order; everything else by size, the largest first, as
 * many as can be told apart. `left` are those that are not drawn.
 */
export function drawnOf(
  figures: readonly Figure[],
  by: Attribute | null,
  overTime: boolean,
): { readonly drawn: readonly Figure[]; readonly left: number } {
  if (overTime || by?.type.kind === 'choice') return { drawn: figures, left: 0 };
  const bySize = figures.toSorted((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity));
  return { drawn: bySize.slice(0, mostBars), left: Math.max(0, figures.length - mostBars) };
}

/** The drawing in a sentence. */
export function summaryOf(
  format: Formatter,
  label: string,
  figures: readonly Figure[],
  overTime: boolean,
  measure: Measure,
  tile: WireTile,
): string {
  const [first, last] = [figures[0], figures.at(-1)];
  const highest = figures.reduce<Figure | null>(
    (best, each) => (each.value !== null && each.value > (best?.value ?? -Infinity) ? each : best),
    null,
  );
  if (first === undefined || last === undefined || highest === null) return dashboardTexts.summaryNothing(label);
  if (overTime) {
    const sum = sumText(format, measure, tile);
    return dashboardTexts.summaryTime(label, first.label, last.label, highest.text, highest.label, sum);
  }
  const parts = figures.map((each) => `${each.label} ${each.text === '' ? dashboardTexts.noValue : each.text}`);
  return dashboardTexts.summaryBars(label, format.list(parts));
}
