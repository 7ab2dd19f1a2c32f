import type { WireFigure, WireTile } from '../../../engine/core/wire-format.ts';
import { fromUnits, toUnits } from '../../../fields/text/decimals.ts';
import type { Formatter } from '../../../fields/text/format.ts';
import { withUnit } from '../../../fields/text/with-unit.ts';
import type { Aggregate } from '../../../model/types/model.ts';
import type { Tone } from '../../../model/types/tone.ts';
import type { Type } from '../../../model/types/types.ts';
import { messages } from '../../languages/messages.ts';

/** The type of a tile's field; null for a count. */
export type Measure = Type | null;

export const measureOf = (aggregate: Aggregate, type: Type | null): Measure => (aggregate === 'count' ? null : type);

/** Returns the measure with the currency that all points share, for amounts that carry their currency; 'several' if they differ. */
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
 * Formats a figure: money in the field's or the value's currency, a number with the field's unit, a plain count. Returns
 * an empty text if there is no value.
 */
export function figureText(format: Formatter, measure: Measure, value: WireFigure): string {
  if (value === null) return messages.dashboard.severalCurrencies;
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

/** Formats a figure for an axis, as `€1.5K`. */
export function shortText(format: Formatter, measure: Measure, value: number): string {
  const compact: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 1 };
  const currency = measure?.kind === 'money' ? measure.currency : null;
  const isKnown = currency !== null && /^[A-Z]{3}$/.test(currency);
  const options = isKnown ? { ...compact, style: 'currency' as const, currency, minimumFractionDigits: 0 } : compact;
  return new Intl.NumberFormat(format.language, options).format(value);
}

/** The texts of a point of a chart. */
export interface FigureTexts {
  readonly label: string;
  /** Null if there is no value, such as the average of no records. */
  readonly value: number | null;
  readonly text: string;
  readonly rows: number;
}

/** A point of a chart. */
export interface Figure extends FigureTexts {
  /** The address of the records behind it; null if no list shows them. */
  readonly to: string | null;
  /** The tint of a state; null for the usual color. */
  readonly tone: Tone | null;
}

export function figuresOf(format: Formatter, measure: Measure, points: WireTile['points']): readonly FigureTexts[] {
  return points.map(({ label, value, rows }) => ({
    label,
    value: amountIn(value) === '' ? null : Number(amountIn(value)),
    text: figureText(format, measure, value),
    rows,
  }));
}

/** Returns the exact sum of a chart's values as text; null if they can't be added, as averages. */
export function sumText(format: Formatter, measure: Measure, { aggregate, points }: WireTile): string | null {
  if (aggregate !== 'count' && aggregate !== 'sum') return null;
  const values = points.map(({ value }) => amountIn(value));
  const scale = Math.max(0, ...values.map(digitsOf));
  const all = values.map((value) => (value === '' ? 0 : toUnits(value, scale)));
  const units = all.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : Number.NaN), 0);
  return Number.isSafeInteger(units) ? figureText(format, measure, fromUnits(units, scale)) : null;
}

/** Returns a tile's name from its id, for a refused tile that the view does not contain. */
export function nameIn(tile: string): string {
  return (tile.split('/').at(-1) ?? tile).replaceAll('%2F', '/').replaceAll('%25', '%');
}
