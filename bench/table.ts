/** The middle value; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/** One line of what a benchmark found. */
export interface Figure {
  readonly what: string;
  readonly ours: string;
  /** What it is compared with in the same run; empty: nothing. */
  readonly against: string;
  readonly ratio: string;
  readonly budget: string;
}

const heads = { what: 'What', ours: 'Ours', against: 'Against', ratio: 'Ratio', budget: 'Budget' } as const;
const columns = ['what', 'ours', 'against', 'ratio', 'budget'] as const;

export function figure(what: string, ours: string, rest: Partial<Figure> = {}): Figure {
  return { what, ours, against: '', ratio: '', budget: '', ...rest };
}

/** All figures of a benchmark, one a line, in columns. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [heads, ...figures];
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  const lineOf = (row: Figure | typeof heads) =>
    columns
      .map((column, index) => row[column].padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(lineOf).join('\n');
}

/** Three significant digits, with a separator from a thousand on. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

export const ms = (value: number): string => `${number(value)} ms`;
export const perSecond = (value: number): string => `${number(value)}/s`;
export const kB = (bytes: number): string => `${number(bytes / 1000)} kB`;
export const MB = (bytes: number): string => `${number(bytes / 1_000_000)} MB`;
export const times = (value: number): string => `${Number.isFinite(value) ? value.toFixed(2) : '–'} ×`;

/** Runs each work once a round, by turns, so that what else the machine does falls on all alike. */
export async function interleaved<T>(
  rounds: number,
  works: readonly (() => Promise<T> | T)[],
): Promise<readonly (readonly T[])[]> {
  const results: T[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = works.map((work, index) => ({ work, index }));
    if (round % 2 === 1) order.reverse();
    for (const { work, index } of order) results[index]?.push(await work());
  }
  return results;
}
