import type { Aggregate, Chart, NumberTile } from '../../model/types/model.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { formula, type Reader, statedElement, statedName, words } from '../reader/reader.ts';
import { splitWhere } from '../reader/where.ts';

const AGGREGATE = /^(count|sum|total|average|mean|min|minimum|max|maximum)(?:\s+of\s+|\s*$)/i;

const AGGREGATES: ReadonlyMap<string, Aggregate> = new Map([
  ['count', 'count'],
  ['sum', 'sum'],
  ['total', 'sum'],
  ['average', 'average'],
  ['mean', 'average'],
  ['min', 'min'],
  ['minimum', 'min'],
  ['max', 'max'],
  ['maximum', 'max'],
]);

/** Reads `Paid this month, sum of total where …`. Anything else is reported and left out. */
export function readNumber(reader: Reader, value: Span, route: string): NumberTile[] {
  const { head, condition } = splitWhere(value);
  const [name, what, ...rest] = split(head, ',');
  const measure = what === undefined ? null : measureOf(what);
  if (name === undefined || name.text === '' || measure === null || rest.length > 0) {
    reader.report(
      messages.valueUnknown(
        'number',
        words(head),
        '`NAME, count` or `NAME, sum of FIELD`, then `where` and a condition',
      ),
      value,
      { point: 2 },
    );
    return [];
  }
  const id = reader.id('number', route, words(name));
  const filter = condition === null ? null : formula(reader, condition, { point: 2, element: id });
  return [{ ...statedElement(reader, 2, id, value), ...statedName(words(name)), ...measure, filter }];
}

/** Reads `Spent over time, line, sum of total by month of spentOn`. */
export function readChart(reader: Reader, value: Span, route: string): Chart[] {
  const { head, condition } = splitWhere(value);
  const [name, shape, what, ...rest] = split(head, ',');
  const chartShape = shape === undefined ? null : shapeOf(words(shape));
  const by = what === undefined ? null : /(?<!\s)\s+by\s+(?:(day|week|month|quarter|year)\s+of\s+)?/i.exec(what.text);
  const measure = what === undefined || by === null ? null : measureOf(part(what, 0, by.index));
  if (
    name === undefined ||
    name.text === '' ||
    what === undefined ||
    chartShape === null ||
    by === null ||
    measure === null ||
    rest.length > 0
  ) {
    reader.report(
      messages.valueUnknown(
        'chart',
        words(head),
        '`NAME, bar, sum of FIELD by FIELD` or `NAME, line, count by month of FIELD`',
      ),
      value,
      { point: 2 },
    );
    return [];
  }
  const id = reader.id('chart', route, words(name));
  return [
    {
      ...statedElement(reader, 2, id, value),
      ...statedName(words(name)),
      shape: chartShape,
      ...measure,
      by: words(part(what, by.index + by[0].length)),
      interval: intervalOf(by[1]),
      filter: condition === null ? null : formula(reader, condition, { point: 2, element: id }),
    },
  ];
}

function measureOf(span: Span): Pick<NumberTile, 'aggregate' | 'field'> | null {
  const match = AGGREGATE.exec(span.text);
  const aggregate = AGGREGATES.get(match?.[1]?.toLowerCase() ?? '');
  if (match === null || aggregate === undefined) return null;
  const field = words(part(span, match[0].length));
  if (aggregate === 'count') return { aggregate, field: null };
  return field === '' ? null : { aggregate, field };
}

function shapeOf(word: string): Chart['shape'] | null {
  const shape = word.toLowerCase();
  return shape === 'bar' || shape === 'line' ? shape : null;
}

export function intervalOf(word: string | undefined): Chart['interval'] {
  const interval = word?.toLowerCase();
  switch (interval) {
    case 'day':
    case 'week':
    case 'month':
    case 'quarter':
    case 'year':
      return interval;
    default:
      return null;
  }
}
