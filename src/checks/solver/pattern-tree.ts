/** The parts of a regular expression that determine the length of its matches. */
export type PatternTree =
  | { readonly t: 'character' }
  | { readonly t: 'sequence'; readonly of: readonly PatternTree[] }
  | { readonly t: 'either'; readonly of: readonly PatternTree[] }
  | { readonly t: 'repeat'; readonly of: PatternTree; readonly min: number; readonly max: number };

interface Reading {
  readonly source: string;
  at: number;
}

/** Parses a pattern. Returns null for word boundaries and flags, which are not supported, and for invalid patterns. */
export function parsePattern(source: string): PatternTree | null {
  const reading: Reading = { source, at: 0 };
  const tree = readEither(reading);
  return reading.at < source.length ? null : tree;
}

function readEither(reading: Reading): PatternTree | null {
  const alternatives: PatternTree[] = [];
  for (;;) {
    const alternative = readSequence(reading);
    if (alternative === null) return null;
    alternatives.push(alternative);
    if (reading.source[reading.at] !== '|')
      return alternatives.length === 1 ? alternative : { t: 'either', of: alternatives };
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
    const atom = char === '(' ? readGroup(reading) : readCharacter(reading);
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

const CHARACTER =
  /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\c[a-z]|\\[dDwWsSfnrtv0]|\\[^a-z0-9]|[^*+?{}()[\]^$|\\])/iu;

function readCharacter(reading: Reading): PatternTree | null {
  const text = CHARACTER.exec(reading.source.slice(reading.at))?.[0];
  if (text === undefined) return null;
  reading.at += text.length;
  return { t: 'character' };
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

/** Returns the smallest and largest number of characters of a match. */
export function lengthsOf(tree: PatternTree): { readonly min: number; readonly max: number } {
  if (tree.t === 'character') return { min: 1, max: 1 };
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
