import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { numbersOf, rowsOf, withoutTests } from '../support/pages/shown-page.ts';

const root = join(import.meta.dirname, '..', '..');
const rows = rowsOf('threats.md', 'A-F');

test('threats are numbered consecutively and each has an answer', () => {
  assert.deepEqual(
    rows.map(([id]) => id),
    numbersOf({ A: 20, B: 14, C: 18, D: 11, E: 13, F: 15 }),
  );
  for (const [id, threat, answer, shown] of rows) {
    assert.ok(threat && answer, id);
    assert.ok(shown || answer.startsWith('**Not here**') || answer.startsWith('**Open**'), `${id} names no test`);
  }
});

test('every test, check and proof named in the page of threats exists', () => {
  const proofs = readdirSync(join(root, 'test', 'proof')).map((name) => name.split('-')[0]?.toUpperCase());
  const missing = rows.flatMap(([id = '', , , shown = '']) => {
    const rest = withoutTests(shown)
      .replace(/check `([\w-]+)`/g, (words, code) =>
        globSync(`src/checks/*/${code}.md`, { cwd: root }).length === 1 ? '' : words,
      )
      .replace(/\bP\d+\b/g, (proof) => (proofs.includes(proof) ? '' : proof));
    return /^[;,\s]*$/.test(rest) ? [] : `${id}: ${rest}`;
  });
  assert.deepEqual(missing, []);
});
