import { scaleBand, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Figure } from './figures.ts';

/** Approximate width of a character in the small text of a chart, in pixels. */
const letter = 7.2;
export const textWidth = (text: string): number => [...text].length * letter;

export interface Bar {
  readonly figure: Figure;
  /** Upper edge of the bar's row. */
  readonly top: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly labelY: number;
}

export interface BarsLayout {
  readonly bars: readonly Bar[];
  readonly height: number;
  readonly row: number;
  /** Maximum number of characters of a label. */
  readonly letters: number;
  /** Position of zero; null if there are no negative values. */
  readonly zero: number | null;
}

/** Lays out horizontal bars: next to their labels, or below them in narrow drawings. */
export function layOutBars(width: number, figures: readonly Figure[]): BarsLayout {
  const isNarrow = width < 440;
  const row = isNarrow ? 46 : 36;
  const thickness = isNarrow ? 8 : 16;
  const labels = Math.min(width * 0.34, 16 + Math.max(0, ...figures.map(({ label }) => textWidth(label))));
  const values = 12 + Math.max(0, ...figures.map(({ text }) => textWidth(text)));
  const [start, end] = isNarrow ? [0, width] : [labels, width - values];
  const all = figures.flatMap(({ value }) => value ?? []);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const x = scaleLinear([low, high === low ? low + 1 : high], [start, Math.max(start + 1, end)]);
  const bars = figures.map((figure, index): Bar => {
    const top = index * row;
    const [one, other] = [x(0), x(figure.value ?? 0)];
    const y = isNarrow ? top + 26 : top + (row - thickness) / 2;
    const labelY = isNarrow ? top + 17 : top + row / 2 + 4;
    const isSome = figure.value !== null && figure.value !== 0;
    const drawn = isSome ? Math.max(2, Math.abs(other - one)) : 0;
    return { figure, top, x: Math.min(one, other), y, width: drawn, height: thickness, labelY };
  });
  const room = isNarrow ? width - values : labels - 12;
  return {
    bars,
    row,
    height: figures.length * row,
    letters: Math.max(4, Math.floor(room / letter)),
    zero: low < 0 ? x(0) : null,
  };
}

export interface SeriesLayout {
  readonly height: number;
  /** The frame of the marks. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly spots: readonly { readonly figure: Figure; readonly x: number; readonly y: number | null }[];
  readonly band: number;
  /** SVG path of the area between zero and the values. */
  readonly area: string;
  readonly line: string;
  readonly zero: number;
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
  /** Indices of the spots whose label is shown. */
  readonly labelled: readonly number[];
}

const height = 232;
const top = 12;
const below = 28;

/** Lays out values side by side, as over time. `short` formats a number of the axis; `isWhole`: the axis has whole numbers only. */
export function layOutSeries(
  width: number,
  figures: readonly Figure[],
  short: (value: number) => string,
  isWhole: boolean,
): SeriesLayout {
  const all = figures.flatMap(({ value }) => value ?? []);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const y = scaleLinear([low, high === low ? low + 1 : high], [height - below, top]).nice(4);
  const values = y.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick));
  const left = 10 + Math.max(0, ...values.map((tick) => textWidth(short(tick))));
  const right = Math.max(left + 1, width - 12);
  const places = figures.map((_, index) => String(index));
  const x = scaleBand(places, [left, right]).padding(0.3);
  const middle = (index: number) => (x(String(index)) ?? left) + x.bandwidth() / 2;
  const spots = figures.map((figure, index) => ({
    figure,
    x: middle(index),
    y: figure.value === null ? null : y(figure.value),
  }));
  const isThere = (spot: (typeof spots)[number]) => spot.y !== null;
  const path = line<(typeof spots)[number]>(
    (spot) => spot.x,
    (spot) => spot.y ?? 0,
  );
  const below0 = area<(typeof spots)[number]>(
    (spot) => spot.x,
    y(0),
    (spot) => spot.y ?? 0,
  );
  return {
    height,
    left,
    right,
    top,
    bottom: height - below,
    spots,
    band: x.bandwidth(),
    area: below0.defined(isThere)(spots) ?? '',
    line: path.defined(isThere)(spots) ?? '',
    zero: y(0),
    ticks: values.map((tick) => ({ y: y(tick), text: short(tick) })),
    labelled: labelled(figures, right - left),
  };
}

/** Returns every n-th index, counted from the last, so that labels do not overlap. */
function labelled(figures: readonly Figure[], width: number): number[] {
  const widest = 14 + Math.max(1, ...figures.map(({ label }) => textWidth(label)));
  const fitting = Math.max(1, Math.floor(width / widest));
  const step = Math.max(1, Math.ceil(figures.length / fitting));
  return figures.map((_, index) => index).filter((index) => (figures.length - 1 - index) % step === 0);
}

/** Shortens a label to a number of characters. */
export function shortened(text: string, letters: number): string {
  const all = [...text];
  return all.length <= letters
    ? text
    : `${all
        .slice(0, Math.max(1, letters - 1))
        .join('')
        .trimEnd()}…`;
}
