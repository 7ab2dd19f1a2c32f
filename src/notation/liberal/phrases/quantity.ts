import { currencyScale } from '../../../fields/text/currency.ts';
import { type Phrase, plainWords } from './scope.ts';

/** A number of things: what bounds it, each null where it is free. */
export interface Count {
  readonly min: number | null;
  readonly max: number | null;
}

/** A length of time. `text` is an expression; for working time it is null, and `count` and `unit` say it. */
export interface DurationWords {
  readonly text: string;
  readonly count: string;
  readonly unit: string;
  /** Days or hours of working time, which depend on the calendar of point 9. */
  readonly working: boolean;
}

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  [
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
    'twenty',
  ].map((word, index) => [word, index] as const),
);

const TIMES_WORDS: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
]);

const DIGITS = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)(?:\.\d+)?$/;

/** The digits of a number as an expression takes them, `5,000` as `5000`; null for anything else. */
export function readNumber(phrase: Phrase): string | null {
  const text = plainWords(phrase).toLowerCase();
  if (DIGITS.test(text)) return text.replaceAll(/[,_+]/g, '');
  const word = NUMBER_WORDS.get(text);
  return word === undefined ? null : String(word);
}

function whole(text: string): number | null {
  const times = TIMES_WORDS.get(text);
  if (times !== undefined) return times;
  if (/^(?:a single|a|an|exactly one|a maximum of one)$/.test(text)) return 1;
  const digits = readNumber(text);
  return digits === null || digits.includes('.') ? null : Number(digits) + 0;
}

type Bounds = (one: number, other: number) => Count;

const COUNTS: readonly (readonly [RegExp, Bounds])[] = [
  [
    /^(?:at most|up to|no more than|not more than|a maximum of|maximum|max\.?|maximally|not over|<=) (.+)$/,
    (one) => ({ min: null, max: one }),
  ],
  [
    /^(?:at least|no less than|not less than|no fewer than|not fewer than|a minimum of|minimum|min\.?|>=) (.+)$/,
    (one) => ({ min: one, max: null }),
  ],
  [/^(?:more than|over|above|>) (.+)$/, (one) => ({ min: one + 1, max: null })],
  [/^(?:fewer than|less than|under|below|<) (.+)$/, (one) => ({ min: null, max: one - 1 })],
  [/^(?:exactly|just|only|precisely) (.+)$/, (one) => ({ min: one, max: one })],
  [/^(.+?) or more$/, (one) => ({ min: one, max: null })],
  [/^(.+?) or (?:fewer|less)$/, (one) => ({ min: null, max: one })],
  [/^(.+?) at (?:most|the most)$/, (one) => ({ min: null, max: one })],
  [/^(.+?) at (?:least|the least)$/, (one) => ({ min: one, max: null })],
  [/^(?:between|from) (.+?) (?:and|to|up to) (.+)$/, (one, other) => ({ min: one, max: other })],
  [/^(.+?) ?(?:to|–|—|-|\.\.) ?(.+)$/, (one, other) => ({ min: one, max: other })],
];

/** "twice", "at most 10", "1 to 8", "between 1 and 8", "5,000": how many. A bare number is exactly so many. */
export function readCount(phrase: Phrase): Count | null {
  const text = plainWords(phrase)
    .toLowerCase()
    .replace(/ times$/, '')
    .trim();
  const exact = whole(text);
  if (exact !== null) return { min: exact, max: exact };
  for (const [pattern, bounds] of COUNTS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [one, other] = [whole(match[1] ?? ''), match[2] === undefined ? 0 : whole(match[2])];
    if (one !== null && other !== null) return bounds(one, other);
  }
  return null;
}

const CURRENCY_SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['$', 'USD'],
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['£', 'GBP'],
  ['pound', 'GBP'],
  ['pounds', 'GBP'],
]);

function currency(word: string): string | null {
  const sign = CURRENCY_SIGNS.get(word.toLowerCase());
  if (sign !== undefined) return sign;
  return /^[A-Z]{3}$/.test(word) && currencyScale(word) !== null ? word : null;
}

/** "20.00 €", "€20", "500 EUR": an amount of money as an expression, `500 EUR`. */
export function readAmount(phrase: Phrase): string | null {
  const text = plainWords(phrase);
  const behind = /^(-?[\d.,_]+) ?(\p{L}+|[€$£])$/u.exec(text);
  const before = /^([€$£]|[A-Z]{3}) ?(-?[\d.,_]+)$/.exec(text);
  const [digits, word] = behind === null ? [before?.[2], before?.[1]] : [behind[1], behind[2]];
  if (digits === undefined || word === undefined) return null;
  const [number, unit] = [readNumber(digits), currency(word)];
  return number === null || unit === null ? null : `${number} ${unit}`;
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ms|msec|milliseconds?)$/, 'millisecond'],
  [/^(?:s|secs?|seconds?)$/, 'second'],
  [/^(?:min|mins|minutes?)$/, 'minute'],
  [/^(?:h|hr|hrs|hours?)$/, 'hour'],
  [/^(?:d|days?|calendar days?)$/, 'day'],
  [/^(?:w|wks?|weeks?)$/, 'week'],
  [/^(?:mo|months?)$/, 'month'],
  [/^quarters?$/, 'quarter'],
  [/^(?:y|yrs?|years?)$/, 'year'],
];

/** "24 hours", "15 min", "5 working days": a length of time. */
export function readDuration(phrase: Phrase): DurationWords | null {
  const text = plainWords(phrase)
    .toLowerCase()
    .replace(/(?<=\d ?)[wb]d$/, ' working days');
  if (/^half an hour$/.test(text)) return duration('30', 'minute', false);
  const match = /^([a-z]+|[\d.,_]+)[ -]{0,2}((?:working|business|work|calendar|full|whole) )?([a-z]+)$/.exec(text);
  const digits = match === null ? null : /^an?$/.test(match[1] ?? '') ? '1' : readNumber(match[1] ?? '');
  const unit = UNITS.find(([pattern]) => pattern.test(match?.[3] ?? ''))?.[1];
  if (match === null || digits === null || unit === undefined) return null;
  const working = /^(?:working|business|work) /.test(match[2] ?? '');
  return working && unit !== 'day' && unit !== 'hour' && unit !== 'minute' ? null : duration(digits, unit, working);
}

function duration(count: string, unit: string, working: boolean): DurationWords {
  return { text: `${count} ${count === '1' ? unit : `${unit}s`}`, count, unit, working };
}

/** "20 %", "20 percent" as the digits before it. */
export function readPercent(phrase: Phrase): string | null {
  const match = /^([\d.,_]+) ?(?:%|percent|per cent)$/i.exec(plainWords(phrase));
  return match === null ? null : readNumber(match[1] ?? '');
}

const SIZES: ReadonlyMap<string, string> = new Map([
  ['b', 'bytes'],
  ['byte', 'bytes'],
  ['bytes', 'bytes'],
  ['kb', 'kB'],
  ['mb', 'MB'],
  ['megabyte', 'MB'],
  ['megabytes', 'MB'],
  ['gb', 'GB'],
]);

/** "15 MB", "1_048_576 bytes" as an expression. */
export function readSize(phrase: Phrase): string | null {
  const match = /^([\d.,_]+) ?(\p{L}+)$/u.exec(plainWords(phrase));
  const unit = SIZES.get((match?.[2] ?? '').toLowerCase());
  const digits = match === null ? null : readNumber(match[1] ?? '');
  return digits === null || unit === undefined ? null : `${digits} ${unit}`;
}
