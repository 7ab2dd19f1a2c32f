import { parser } from '@lezer/markdown';
import { diagnose } from '../src/cli/analysis/diagnose.ts';
import { readDocument } from '../src/notation/document/read-document.ts';
import type { Bench } from './bench.ts';
import { expenseText } from './documents.ts';
import { documentOf, documentOfLines, hostileTexts } from './generate.ts';
import { type Figure, figure, interleaved, median, ms, times } from './table.ts';

export const reading: Bench = {
  name: 'reading',
  about: 'reading and checking a document, beside its bare Markdown tree, and 100 kB of hostile text',
  run: async ({ quick }) => [...(await documents(quick)), ...(await hostile(quick))],
};

async function documents(quick: boolean): Promise<Figure[]> {
  const texts = [
    ['the expense document', expenseText, ''],
    ['400 lines', documentOfLines(400), '≤ 40 ms'],
    ['1,000 entities', documentOf(1000), '≤ 1,500 ms'],
  ] as const;
  const figures: Figure[] = [];
  for (const [name, text, budget] of texts) {
    const rounds = quick ? 3 : 9;
    const [read = [], all = [], tree = []] = await interleaved(rounds, [
      () => timed(() => readDocument(text)),
      () => timed(() => diagnose(text)),
      () => timed(() => parser.parse(text)),
    ]);
    const lines = text.split('\n').length.toLocaleString('en');
    figures.push(
      figure(`read ${name} (${lines} lines)`, ms(median(read)), compared(read, tree)),
      figure(`read and check it; first time ${ms(all[0] ?? 0)}`, ms(median(all)), { ...compared(all, tree), budget }),
    );
  }
  return figures;
}

const compared = (ours: readonly number[], tree: readonly number[]) => ({
  against: `${ms(median(tree))} Markdown tree`,
  ratio: times(median(ours) / median(tree)),
});

async function hostile(quick: boolean): Promise<Figure[]> {
  const length = 100_000;
  const ordinary = documentOfLines(4_000).slice(0, length);
  const works = [['ordinary text', ordinary] as const, ...hostileTexts(length)];
  for (const [, text] of works) readDocument(text);
  const rounds = quick ? 1 : 5;
  const read = await interleaved(
    rounds,
    works.map(
      ([, text]) =>
        () =>
          timed(() => readDocument(text)),
    ),
  );
  const all = await interleaved(
    quick ? 1 : 3,
    works.map(
      ([, text]) =>
        () =>
          timed(() => diagnose(text)),
    ),
  );
  const base = { read: median(read[0] ?? []), all: median(all[0] ?? []) };
  const found = works.map(([name], index) => {
    const own = { read: median(read[index] ?? []), all: median(all[index] ?? []) };
    return { name, own, ratio: own.read / base.read };
  });
  const [first, ...others] = found;
  const worst = others.sort((a, b) => b.ratio - a.ratio);
  return (first === undefined ? worst : [first, ...worst]).map(({ name, own, ratio }) =>
    figure(`100 kB: ${name}`, ms(own.read), {
      against: `${ms(base.read)} ordinary; checked ${ms(own.all)}, ${times(own.all / base.all)}`,
      ratio: times(ratio),
      budget: '≤ 3.00 ×',
    }),
  );
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
