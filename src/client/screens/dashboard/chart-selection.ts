import type { WireTile } from '../../../engine/core/wire-format.ts';
import type { Formatter } from '../../../fields/text/format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import type { Chart } from '../../../model/types/model.ts';
import { messages } from '../../languages/messages.ts';
import { type Figure, type FigureTexts, type Measure, sumText } from './figures.ts';

/** Maximum number of bars; the others are in the table only. */
const maxBars = 16;

export function isOverTime({ interval }: Pick<Chart, 'interval'>, by: Attribute | null): boolean {
  return interval !== null && (by?.type.kind === 'date' || by?.type.kind === 'date and time');
}

/**
 * Returns the figures to draw: all in their order over time and by choice, else the largest ones by size. `left`: the
 * number of figures that are not drawn.
 */
export function renderedChart(
  figures: readonly Figure[],
  by: Attribute | null,
  overTime: boolean,
): { readonly drawn: readonly Figure[]; readonly left: number } {
  if (overTime || by?.type.kind === 'choice') return { drawn: figures, left: 0 };
  const bySize = figures.toSorted((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity));
  return { drawn: bySize.slice(0, maxBars), left: Math.max(0, figures.length - maxBars) };
}

/** Describes a chart in a sentence, for screen readers. */
export function summaryOf(
  format: Formatter,
  label: string,
  figures: readonly FigureTexts[],
  overTime: boolean,
  measure: Measure,
  tile: WireTile,
): string {
  const [first, last] = [figures[0], figures.at(-1)];
  const highest = figures.reduce<FigureTexts | null>(
    (best, each) => (each.value !== null && each.value > (best?.value ?? -Infinity) ? each : best),
    null,
  );
  if (first === undefined || last === undefined || highest === null)
    return messages.dashboard.summaryNothing({ label });
  if (overTime) {
    const sum = sumText(format, measure, tile);
    const { summaryTime, summaryTimeWithSum } = messages.dashboard;
    const values = { label, from: first.label, to: last.label, highest: highest.text, at: highest.label };
    return sum === null ? summaryTime(values) : summaryTimeWithSum({ ...values, sum });
  }
  const parts = figures.map((each) => `${each.label} ${each.text === '' ? messages.dashboard.noValue : each.text}`);
  return messages.dashboard.summaryBars({ label, parts: format.list(parts) });
}
