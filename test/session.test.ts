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

describe('an element that is read anew and says what it said', () => {
  const DOCUMENT = [
    '# Specification: Post',
    '## 7. The calls it makes',
    '| Call | Method and path | Does |',
    '|---|---|---|',
    '| one | GET /api/ones | list One |',
    '| two | GET /api/twos | list Two |',
    '| three | GET /api/threes | list Three |',
  ].join('\n');

  test('is the very object that it was, and stands where it stands now', () => {
    const session = openSession();
    const before = session.read(DOCUMENT).model.calls;
    const after = session.read(DOCUMENT.replace('/api/twos', '/api/pairs')).model.calls;
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    assert.equal(after[1]?.path, '/api/pairs');
    assert.equal(after[2], before[2]);
    assert.equal(
      after[2]?.at?.from,
      (readDocument(DOCUMENT).model.calls[2]?.at?.from ?? 0) + 'pairs'.length - 'twos'.length,
    );
  });

  test('is another one where its line was touched', () => {
    const session = openSession();
    const before = session.read(DOCUMENT).model.calls;
    const text = DOCUMENT.replace('| one |', '|  one |');
    const after = session.read(text).model.calls;
    assert.notEqual(after[0], before[0]);
    assert.deepEqual(after, readDocument(text).model.calls);
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
