import fc from 'fast-check';
import { random } from '../test/support/documents.ts';
import {
  allDocuments,
  assertChecks,
  assertReads,
  assertRoundTrip,
  grown,
  mutant,
  NAUGHTY,
  prefixes,
  shortened,
  windowOf,
} from '../test/support/robust.ts';
import type { Bench } from './bench.ts';
import { type Figure, figure } from './table.ts';

const SEED = 20_260;

/** The whole counts of what `test/robust.test.ts` tries a part of. */
export const robust: Bench = {
  name: 'robust',
  about: 'reading, printing and checking of broken, mutated and grown documents: what went wrong',
  run: async ({ quick }) => {
    const scale = quick ? 0.05 : 1;
    const texts = [...allDocuments()];
    const some = (count: number) => Math.ceil(count * scale);
    const all = texts.flatMap(([, text]) => [...prefixes(text)]);
    return [
      tried(
        'documents up to the end of each line',
        quick ? all.filter((_, index) => index % 20 === 0) : all,
        assertReads,
      ),
      tried('300 bytes from anywhere', windows(texts, some(3000)), assertReads),
      tried('a document with a few changes', mutants(texts, some(8000)), assertReads),
      tried('a hard string in place of a word', hard(texts, some(6000)), assertReads),
      tried('made by the grammar', grownTexts(some(8000)), assertReads),
      tried('printed and read again', [...mutants(texts, some(1500)), ...grownTexts(some(1500))], assertRoundTrip),
      tried('checked', grownTexts(some(1500)), assertChecks),
    ];
  },
};

function tried(what: string, texts: Iterable<string>, assertion: (text: string) => void): Figure {
  let [count, wrong, first] = [0, 0, ''];
  for (const text of texts) {
    count += 1;
    try {
      assertion(text);
    } catch (error) {
      wrong += 1;
      if (first === '') first = `${error instanceof Error ? error.message : String(error)}`.slice(0, 400);
    }
  }
  if (first !== '') console.log(`${what}: ${first}`);
  return figure(what, `${wrong} wrong`, { against: `of ${count.toLocaleString('en')}`, budget: '0' });
}

function* windows(texts: readonly (readonly [string, string])[], count: number): Generator<string> {
  const next = random(SEED);
  for (let round = 0; round < count; round += 1) {
    const text = texts[next(texts.length)]?.[1] ?? '';
    yield windowOf(text, next(Buffer.byteLength(text)), 300);
  }
}

function* mutants(texts: readonly (readonly [string, string])[], count: number): Generator<string> {
  const all = texts.map(([, text]) => text);
  for (let seed = SEED; seed < SEED + count; seed += 1) yield mutant(seed, all);
}

function* hard(texts: readonly (readonly [string, string])[], count: number): Generator<string> {
  const next = random(SEED + 1);
  for (let round = 0; round < count; round += 1) {
    const text = shortened(texts[next(texts.length)]?.[1] ?? '', next);
    const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)];
    const word = words[next(words.length)];
    if (word === undefined) continue;
    yield text.slice(0, word.index) + (NAUGHTY[next(NAUGHTY.length)] ?? '') + text.slice(word.index + word[0].length);
  }
}

const grownTexts = (count: number): readonly string[] => fc.sample(grown, { numRuns: count, seed: SEED });
