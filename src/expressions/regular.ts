/** Whether a text holds what a pattern describes. Takes time linear in the text, whatever the pattern. */
export type Matcher = (text: string) => boolean;

/** The most steps that a pattern may come to once its counted repetitions are written out. */
const MOST_STEPS = 1000;

type Test = (char: string) => boolean;

type Step =
  | { readonly do: 'char'; readonly test: Test }
  | { readonly do: 'split'; readonly to: readonly number[] }
  | { readonly do: 'at'; readonly where: (text: readonly string[], index: number) => boolean }
  | { readonly do: 'match' };

type Part =
  | { readonly p: 'char'; readonly test: Test }
  | { readonly p: 'at'; readonly where: (text: readonly string[], index: number) => boolean }
  | { readonly p: 'all' | 'any'; readonly of: readonly Part[] }
  | { readonly p: 'repeat'; readonly of: Part; readonly least: number; readonly most: number };

/**
 * A regular expression as JavaScript writes it (Unicode), without what takes more than one look at the text: looking
 * ahead and back, references to groups. A text says what is wrong with it.
 */
export function matcherOf(source: string): Matcher | string {
  try {
    new RegExp(source, 'u');
  } catch {
    return 'no regular expression';
  }
  const reading: Reading = { source, at: 0, fault: null };
  const part = anyOf(reading, 0);
  if (reading.fault !== null) return reading.fault;
  const steps: Step[] = [];
  if (!emit(part, steps)) return 'too large once its repetitions are written out';
  steps.push({ do: 'match' });
  return (text) => simulated(steps, [...text]);
}

// ── Reading ──────────────────────────────────────────────────────────────────────────────────────

interface Reading {
  readonly source: string;
  at: number;
  fault: string | null;
}

const NOTHING: Part = { p: 'all', of: [] };
const MAX_NESTED = 50;

function anyOf(reading: Reading, depth: number): Part {
  if (depth > MAX_NESTED) reading.fault ??= 'too deeply nested';
  const ways: Part[] = [allOf(reading, depth)];
  while (reading.fault === null && reading.source[reading.at] === '|') {
    reading.at += 1;
    ways.push(allOf(reading, depth));
  }
  return ways.length === 1 ? (ways[0] ?? NOTHING) : { p: 'any', of: ways };
}

function allOf(reading: Reading, depth: number): Part {
  const parts: Part[] = [];
  while (
    reading.fault === null &&
    reading.at < reading.source.length &&
    !'|)'.includes(reading.source.charAt(reading.at))
  ) {
    parts.push(repeated(atom(reading, depth), reading));
  }
  return { p: 'all', of: parts };
}

function atom(reading: Reading, depth: number): Part {
  const { source } = reading;
  const char = String.fromCodePoint(source.codePointAt(reading.at) ?? 0);
  if (char === '(') return group(reading, depth);
  if (char === '[') return { p: 'char', test: single(taken(reading, endOfClass(source, reading.at))) };
  if (char === '\\') return escaped(reading);
  reading.at += char.length;
  if (char === '^') return { p: 'at', where: (_, index) => index === 0 };
  if (char === '$') return { p: 'at', where: (text, index) => index === text.length };
  if (char === '.') return { p: 'char', test: (each) => !'\n\r\u2028\u2029'.includes(each) };
  return { p: 'char', test: (each) => each === char };
}

function group(reading: Reading, depth: number): Part {
  const opened = /^\((?:\?:|\?<[^=!>][^>]*>)?(?!\?)/.exec(reading.source.slice(reading.at));
  if (opened === null) {
    reading.fault = 'one that looks ahead or back, or has flags of its own, which is not read';
    return NOTHING;
  }
  reading.at += opened[0].length;
  const inside = anyOf(reading, depth + 1);
  reading.at += 1;
  return inside;
}

function escaped(reading: Reading): Part {
  const found = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/u.exec(
    reading.source.slice(reading.at),
  );
  const text = found?.[0] ?? '';
  if (/^\\[1-9k]/.test(text)) reading.fault = 'one that refers to a group, which is not read';
  reading.at += Math.max(1, text.length);
  if (text === '\\b') return { p: 'at', where: (chars, index) => isBoundary(chars, index) };
  if (text === '\\B') return { p: 'at', where: (chars, index) => !isBoundary(chars, index) };
  return { p: 'char', test: reading.fault === null ? single(text) : () => false };
}

const isBoundary = (text: readonly string[], index: number) => isWord(text[index - 1]) !== isWord(text[index]);
const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char);

function taken(reading: Reading, to: number): string {
  const text = reading.source.slice(reading.at, to);
  reading.at = to;
  return text;
}

function endOfClass(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']') return at + 1;
  }
  return source.length;
}

/** One character of a class or escape, as JavaScript reads it. */
function single(source: string): Test {
  const pattern = new RegExp(`^(?:${source})$`, 'u');
  return (char) => pattern.test(char);
}

function repeated(of: Part, reading: Reading): Part {
  const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(reading.source.slice(reading.at));
  if (found === null) return of;
  reading.at += found[0].length;
  const sign = found[0].charAt(0);
  if (sign !== '{')
    return { p: 'repeat', of, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  const least = Number(found[1]);
  const most = found[2] === '' ? least : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
  return { p: 'repeat', of, least, most };
}

// ── Writing out ──────────────────────────────────────────────────────────────────────────────────

/** Adds the steps of a part; false where there are too many. */
function emit(part: Part, steps: Step[]): boolean {
  if (steps.length > MOST_STEPS) return false;
  switch (part.p) {
    case 'char':
      steps.push({ do: 'char', test: part.test });
      return true;
    case 'at':
      steps.push({ do: 'at', where: part.where });
      return true;
    case 'all':
      return part.of.every((each) => emit(each, steps));
    case 'any':
      return emitAny(part.of, steps);
    case 'repeat':
      return emitRepeat(part, steps);
  }
}

function emitAny(ways: readonly Part[], steps: Step[]): boolean {
  const fork = hold(steps);
  const ends: number[] = [];
  const starts: number[] = [];
  for (const way of ways) {
    starts.push(steps.length);
    if (!emit(way, steps)) return false;
    ends.push(hold(steps));
  }
  steps[fork] = { do: 'split', to: starts };
  for (const end of ends) steps[end] = { do: 'split', to: [steps.length] };
  return true;
}

function emitRepeat({ of, least, most }: Extract<Part, { p: 'repeat' }>, steps: Step[]): boolean {
  if (least > MOST_STEPS || (most !== Number.POSITIVE_INFINITY && most > MOST_STEPS)) return false;
  for (let count = 0; count < least; count += 1) if (!emit(of, steps)) return false;
  if (most === Number.POSITIVE_INFINITY) {
    const fork = hold(steps);
    if (!emit(of, steps)) return false;
    steps.push({ do: 'split', to: [fork] });
    steps[fork] = { do: 'split', to: [fork + 1, steps.length] };
    return true;
  }
  const forks: number[] = [];
  for (let count = least; count < most; count += 1) {
    forks.push(hold(steps));
    if (!emit(of, steps)) return false;
  }
  for (const fork of forks) steps[fork] = { do: 'split', to: [fork + 1, steps.length] };
  return true;
}

function hold(steps: Step[]): number {
  steps.push({ do: 'match' });
  return steps.length - 1;
}

// ── Matching ─────────────────────────────────────────────────────────────────────────────────────

/** All ways at once: at each character the steps that may come next, each once. */
function simulated(steps: readonly Step[], text: readonly string[]): boolean {
  let now: number[] = [];
  for (let index = 0; index <= text.length; index += 1) {
    const seen = new Set<number>();
    const open = [...now, 0];
    const waiting: number[] = [];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const step = steps[at];
      if (step === undefined || step.do === 'match') return true;
      if (step.do === 'char') waiting.push(at);
      else if (step.do === 'split') open.push(...step.to);
      else if (step.where(text, index)) open.push(at + 1);
    }
    const char = text[index];
    if (char === undefined) return false;
    now = waiting.filter((at) => charAt(steps[at], char)).map((at) => at + 1);
  }
  return false;
}

function charAt(step: Step | undefined, char: string): boolean {
  return step?.do === 'char' && step.test(char);
}
