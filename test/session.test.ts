import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSession, readDocument } from '../src/notation/read.ts';
import { random } from './support/documents.ts';
import { allDocuments, NAUGHTY } from './support/robust.ts';

const SEED = Number(process.env['NINEFOLD_SEED'] ?? 20_260);

describe('reading on from an earlier text', () => {
  for (const [path, text] of allDocuments()) {
    test(`gives what reading anew gives: ${path}`, () => {
      const next = random(SEED + text.length);
      const session = openSession();
      let now = text;
      for (let round = 0; round < 12; round += 1) {
        const reading = JSON.stringify(session.read(now));
        assert.ok(reading === JSON.stringify(readDocument(now)), `differs after ${round} changes`);
        now = changed(now, next);
      }
    });
  }

  test('keeps the very elements of what did not change, and moves their places', () => {
    const text = [...allDocuments()].find(([path]) => path.endsWith('expense-claims.md'))?.[1] ?? '';
    const session = openSession();
    const before = session.read(text).model;
    const at = text.indexOf('### Employee');
    const after = session.read(`${text.slice(0, at)}A word more.\n\n${text.slice(at)}`).model;
    assert.equal(after.entities.at(-1), before.entities.at(-1));
    assert.equal(after.calls[0], before.calls[0]);
    const place = after.entities.at(-1)?.at;
    assert.equal(place?.line, (readDocument(text).model.entities.at(-1)?.at?.line ?? 0) + 2);
  });
});

/** The text after a change of the kind that people make while they write. */
function changed(text: string, next: (below: number) => number): string {
  const at = next(text.length + 1);
  const lines = text.split('\n');
  const line = next(lines.length);
  switch (next(7)) {
    case 0:
      return `${text.slice(0, at)}x${text.slice(at)}`;
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + next(40));
    case 2:
      return lines.toSpliced(line, 1).join('\n');
    case 3:
      return lines.toSpliced(line, 0, lines[next(lines.length)] ?? '').join('\n');
    case 4:
      return `${text.slice(0, at)}\n\n### ${NAUGHTY[next(NAUGHTY.length)] ?? ''}\n\n${text.slice(at)}`;
    case 5:
      return lines
        .toSpliced(line, 0, ['```', '## 4. States', '~~~', '- item', '> quote', '| a | b |'][next(6)] ?? '')
        .join('\n');
    default:
      return text.slice(0, at) + (NAUGHTY[next(NAUGHTY.length)] ?? '') + text.slice(at);
  }
}
