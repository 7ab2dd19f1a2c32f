import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs', 'threats.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-F]\d+ \|/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

/** What the tests of a file are called, and their groups; `…` for what is put in. */
function titlesIn(file: string): ReadonlySet<string> {
  const text = readFileSync(join(root, 'test', file), 'utf8');
  const calls = text.matchAll(/\b(?:test|it|describe|contract)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
  const plain = (title: string) => title.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…').replace(/\\(.)/g, '$1');
  return new Set([...calls].map(([, , title = '']) => plain(title)));
}

test('the threats are numbered without a gap, and none is without an answer', () => {
  const counts = { A: 20, B: 14, C: 18, D: 11, E: 13, F: 15 };
  const expected = Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
  );
  assert.deepEqual(
    rows.map(([id]) => id),
    expected,
  );
  for (const [id, threat, answer, shown] of rows) {
    assert.ok(threat && answer, id);
    assert.ok(shown || answer.startsWith('**Not here**') || answer.startsWith('**Open**'), `${id} names no test`);
  }
});

test('each test, check and proof that the page of threats names is there', () => {
  const proofs = readdirSync(join(root, 'test', 'proof')).map((name) => name.split('-')[0]?.toUpperCase());
  const missing = rows.flatMap(([id = '', , , shown = '']) => {
    const left = shown.replace(/`([\w/.-]+\.test\.ts)`: ((?:“(?:[^“”]|“[^“”]*”)*”(?:, )?)+)/g, (_, file, titles) => {
      const known = existsSync(join(root, 'test', file)) ? titlesIn(file) : new Set<string>();
      const named = [...titles.matchAll(/“((?:[^“”]|“[^“”]*”)*)”/g)].map(([, title = '']) => title);
      return named.every((title) => known.has(title)) ? '' : `${file} has not all of ${titles}`;
    });
    const rest = left
      .replace(/check `([\w-]+)`/g, (words, code) =>
        globSync(`src/checks/*/${code}.md`, { cwd: root }).length === 1 ? '' : words,
      )
      .replace(/\bP\d+\b/g, (proof) => (proofs.includes(proof) ? '' : proof));
    return /^[;,\s]*$/.test(rest) ? [] : `${id}: ${rest}`;
  });
  assert.deepEqual(missing, []);
});
