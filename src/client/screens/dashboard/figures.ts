import type { WireFigure, WireTile } from '../../../engine/core/wire-format.ts';
import { fromUnits, toUnits } from '../../../fields/text/decimals.ts';
import type { Formatter } from '../../../fields/text/format.ts';
import { withUnit } from '../../../fields/text/with-unit.ts';
import type { Aggregate } from '../../../model/types/model.ts';
import type { Type } from '../../../model/types/types.ts';
import { dashboardTexts } from './texts.ts';

/** What a figure of a tile is measured in: the type of its field; null for a count. */
export type Measure = Type | null;

export const measureOf = (aggregate: Aggregate, type: Type | null): Measure => (aggregate === 'count' ? null : type);

/** The same where amounts name their currency: in that of all points; null where these are in several, so that none goes with another. */
export function commonMeasure(measure: Measure, points: WireTile['points']): Measure | 'several' {
  if (measure?.kind !== 'money' || measure.currency !== null) return measure;
  const [currency = null, ...others] = new Set(points.flatMap(({ value }) => currenciesIn(value)));
  return others.length > 0 || points.some(({ value }) => value === null) ? 'several' : { ...measure, currency };
}

const currenciesIn = (value: WireFigure): readonly string[] =>
  value !== null && typeof value === 'object' ? [value.currency] : [];

const digitsOf = (amount: string): number => /\.(\d+)$/.exec(amount)?.[1]?.length ?? 0;

const amountIn = (value: WireFigure): string => (typeof value === 'string' ? value : (value?.amount ?? ''));

/**
 * A figure as people read it: money of the field's currency or of its own, a number with the field's digits and unit, a
 * count plain. Empty: none.
 */
export function figureText(format: Formatter, measure: Measure, value: WireFigure): string {
  if (value === null) return dashboardTexts.severalCurrencies;
  if (typeof value === 'object') return ownMoney(format, value);
  if (value === '') return '';
  const scale = digitsOf(value);
  const units = toUnits(value, scale);
  if (typeof units !== 'number') return value;
  if (measure?.kind === 'money' && measure.currency !== null) return format.money(units, measure.currency, scale);
  const unit = measure?.kind === 'integer' || measure?.kind === 'decimal' ? measure.unit : null;
  return withUnit(format.number(units, scale), unit);
}

function ownMoney(format: Formatter, { amount, currency }: Exclude<WireFigure, string | null>): string {
  const scale = digitsOf(amount);
  const units = toUnits(amount, scale);
  return typeof units === 'number' ? format.money(units, currency, scale) : `${amount} ${currency}`;
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
    value: amountIn(value) === '' ? null : Number(amountIn(value)),
    text: figureText(format, measure, value),
    rows,
  }));
}

/** All values of a chart together, exact; null where they do not add up. */
export function sumText(format: Formatter, measure: Measure, { aggregate, points }: WireTile): string | null {
  if (aggregate !== 'count' && aggregate !== 'sum') return null;
  const values = points.map(({ value }) => amountIn(value));
  const scale = Math.max(0, ...values.map(digitsOf));
  const all = values.map((value) => (value === '' ? 0 : toUnits(value, scale)));
  const units = all.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : Number.NaN), 0);
  return Number.isSafeInteger(units) ? figureText(format, measure, fromUnits(units, scale)) : null;
}

/** What a tile is called of which the person gets no more than that it is refused: its name, as its id has it. */
export function nameIn(tile: string): string {
  return (tile.split('/').at(-1) ?? tile).replaceAll('%2F', '/').replaceAll('%25', '%');
}
