import type { WireTile } from '../../../engine/wire.ts';
import { fromUnits, toUnits } from '../../../fields/decimals.ts';
import type { Formatter } from '../../../fields/format.ts';
import { withUnit } from '../../../fields/with-unit.ts';
import type { Aggregate } from '../../../model/model.ts';
import type { Type } from '../../../model/types.ts';

/** What a figure of a tile is measured in: the type of its field; null for a count. */
export type Measure = Type | null;

export const measureOf = (aggregate: Aggregate, type: Type | null): Measure => (aggregate === 'count' ? null : type);

/** A figure as people read it: money of the field's currency, a number with the field's digits and unit, a count plain. Empty: none. */
export function figureText(format: Formatter, measure: Measure, value: string): string {
  if (value === '') return '';
  const scale = /\.(\d+)$/.exec(value)?.[1]?.length ?? 0;
  const units = toUnits(value, scale);
  if (typeof units !== 'number') return value;
  if (measure?.kind === 'money' && measure.currency !== null) return format.money(units, measure.currency, scale);
  const unit = measure?.kind === 'integer' || measure?.kind === 'decimal' ? measure.unit : null;
  return withUnit(format.number(units, scale), unit);
}

/** The same on an axis, where there is little room: `€1.5K`. */
export function shortText(format: Formatter, measure: Measure, value: number): string {
  const compact: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 1 };
  const currency = measure?.kind === 'money' ? measure.currency : null;
  const isKnown = currency !== null && /^[A-Z]{3}$/.test(currency);
  const options = isKnown ? { ...compact, style: 'currency' as const, currency, minimumFractionDigits: 0 } : compact;
  return new Intl.NumberFormat(format.language, options).format(value);
}

/** A point of a chart, ready to draw. */
export interface Figure {
  readonly label: string;
  /** Null: there is no value, as the average of nothing. */
  readonly value: number | null;
  readonly text: string;
  readonly rows: number;
}

export function figuresOf(format: Formatter, measure: Measure, points: WireTile['points']): readonly Figure[] {
  return points.map(({ label, value, rows }) => ({
    label,
    value: value === '' ? null : Number(value),
    text: figureText(format, measure, value),
    rows,
  }));
}

/** All values of a chart together, exact; null where they do not add up. */
export function sumText(format: Formatter, measure: Measure, { aggregate, points }: WireTile): string | null {
  if (aggregate !== 'count' && aggregate !== 'sum') return null;
  const scale = Math.max(0, ...points.map(({ value }) => /\.(\d+)$/.exec(value)?.[1]?.length ?? 0));
  const all = points.map(({ value }) => (value === '' ? 0 : toUnits(value, scale)));
  const units = all.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : Number.NaN), 0);
  return Number.isSafeInteger(units) ? figureText(format, measure, fromUnits(units, scale)) : null;
}

/** What a tile is called of which the person gets no more than that it is refused: its name, as its id has it. */
export function nameIn(tile: string): string {
  return (tile.split('/').at(-1) ?? tile).replaceAll('%2F', '/').replaceAll('%25', '%');
}
