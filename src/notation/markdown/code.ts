/**
 * A code span: `from` and `to` include the backticks, `innerFrom` and `innerTo` do not. All are offsets in the given
 * text.
 */
export interface CodeSpan {
  readonly from: number;
  readonly to: number;
  readonly innerFrom: number;
  readonly innerTo: number;
}

/** Longer runs of backticks are plain text, which bounds the running time. */
export const MAX_CODE_MARK = 8;

/**
 * Returns the code spans of a text, in order: from a run of backticks to the next run of the same length. A backslash
 * before a backtick outside code makes it plain text. Linear in the length of the text.
 */
export function codeSpans(text: string): CodeSpan[] {
  if (!text.includes('`')) return [];
  const spanAt = codeSpanFinder(text);
  const spans: CodeSpan[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '\\') {
      at = endOfRun(text, at + 2, at + 2);
      continue;
    }
    if (char !== '`') {
      at += 1;
      continue;
    }
    const span = spanAt(at);
    if (span !== null) spans.push(span);
    at = span === null ? endOfRun(text, at, at) : span.to;
  }
  return spans;
}

/**
 * Returns a function that finds the code span opened by the backticks at an offset, or null. Call it with increasing
 * offsets only.
 */
export function codeSpanFinder(text: string): (from: number) => CodeSpan | null {
  const closers = runsByLength(text);
  return (from) => {
    const innerFrom = endOfRun(text, from, from);
    const innerTo = nextRun(closers[innerFrom - from], innerFrom);
    return innerTo === null ? null : { from, to: innerTo + (innerFrom - from), innerFrom, innerTo };
  };
}

interface Runs {
  readonly starts: number[];
  next: number;
}

/** Returns the runs by their length; runs that are too long are left out. */
function runsByLength(text: string): readonly (Runs | undefined)[] {
  const runs: (Runs | undefined)[] = [];
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    const end = endOfRun(text, at, at);
    const same = runs[end - at];
    if (same !== undefined) same.starts.push(at);
    else if (end - at <= MAX_CODE_MARK) runs[end - at] = { starts: [at], next: 0 };
    at = end;
  }
  return runs;
}

/** Returns the first run that starts at or after `from`. Call it with increasing `from` only. */
function nextRun(runs: Runs | undefined, from: number): number | null {
  if (runs === undefined) return null;
  while (runs.next < runs.starts.length && (runs.starts[runs.next] ?? 0) < from) runs.next += 1;
  return runs.starts[runs.next] ?? null;
}

/** Returns the end of the backticks at `at`, or `none` if there are none. */
export function endOfRun(text: string, at: number, none: number): number {
  let end = at;
  while (text[end] === '`') end += 1;
  return end === at ? none : end;
}
