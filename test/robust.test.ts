import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { random } from './support/documents.ts';
import {
  allDocuments,
  assertChecks,
  assertReads,
  assertRoundTrip,
  grown,
  mutant,
  NAUGHTY,
  prefixes,
  windowOf,
} from './support/robust.ts';

// The whole counts run in the bench `robust`; here a seeded part of them.
const SEED = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
const TEXTS = [...allDocuments().values()];

describe('any text is read', () => {
  test('every document of the project up to the end of any of its lines', () => {
    for (const [path, text] of allDocuments()) {
      const all = [...prefixes(text)];
      for (let at = SEED % 11; at < all.length; at += 11) named(path, all[at] ?? '', assertReads);
    }
  });

  test('300 bytes from anywhere', () => {
    const next = random(SEED);
    const texts = [...allDocuments()];
    for (let round = 0; round < 300; round += 1) {
      const [path, text] = texts[next(texts.length)] ?? ['', ''];
      named(path, windowOf(text, next(Buffer.byteLength(text)), 300), assertReads);
    }
  });

  test('documents that are a few changes away from ours, with lines of others among them', () => {
    for (let seed = SEED; seed < SEED + 200; seed += 1) named(`mutant ${seed}`, mutant(seed, TEXTS), assertReads);
  });

  test('documents made by the grammar', () => {
    fc.assert(
      fc.property(grown, (text) => assertReads(text)),
      { numRuns: 150, seed: SEED },
    );
  });

  test('hard strings in place of any word', () => {
    const next = random(SEED + 1);
    const texts = [...allDocuments()];
    for (let round = 0; round < 200; round += 1) {
      const [path, text] = texts[next(texts.length)] ?? ['', ''];
      const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)];
      const word = words[next(words.length)];
      if (word === undefined) continue;
      const scrap = NAUGHTY[next(NAUGHTY.length)] ?? '';
      named(path, text.slice(0, word.index) + scrap + text.slice(word.index + word[0].length), assertReads);
    }
  });
});

describe('what was read prints, reads back the same, and prints the same again', () => {
  test('every document of the project', () => {
    for (const [path, text] of allDocuments()) named(path, text, assertRoundTrip);
  });

  test('a machine under a numbered heading, of an entity that is not stated', () => {
    const text = '# Specification: X\n\n## 4. States and transitions\n\n### 3.1 Task\n\nnot shown.\n';
    assert.deepEqual(
      readDocument(text).model.machines.map(({ entity }) => entity),
      ['Task'],
    );
    assertRoundTrip(text);
  });

  test('a row of transitions that leads to nowhere shown, with its words', () => {
    const text =
      '# Specification: X\n\n## 4. States and transitions\n\n### Task: status\n\n| From | Event | To |\n| --- | --- | --- |\n| Open | finish | Done |\n| Done | reopen | not shown. |\n';
    assertRoundTrip(text);
    assert.match(printDocument(readDocument(text).model), /^> \| Done \| reopen \| not shown\. \|$/m);
  });

  test('documents that are a few changes away from ours, with lines of others among them', () => {
    for (let seed = SEED; seed < SEED + 60; seed += 1) named(`mutant ${seed}`, mutant(seed, TEXTS), assertRoundTrip);
  });

  test('documents made by the grammar', () => {
    fc.assert(
      fc.property(grown, (text) => assertRoundTrip(text)),
      { numRuns: 60, seed: SEED },
    );
  });
});

test('the checks run over whatever was read', () => {
  fc.assert(fc.property(grown, assertChecks), { numRuns: 40, seed: SEED });
});

function named(what: string, text: string, assertion: (text: string) => void): void {
  try {
    assertion(text);
  } catch (error) {
    assert.fail(
      `${what}: ${error instanceof Error ? error.message : String(error)}\n${text.length > 2000 ? '' : text}`,
    );
  }
}
