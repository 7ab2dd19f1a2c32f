/** A stretch between backticks: `from`/`to` with the marks, `innerFrom`/`innerTo` without. Offsets in the text given. */
export interface CodeSpan {
  readonly from: number;
  readonly to: number;
  readonly innerFrom: number;
  readonly innerTo: number;
}

/** Longer runs of backticks than this are text, so that no text takes long. */
export const LONGEST_MARK = 8;

/**
 * The code spans of a text, in order: a run of backticks up to the next run of the same length. A backslash before a
 * backtick outside of code makes it text. Linear in the length of the text.
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

/** Returns the code span that the run of backticks at a place opens, or null. Must be asked with ever larger places. */
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

/** By the number of marks; of runs that are too long there are none. */
function runsByLength(text: string): readonly (Runs | undefined)[] {
  const runs: (Runs | undefined)[] = [];
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    const end = endOfRun(text, at, at);
    const same = runs[end - at];
    if (same !== undefined) same.starts.push(at);
    else if (end - at <= LONGEST_MARK) runs[end - at] = { starts: [at], next: 0 };
    at = end;
  }
  return runs;
}

/** The first run of these that starts at `from` or later. Asked with ever larger `from` only. */
function nextRun(runs: Runs | undefined, from: number): number | null {
  if (runs === undefined) return null;
  while (runs.next < runs.starts.length && (runs.starts[runs.next] ?? 0) < from) runs.next += 1;
  return runs.starts[runs.next] ?? null;
}

/** The end of the backticks at `at`, or `none` if there are none. */
export function endOfRun(text: string, at: number, none: number): number {
  let end = at;
  while (text[end] === '`') end += 1;
  return end === at ? none : end;
}
