import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which places of our files a test comes to. */
export interface Cover {
  readonly reaches: (file: string, at: number) => boolean;
  /** What was run of each file: from, to, from, to. Plain data, to be kept. */
  readonly run: Readonly<Record<string, readonly number[]>>;
}

interface Span {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Told {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Span[] }[];
  }[];
}

/** From what Node writes of each process into a folder; `root` is where the files lie. */
export function coverIn(folder: string, root: string): Cover {
  const begin = `file://${root}/`;
  const run = new Map<string, number[]>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Told;
    for (const { url, functions } of result) {
      // What stands behind a question mark tells copies of a module apart, and is the same file.
      const [file = ''] = url.slice(begin.length).split('?');
      if (!url.startsWith(begin)) continue;
      run.set(file, [...(run.get(file) ?? []), ...runOf(functions.flatMap(({ ranges }) => ranges))]);
    }
  }
  return coverOf(Object.fromEntries(run));
}

/** From what was kept of one. */
export function coverOf(run: Cover['run']): Cover {
  return {
    run,
    reaches: (file, at) => {
      const spans = run[file] ?? [];
      return spans.some((from, index) => index % 2 === 0 && from <= at && at < (spans[index + 1] ?? 0));
    },
  };
}

/** The innermost span says whether a place was run. Spans lie within each other, or apart. */
function runOf(spans: readonly Span[]): number[] {
  const sorted = [...spans].sort(
    (one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset,
  );
  const found: number[] = [];
  const around: Span[] = [];
  let at = 0;
  const upTo = (next: number): void => {
    const inner = around.at(-1);
    if (inner !== undefined && inner.count > 0 && next > at) {
      if (found.at(-1) === at) found[found.length - 1] = next;
      else found.push(at, next);
    }
    at = Math.max(at, next);
  };
  const leave = (before: number): void => {
    for (let inner = around.at(-1); inner !== undefined && inner.endOffset <= before; inner = around.at(-1)) {
      upTo(inner.endOffset);
      around.pop();
    }
  };
  for (const span of sorted) {
    leave(span.startOffset);
    upTo(span.startOffset);
    around.push(span);
  }
  leave(Number.POSITIVE_INFINITY);
  return found;
}
