/** A regular expression, as far as its lengths and its ambiguity go. A set has one bit for each character of the sample. */
export type PatternTree =
  | { readonly t: 'set'; readonly bits: bigint }
  | { readonly t: 'sequence'; readonly of: readonly PatternTree[] }
  | { readonly t: 'either'; readonly of: readonly PatternTree[] }
  | { readonly t: 'repeat'; readonly of: PatternTree; readonly min: number; readonly max: number };

export interface ParsedPattern {
  readonly tree: PatternTree;
  /** One character for each bit of a set. */
  readonly sample: readonly string[];
}

/** Characters that tell the usual classes from one another; those that a pattern names are added. */
const USUAL = [...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)), ...'\t\né߀αЖ中٣½😀\u0301'];

interface Reading {
  readonly source: string;
  readonly sample: readonly string[];
  at: number;
}

/**
 * Null for what can't be decided from the letters alone: looking ahead or behind, references back, edges of words; and
 * for what is no regular expression.
 */
export function parsePattern(source: string): ParsedPattern | null {
  const sample = [...new Set([...USUAL, ...source])];
  const reading: Reading = { source, sample, at: 0 };
  const tree = readEither(reading);
  return tree === null || reading.at < source.length ? null : { tree, sample };
}

function readEither(reading: Reading): PatternTree | null {
  const ways: PatternTree[] = [];
  for (;;) {
    const way = readSequence(reading);
    if (way === null) return null;
    ways.push(way);
    if (reading.source[reading.at] !== '|') return ways.length === 1 ? way : { t: 'either', of: ways };
    reading.at += 1;
  }
}

function readSequence(reading: Reading): PatternTree | null {
  const parts: PatternTree[] = [];
  for (
    let char = reading.source[reading.at];
    char !== undefined && char !== '|' && char !== ')';
    char = reading.source[reading.at]
  ) {
    const isEdge = (char === '^' && reading.at === 0) || (char === '$' && reading.at === reading.source.length - 1);
    if (isEdge) {
      reading.at += 1;
      continue;
    }
    const atom = char === '(' ? readGroup(reading) : readSet(reading);
    const repeated = atom === null ? null : readRepeat(reading, atom);
    if (repeated === null) return null;
    parts.push(repeated);
  }
  return { t: 'sequence', of: parts };
}

function readGroup(reading: Reading): PatternTree | null {
  const head = /^\((?:\?(?::|<[\p{L}_$][\p{L}\p{N}_$]*>))?/u.exec(reading.source.slice(reading.at))?.[0] ?? '';
  if (reading.source[reading.at + head.length] === '?') return null;
  reading.at += head.length;
  const inner = readEither(reading);
  if (inner === null || reading.source[reading.at] !== ')') return null;
  reading.at += 1;
  return inner;
}

const SET =
  /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\c[a-z]|\\[dDwWsSfnrtv0]|\\[^a-z0-9]|[^*+?{}()[\]^$|\\])/iu;

function readSet(reading: Reading): PatternTree | null {
  const text = SET.exec(reading.source.slice(reading.at))?.[0];
  if (text === undefined) return null;
  reading.at += text.length;
  try {
    const one = new RegExp(`^${text}$`, 'u');
    const bits = reading.sample.reduce((all, char, index) => (one.test(char) ? all | (1n << BigInt(index)) : all), 0n);
    return { t: 'set', bits };
  } catch {
    return null;
  }
}

function readRepeat(reading: Reading, of: PatternTree): PatternTree | null {
  const match = /^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/.exec(reading.source.slice(reading.at));
  if (match === null) return of;
  reading.at += match[0].length;
  const [, sign, least, comma, most] = match;
  if (sign !== undefined)
    return { t: 'repeat', of, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  const min = Number(least);
  const max = comma === undefined ? min : most === '' || most === undefined ? Number.POSITIVE_INFINITY : Number(most);
  return max < min ? null : { t: 'repeat', of, min, max };
}

/** How many characters a match has, at least and at most. */
export function lengthsOf(tree: PatternTree): { readonly min: number; readonly max: number } {
  if (tree.t === 'set') return { min: 1, max: 1 };
  if (tree.t === 'repeat') {
    const { min, max } = lengthsOf(tree.of);
    return { min: min * tree.min, max: max === 0 || tree.max === 0 ? 0 : max * tree.max };
  }
  const parts = tree.of.map(lengthsOf);
  const mins = parts.map(({ min }) => min);
  const maxs = parts.map(({ max }) => max);
  if (tree.t === 'either') return { min: Math.min(...mins), max: Math.max(...maxs) };
  return { min: sum(mins), max: sum(maxs) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
