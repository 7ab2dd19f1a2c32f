import { diagnose, withSampleDiagnostics } from '../../../src/cli/analysis/diagnose.ts';

/** One fault, as an edit of a document that has none. `from` stands in it once. */
export interface Planted {
  readonly fault: string;
  readonly from: string;
  readonly to: string;
  /** How the line begins, or what it holds, at which the fault must be reported; without it, the line that was edited. */
  readonly at?: string | readonly string[];
}

export interface Search {
  readonly planted: Planted;
  /** The codes of what was newly found at the right line. */
  readonly codes: readonly string[];
  /** What was newly found elsewhere, as `line code`. */
  readonly elsewhere: readonly string[];
}

/** Plants each fault in the document by itself, and looks for what `check` says that it did not say before. */
export function searched(text: string, faults: readonly Planted[]): Search[] {
  const before = new Set(findingsOf(text).map(({ code, message }) => `${code} ${message}`));
  return faults.map((planted) => {
    const mutant = plant(text, planted);
    const lines = rightLines(mutant, planted, text.indexOf(planted.from));
    const fresh = findingsOf(mutant).filter(({ code, message }) => !before.has(`${code} ${message}`));
    const isRight = ({ at, also }: (typeof fresh)[number]) => [at, ...also].some(({ line }) => lines.has(line));
    return {
      planted,
      codes: fresh.filter(isRight).map(({ code }) => code),
      elsewhere: fresh.filter((each) => !isRight(each)).map(({ at, code }) => `${at.line} ${code}`),
    };
  });
}

function findingsOf(text: string) {
  return withSampleDiagnostics(diagnose(text)).diagnostics.filter(({ severity }) => severity !== 'gap');
}

function plant(text: string, { fault, from, to }: Planted): string {
  const at = text.indexOf(from);
  if (at < 0 || text.indexOf(from, at + 1) >= 0) throw new Error(`“${fault}”: “${from}” stands there not exactly once`);
  return text.slice(0, at) + to + text.slice(at + from.length);
}

function rightLines(mutant: string, { at, to }: Planted, index: number): ReadonlySet<number> {
  const wanted = at === undefined ? [] : [at].flat();
  if (wanted.length === 0) {
    const first = lineOf(mutant, index);
    return new Set(Array.from({ length: to.split('\n').length }, (_, step) => first + step));
  }
  return new Set(
    mutant.split('\n').flatMap((line, number) => (wanted.some((each) => line.includes(each)) ? [number + 1] : [])),
  );
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
