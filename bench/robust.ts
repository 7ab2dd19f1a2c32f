import fc from 'fast-check';
import { type Reading, readDocument } from '../src/notation/read.ts';
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
    const grownTexts = fc.sample(grown, { numRuns: some(14_000), seed: SEED });
    return [
      ...tried('documents up to the end of each line', quick ? all.filter((_, index) => index % 20 === 0) : all),
      ...tried('300 bytes from anywhere', windows(texts, some(3000))),
      ...tried('a document with a few changes', mutants(texts, some(4000)), { trips: some(1500) }),
      ...tried('a hard string in place of a word', hard(texts, some(3000))),
      ...tried('made by the grammar', grownTexts, { trips: some(1500), checks: some(1500) }),
    ];
  },
};

/** How many of the first texts are printed and read again, and how many are checked. */
interface More {
  readonly trips?: number;
  readonly checks?: number;
}

/** Each text is read once for all that is asked of it. */
function tried(what: string, texts: Iterable<string>, { trips = 0, checks = 0 }: More = {}): Figure[] {
  const read = counting(what);
  const trip = counting(`${what}: printed and read again`);
  const check = counting(`${what}: checked`);
  let count = 0;
  for (const text of texts) {
    count += 1;
    let reading: Reading | null = null;
    read.attempt(() => {
      reading = readDocument(text);
      assertReads(text, reading);
    });
    if (reading === null) continue;
    const { model } = reading as Reading;
    if (count <= trips) trip.attempt(() => assertRoundTrip(text, model));
    if (count <= checks) check.attempt(() => assertChecks(text));
  }
  return [read.figure(), ...(trips > 0 ? [trip.figure()] : []), ...(checks > 0 ? [check.figure()] : [])];
}

interface Counting {
  readonly attempt: (assertion: () => void) => void;
  readonly figure: () => Figure;
}

function counting(what: string): Counting {
  let [count, wrong] = [0, 0];
  return {
    attempt: (assertion) => {
      count += 1;
      try {
        assertion();
      } catch (error) {
        wrong += 1;
        if (wrong === 1)
          console.log(`${what}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 400));
      }
    },
    figure: () => figure(what, `${wrong} wrong`, { against: `of ${count.toLocaleString('en')}`, budget: '0' }),
  };
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
