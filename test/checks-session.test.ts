import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentOf } from '../bench/generate.ts';
import { openChecks, runChecks } from '../src/checks/run.ts';
import { assume, openAssume } from '../src/model/defaults/assume.ts';
import { openSession, readDocument } from '../src/notation/read.ts';
import { random } from './support/documents.ts';
import { allDocuments } from './support/robust.ts';

const SEED = Number(process.env['NINEFOLD_SEED'] ?? 20_260);

describe('checking on from an earlier text', () => {
  for (const [path, text] of [...allDocuments(), ['forty entities', documentOf(40)] as const]) {
    test(`finds what checking anew finds: ${path}`, () => {
      const next = random(SEED + text.length);
      const [session, assumed, checked] = [openSession(), openAssume(), openChecks()];
      let now = text;
      for (let round = 0; round < 12; round += 1) {
        const model = assumed(session.read(now).model);
        const modelAnew = assume(readDocument(now).model);
        assert.ok(JSON.stringify(model) === JSON.stringify(modelAnew), `the Model differs after ${round} changes`);
        const found = checked.run(model);
        const anew = runChecks(modelAnew);
        const differs = JSON.stringify(found) !== JSON.stringify(anew);
        if (differs) assert.deepEqual(listed(found), listed(anew), `after ${round} changes`);
        assert.ok(!differs, `after ${round} changes`);
        now = changed(now, next);
      }
    });
  }
});

const listed = (found: ReturnType<typeof runChecks>) =>
  found.map(({ code, at, message }) => `${at.line}:${at.column} ${code} ${message}`);

/** A word of the text gone, doubled, or put in the place of another; a line gone, doubled, or put off by another. */
function changed(text: string, next: (below: number) => number): string {
  if (next(4) === 0) {
    const lines = text.split('\n');
    const line = next(lines.length);
    const put = [[], [lines[line] ?? '', lines[line] ?? ''], ['', lines[line] ?? '']][next(3)] ?? [];
    return lines.toSpliced(line, 1, ...put).join('\n');
  }
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)];
  const [word, other] = [words[next(words.length)], words[next(words.length)]];
  if (word === undefined || other === undefined) return text;
  const put = [``, `${word[0]} ${word[0]}`, other[0], `${word[0]}s`][next(4)] ?? '';
  return text.slice(0, word.index) + put + text.slice(word.index + word[0].length);
}
