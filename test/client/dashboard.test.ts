import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutBars, layOutSeries, shortened } from '../../src/client/screens/dashboard/chart-layout.ts';
import { renderedChart, summaryOf } from '../../src/client/screens/dashboard/chart-selection.ts';
import {
  commonMeasure,
  figuresOf,
  figureText,
  nameIn,
  shortText,
  sumText,
} from '../../src/client/screens/dashboard/figures.ts';
import type { WireFigure, WireTile } from '../../src/engine/core/wire-format.ts';
import { formatter } from '../../src/fields/text/format.ts';
import type { Attribute } from '../../src/model/lookups/schema.ts';
import { idOf } from '../../src/model/types/element.ts';
import type { Type } from '../../src/model/types/types.ts';

const english = formatter({ language: 'en', zone: 'UTC' });
const euros: Type = { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null };

const figure = (label: string, value: number | null) => ({
  label,
  value,
  text: String(value ?? ''),
  rows: 1,
  to: null,
  tone: null,
});

test('a figure is money of its field, a number with its digits, or a plain count', () => {
  assert.equal(figureText(english, euros, '1412.50'), '€1,412.50');
  assert.equal(figureText(formatter({ language: 'de', zone: 'UTC' }), euros, '1412.50'), '1.412,50\u00a0€');
  assert.equal(
    figureText(english, { kind: 'decimal', precision: 5, scale: 1, min: null, max: null, unit: null }, '-123456.5'),
    '-123,456.5',
  );
  assert.equal(
    figureText(english, { kind: 'decimal', precision: 5, scale: 1, min: null, max: null, unit: 'h' }, '70.0'),
    '70.0\u00a0h',
  );
  assert.equal(figureText(english, null, '1200'), '1,200');
  assert.equal(
    figureText(english, { kind: 'money', currency: null, scale: 2, min: null, max: null }, '12.00'),
    '12.00',
  );
  assert.equal(figureText(english, euros, ''), '');
});

test('a number on an axis is short', () => {
  assert.equal(shortText(english, euros, 12_500), '€12.5K');
  assert.equal(shortText(english, null, 40), '40');
});

test('values add up exactly, and only where they make a sum', () => {
  const point = (value: string) => ({ key: null, label: '', value, rows: 1 });
  const tile = (aggregate: WireTile['aggregate']): WireTile => ({
    id: 'chart/x',
    aggregate,
    points: [point('0.10'), point('0.20'), point('')],
  });
  assert.equal(sumText(english, euros, tile('sum')), '€0.30');
  assert.equal(sumText(english, euros, tile('average')), null);
});

test('a missing value is distinct from zero', () => {
  const points = [
    { key: null, label: 'A', value: '', rows: 0 },
    { key: null, label: 'B', value: '0.00', rows: 0 },
  ];
  assert.deepEqual(
    figuresOf(english, euros, points).map(({ value, text }) => [value, text]),
    [
      [null, ''],
      [0, '€0.00'],
    ],
  );
});

test('amounts with their own currency are shown in it, and charted only if all share one', () => {
  const open: Type = { kind: 'money', currency: null, scale: 2, min: null, max: null };
  const point = (value: WireFigure) => ({ key: null, label: 'A', value, rows: 1 });
  const [seven, eight, euro] = [
    point({ amount: '7', currency: 'JPY' }),
    point({ amount: '8', currency: 'JPY' }),
    point({ amount: '1.00', currency: 'EUR' }),
  ];
  const yen = { ...open, currency: 'JPY' };
  assert.deepEqual(
    [[seven, eight, point('')], [seven, euro], [seven, point(null)], [point('0')]].map((points) =>
      commonMeasure(open, points),
    ),
    [yen, 'several', 'several', open],
  );
  assert.equal(commonMeasure(euros, [point('1.00')]), euros);
  assert.deepEqual(
    figuresOf(english, open, [seven, euro, point(null), point('')]).map(({ value, text }) => [value, text]),
    [
      [7, '¥7'],
      [1, '€1.00'],
      [null, 'In several currencies'],
      [null, ''],
    ],
  );
  assert.equal(sumText(english, yen, { id: 'chart/x', aggregate: 'sum', points: [seven, eight] }), '¥15');
});

test('bar lengths are proportional to their values from zero', () => {
  const { bars, height, row } = layOutBars(600, [figure('A', 100), figure('B', 50), figure('C', 0)]);
  const [one, half, none] = bars.map(({ width }) => width);
  assert.ok(Math.abs((one ?? 0) - 2 * (half ?? 0)) < 0.001);
  assert.deepEqual([none, height], [0, 3 * row]);
});

test('negative bars are on the other side of zero', () => {
  const { bars, zero } = layOutBars(600, [figure('A', 100), figure('B', -50)]);
  assert.ok(zero !== null);
  assert.equal(bars[0]?.x, zero);
  assert.equal((bars[1]?.x ?? 0) + (bars[1]?.width ?? 0), zero);
});

test('a drawing stays inside its width, however narrow', () => {
  for (const width of [120, 250, 700]) {
    const figures = Array.from({ length: 12 }, (_, index) => figure(`Month ${index}`, index * 10));
    const course = layOutSeries(width, figures, String, true);
    assert.ok(
      course.spots.every(({ x }) => x >= 0 && x <= width),
      String(width),
    );
    assert.ok(course.labelled.includes(11), 'the last month has its label');
    const { bars } = layOutBars(width, figures);
    assert.ok(
      bars.every(({ x, width: long }) => x >= 0 && x + long <= width + 2),
      String(width),
    );
  }
});

test('the axis of a count has only integers, and months without data are zero', () => {
  const course = layOutSeries(600, [figure('A', 0), figure('B', 1)], String, true);
  assert.deepEqual(
    course.ticks.map(({ text }) => text),
    ['0', '1'],
  );
  assert.equal(course.spots[0]?.y, course.zero);
});

test('a missing value leaves a gap in the line', () => {
  const course = layOutSeries(600, [figure('A', 1), figure('B', null), figure('C', 1)], String, false);
  assert.equal(course.line.match(/M/g)?.length, 2);
  assert.equal(course.spots[1]?.y, null);
});

const attribute = (type: Type): Attribute => ({ kind: 'built-in', name: 'x', id: 'x', type });

test('options keep their order; other groups are sorted by size and limited', () => {
  const figures = Array.from({ length: 20 }, (_, index) => figure(`F${index}`, index));
  const option = { name: 'a', label: 'A', translations: {} };
  assert.equal(renderedChart(figures, attribute({ kind: 'choice', options: [option], several: false }), false).left, 0);
  const { drawn, left } = renderedChart(figures, attribute({ kind: 'reference', entity: 'Thing' }), false);
  assert.deepEqual([drawn[0]?.label, drawn.length, left], ['F19', 16, 4]);
});

test('a chart has a summary for screen readers', () => {
  const points = [
    { key: '2026-01-01', label: 'Jan 2026', value: '10.00', rows: 1 },
    { key: '2026-02-01', label: 'Feb 2026', value: '32.00', rows: 2 },
  ];
  const tile: WireTile = { id: 'chart/x', aggregate: 'sum', points };
  const figures = figuresOf(english, euros, points);
  assert.equal(
    summaryOf(english, 'Spent', figures, true, euros, tile),
    'Spent, Jan 2026 to Feb 2026: highest €32.00 in Feb 2026, €42.00 in total.',
  );
  assert.equal(summaryOf(english, 'Spent', figures, false, euros, tile), 'Spent. Jan 2026 €10.00 and Feb 2026 €32.00.');
});

test('a long label is shortened, and the name of a tile is found in its id', () => {
  assert.equal(shortened('Equipment', 6), 'Equip…');
  assert.equal(shortened('Meals', 6), 'Meals');
  assert.equal(nameIn(idOf('number', '/a/b', '50% of a/b')), '50% of a/b');
});
