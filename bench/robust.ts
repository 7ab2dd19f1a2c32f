import fc from 'fast-check';
import { type Reading, readDocument } from '../src/notation/document/read-document.ts';
import { random } from '../test/support/notation/documents.ts';
import {
  allDocuments,
  assertChecks,
  assertFormat,
  assertReads,
  assertRoundTrip,
  grown,
  hardened,
  mutant,
  prefixes,
  windowOf,
} from '../test/support/notation/robust.ts';
import type { Bench } from './bench.ts';
import { type Figure, figure } from './table.ts';

const SEED = 20_260;
/** Of so many words that stand behind one another, one at a time is a hard string. */
const GAP = 60;

/** The whole counts of what `test/notation/any-text.test.ts` tries a part of. */
export const robust: Bench = {
  name: 'robust',
  about: 'reading, printing, checking and fmt of broken, mutated and grown documents: what went wrong',
  run: async ({ quick }) => {
    const texts = [...allDocuments().values()];
    const part = <T>(all: Iterable<T>): Iterable<T> => (quick ? everyOf(all, 20) : all);
    const grownTexts = fc.sample(grown, { numRuns: quick ? 700 : 14_000, seed: SEED });
    return [
      ...tried('up to the end of each line', part(texts.flatMap((text) => [...prefixes(text)])), 4),
      ...tried('300 bytes from anywhere', part(windows(texts, 3000)), 1),
      ...tried('with a few changes', part(mutants(texts, 6000)), 4),
      ...tried('with hard strings in place of every word', part(hard(texts)), 4),
      ...tried('made by the grammar', grownTexts, 4),
    ];
  },
};

/** What is asked of a text; the first of every text, all of every so many. */
const ASKED: readonly { readonly what: string; readonly of: (text: string, reading: Reading) => void }[] = [
  { what: 'printed and read again', of: assertRoundTrip },
  { what: 'checked', of: assertChecks },
  { what: 'fmt, and again', of: assertFormat },
];

/** Each text is read and judged, printed and read again; one of `every` is checked and formatted too. */
function tried(what: string, texts: Iterable<string>, every: number): Figure[] {
  const read = counting(what);
  const others = ASKED.map((asked) => ({ ...asked, counting: counting(`${what}: ${asked.what}`) }));
  let count = 0;
  for (const text of texts) {
    const reading = read.attempt(() => {
      const found = readDocument(text);
      assertReads(text, found);
      return found;
    });
    const asked = count % every === 0 ? others : others.slice(0, 1);
    if (reading !== null) for (const { of, counting } of asked) counting.attempt(() => of(text, reading));
    count += 1;
  }
  return [read, ...others.map(({ counting }) => counting)].map(({ figure }) => figure());
}

function* everyOf<T>(all: Iterable<T>, every: number): Generator<T> {
  let count = 0;
  for (const each of all) {
    if (count % every === 0) yield each;
    count += 1;
  }
}

/** More of a kind are counted only. */
const MOST_TOLD = 5;

interface Counting {
  /** What it gives; null where it throws. */
  readonly attempt: <T>(assertion: () => T) => T | null;
  readonly figure: () => Figure;
}

function counting(what: string): Counting {
  let [count, wrong] = [0, 0];
  return {
    attempt: (assertion) => {
      count += 1;
      try {
        return assertion();
      } catch (error) {
        wrong += 1;
        const said = error instanceof Error ? error.message : String(error);
        if (wrong <= MOST_TOLD) console.log(`${what}, ${count}: ${said}`.slice(0, 400));
        return null;
      }
    },
    figure: () => figure(what, `${wrong} wrong`, { against: `of ${count.toLocaleString('en')}`, budget: '0' }),
  };
}

function* windows(texts: readonly string[], count: number): Generator<string> {
  const next = random(SEED);
  for (let round = 0; round < count; round += 1) {
    const text = texts[next(texts.length)] ?? '';
    yield windowOf(text, next(Buffer.byteLength(text)), 300);
  }
}

function* mutants(texts: readonly string[], count: number): Generator<string> {
  for (let seed = SEED; seed < SEED + count; seed += 1) yield mutant(seed, texts);
}

function* hard(texts: readonly string[]): Generator<string> {
  for (const text of texts) for (let from = 0; from < GAP; from += 1) yield hardened(text, GAP, from);
}
