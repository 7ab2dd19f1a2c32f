import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@lezer/markdown';
import { diagnose, openDiagnosis } from '../src/cli/diagnose.ts';
import { readDocument } from '../src/notation/read.ts';
import type { Bench } from './bench.ts';
import { expenseText } from './documents.ts';
import { documentOf, documentOfLines, hostileTexts } from './generate.ts';
import { type Figure, figure, interleaved, median, ms, times } from './table.ts';

const project = join(import.meta.dirname, '..');

export const reading: Bench = {
  name: 'reading',
  about: 'reading and checking a document, beside its bare Markdown tree; edits of it; and 100 kB of hostile text',
  run: async ({ quick }) => [
    ...(await documents(quick)),
    ...(await edits(quick)),
    ...editsAnywhere(quick),
    ...(await hostile(quick)),
  ],
};

async function documents(quick: boolean): Promise<Figure[]> {
  const texts = [
    ['the expense document', expenseText, ''],
    ['400 lines', documentOfLines(400), '≤ 16 ms'],
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

/** One letter more in a help text, one place after the other, as somebody types: what did not change is used again. */
async function edits(quick: boolean): Promise<Figure[]> {
  const texts = [
    ['1,000 entities', documentOf(1000), '≤ 50 ms'],
    ['400 lines', documentOfLines(400), '≤ 16 ms'],
  ] as const;
  return texts.map(([name, text, budget]) => {
    const rounds = quick ? 8 : 40;
    const [took, anew] = edited(text, rounds);
    return figure(`an edit in ${name}, read and checked; slowest ${ms(Math.max(...took))}`, ms(median(took)), {
      against: `${ms(anew)} the whole anew`,
      ratio: times(median(took) / anew),
      budget,
    });
  });
}

/** The time of each edit, after a few to warm up, and of the last text read and checked anew. */
function edited(text: string, rounds: number): readonly [took: number[], anew: number] {
  const diagnosis = openDiagnosis();
  diagnosis(text);
  let now = text;
  const took: number[] = [];
  for (let round = 0; round < rounds + 4; round += 1) {
    const from = Math.floor((now.length * (0.15 + (0.7 * round) / (rounds + 4))) % now.length);
    const at = now.indexOf('What is to be done', from);
    const place = at < 0 ? now.indexOf('What is to be done') : at;
    now = `${now.slice(0, place)}x${now.slice(place)}`;
    const time = timed(() => diagnosis(now));
    if (round >= 4) took.push(time);
  }
  return [took, timed(() => diagnose(now))];
}

/** One letter more in a word somewhere in a whole document, names among them, each time from the text as it stands. */
function editsAnywhere(quick: boolean): Figure[] {
  return wholeDocuments().map(([name, text]) => {
    const took = editedAnywhere(text, quick ? 12 : 60);
    const [middle, slow] = [0.5, 0.9].map((part) => took[Math.floor(took.length * part)] ?? 0);
    const anew = timed(() => diagnose(text));
    return figure(`an edit anywhere in ${name}, read and checked; one in ten from ${ms(slow ?? 0)}`, ms(middle ?? 0), {
      against: `${ms(anew)} the whole anew`,
      ratio: times((middle ?? 0) / anew),
      budget: '≤ 16 ms',
    });
  });
}

/** The examples, and documents as people write them, in plain words; not the few lines of the seed. */
function wholeDocuments(): (readonly [path: string, text: string])[] {
  return ['examples', 'test/documents/as-people-write'].flatMap((folder) =>
    readdirSync(join(project, folder))
      .filter((file) => file.endsWith('.md') && file !== 'seed.md')
      .map((file) => [`${folder}/${file}`, readFileSync(join(project, folder, file), 'utf8')] as const),
  );
}

/** The time of each edit, the shortest first; the text as it stands is read in between, which is not counted. */
function editedAnywhere(text: string, places: number): number[] {
  const diagnosis = openDiagnosis();
  const words = [...text.matchAll(/[a-z]{4,}/g)];
  const once = () =>
    Array.from({ length: places }, (_, index) => {
      const at = (words[Math.floor((words.length * (index + 0.5)) / places)]?.index ?? 0) + 3;
      diagnosis(text);
      return timed(() => diagnosis(`${text.slice(0, at)}x${text.slice(at)}`));
    });
  once();
  return once().sort((one, other) => one - other);
}

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
