import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which places of our files a test comes to. */
export interface Cover {
  readonly reaches: (file: string, at: number) => boolean;
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
  const processes = readdirSync(folder).map((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Told;
    const ours = result.filter(({ url }) => url.startsWith(begin));
    return Map.groupBy(
      ours.flatMap(({ url, functions }) =>
        functions.flatMap(({ ranges }) => ranges.map((span) => ({ file: url.slice(begin.length), span }))),
      ),
      ({ file }) => file,
    );
  });
  return {
    reaches: (file, at) =>
      processes.some((spans) =>
        isRun(
          (spans.get(file) ?? []).map(({ span }) => span),
          at,
        ),
      ),
  };
}

/** The innermost span says how often it was run. */
function isRun(spans: readonly Span[], at: number): boolean {
  const around = spans.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const size = ({ startOffset, endOffset }: Span) => endOffset - startOffset;
  const innermost = Math.min(...around.map(size));
  return around.some((span) => size(span) === innermost && span.count > 0);
}
