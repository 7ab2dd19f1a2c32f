import type { Child } from './child.ts';
import type { Counted, Load } from './load.ts';
import { type Figure, figure, interleaved, kB, median, perSecond, times } from './table.ts';

/** Makes a load of this length in milliseconds. */
type LoadOf = (ms: number) => Load;

/** Requests per second of our server beside those of another, by turns. Throws if a server refuses a request. */
export async function compareLoads(
  what: string,
  {
    loader,
    ours,
    theirs,
    quick,
    budget,
  }: {
    readonly loader: Child;
    readonly ours: LoadOf;
    readonly theirs: LoadOf;
    readonly quick: boolean;
    readonly budget: string;
  },
): Promise<Figure> {
  // A server runs for days: it is measured once its code is compiled, which takes both some seconds.
  for (const load of [ours, theirs]) await loader.ask<Counted>(load(quick ? 2_000 : 12_000));
  const works = [ours, theirs].map((load) => () => loader.ask<Counted>(load(quick ? 600 : 2_000)));
  const [mine = [], other = []] = await interleaved(quick ? 3 : 7, works);
  const ratio = median(mine.map((each, round) => each.perSecond / (other[round]?.perSecond ?? Number.NaN)));
  const refused = [...mine, ...other].find((each) => each.refused > 0);
  if (refused !== undefined)
    throw new Error(`${what}: ${refused.refused} answers were refused: ${refused.example.slice(0, 500)}`);
  const shown = (all: readonly Counted[]) =>
    `${perSecond(median(all.map((each) => each.perSecond)))} p99 ${median(all.map((each) => each.p99)).toFixed(1)} ms ${kB(median(all.map((each) => each.bytes)))}`;
  return figure(what, shown(mine), { against: shown(other), ratio: times(ratio), budget });
}
