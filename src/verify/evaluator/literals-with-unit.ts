import type { Span } from './calendar.ts';
import { type Fraction, fraction, fractionOf, times } from './number.ts';
import { number, type Outcome } from './value.ts';

const DAY_AND_LONGER: ReadonlyMap<string, readonly [months: number, days: number]> = new Map([
  ['day', [0, 1]],
  ['week', [0, 7]],
  ['month', [1, 0]],
  ['quarter', [3, 0]],
  ['year', [12, 0]],
]);
const SHORTER: ReadonlyMap<string, number> = new Map([
  ['millisecond', 1],
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
]);
/** Abbreviations of units. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['ms', 'millisecond'],
  ...['s', 'sec', 'secs'].map((each) => [each, 'second'] as const),
  ...['min', 'mins'].map((each) => [each, 'minute'] as const),
  ...['h', 'hr', 'hrs'].map((each) => [each, 'hour'] as const),
  ...['workday', 'workdays'].map((each) => [each, 'working day'] as const),
]);
const BYTES: ReadonlyMap<string, bigint> = new Map([
  ['B', 1n],
  ['byte', 1n],
  ['bytes', 1n],
  ['kB', 1_000n],
  ['KB', 1_000n],
  ['MB', 1_000_000n],
  ['GB', 1_000_000_000n],
  ['TB', 1_000_000_000_000n],
]);

/** Evaluates a literal such as `2`, `1.5`, `3 days`, `25 EUR`, `10 MB`, `5 working days`. */
export function literal(digits: string, unit: string | null): Outcome {
  const n = fractionOf(digits);
  if (n === null) return undefined;
  if (unit === null) return number(n);
  const bytes = BYTES.get(unit);
  if (bytes !== undefined) return number(times(n, fraction(bytes, 1n)), 'B');
  const [, working, plain = ''] = /^((?:working|business) )?(.*)$/.exec(SHORT.get(unit) ?? unit) ?? [];
  const span = spanOf(n, plain.replace(/s$/, ''));
  if (span !== null && working !== undefined)
    return span.months === 0 ? { k: 'span', span: { ...span, working: true } } : undefined;
  if (span !== null) return { k: 'span', span };
  return /^[A-Z]{3}$/.test(unit) ? number(n, unit) : undefined;
}

function spanOf(n: Fraction, unit: string): Span | null {
  const count = Number(n.p) / Number(n.q);
  const ms = SHORTER.get(unit);
  if (ms !== undefined) return { months: 0, days: 0, ms: count * ms };
  const calendar = DAY_AND_LONGER.get(unit);
  return calendar === undefined ? null : { months: count * calendar[0], days: count * calendar[1], ms: 0 };
}
