import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { coverIn } from './support/mutant-cover.ts';
import { likeness } from './support/mutant-killers.ts';
import { allMutants, mutantsOf, mutated } from './support/mutants.ts';

const faultsIn = (text: string): readonly string[] => mutantsOf('a.ts', text).map((mutant) => mutated(text, mutant));

describe('the faults that are made of a program', () => {
  test('turn a condition round, or let it never hold', () => {
    assert.deepEqual(faultsIn('if (may(a)) b;'), ['if (!(may(a))) b;', 'if (false) b;', 'if (may(a)) ;']);
    assert.deepEqual(faultsIn('const a = may ? 1 : 2;'), ['const a = !(may) ? 1 : 2;']);
    assert.deepEqual(faultsIn('const a = !may;'), ['const a = (may);']);
  });

  test('swap what joins and what compares', () => {
    assert.deepEqual(faultsIn('const a = b && c;'), ['const a = (b) || (c);']);
    assert.deepEqual(faultsIn('const a = b || c;'), ['const a = (b) && (c);']);
    assert.deepEqual(faultsIn('const a = b < 3;'), ['const a = (b) <= (3);']);
    assert.deepEqual(faultsIn('const a = b !== null;'), ['const a = (b) === (null);']);
    assert.deepEqual(faultsIn('const a = b.some(c);'), ['const a = b.every(c);']);
    assert.deepEqual(faultsIn('const a = true;'), ['const a = false;']);
  });

  test('leave out what is done, what is kept and what is answered', () => {
    assert.deepEqual(faultsIn('stop(all);'), [';']);
    assert.deepEqual(faultsIn('const a = all.filter(isKept);'), ['const a = all;']);
    assert.deepEqual(faultsIn('const a = [b, c];'), ['const a = [];']);
    assert.deepEqual(faultsIn('function a() { return refuse(b); }'), ['function a() { return null; }']);
  });

  test('leave types and names alone, and know their line beyond any letter', () => {
    assert.deepEqual(faultsIn("import { a } from 'b';\ninterface A { readonly b: true; }\ntype C = A | null;"), []);
    const text = "const a: readonly string[] = 'é🎈' as C;\n\nconst b = c >= d;";
    assert.deepEqual(
      mutantsOf('a.ts', text).map(({ line, was, is }) => [line, was, is]),
      [[3, 'c >= d', '(c) > (d)']],
    );
  });

  test('are many in what decides, in the same order each time', () => {
    const root = join(import.meta.dirname, '..');
    const all = allMutants(root);
    const files = new Set(all.map(({ file }) => file));
    for (const file of [
      'src/engine/decide/decide.ts',
      'src/engine/access/read-policy.ts',
      'src/store/sql/list.ts',
      'src/server/http/cross-site-guard.ts',
    ])
      assert.ok(files.has(file), file);
    assert.ok(all.length > 3_000, String(all.length));
    assert.ok(new Set(all.slice(0, 100).map(({ file }) => file)).size > 20, 'they come from everywhere');
    assert.deepEqual(allMutants(root).slice(0, 5), all.slice(0, 5));
  });

  test('are tried first by the tests that are about their file', () => {
    const of = (test: string, text = '') => likeness('src/engine/effects/line-effects.ts', test, text);
    const asking = "import { toldOfLines } from '../src/engine/effects/line-effects.ts';";
    const inOrder = [
      of('server.test.ts'),
      of('server-lines.test.ts'),
      of('line-effects.test.ts'),
      of('a.test.ts', asking),
    ];
    assert.deepEqual(inOrder, [...new Set(inOrder)].sort(), 'each more than the one before');
    assert.equal(of('a.test.ts', "import { a } from './support/line-effects.ts';"), 0);
  });

  test('are tried by the tests alone that come to the place', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-cover-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const told = (url: string, ...ranges: readonly (readonly [from: number, to: number, count: number])[]) => ({
      url,
      functions: [{ ranges: ranges.map(([startOffset, endOffset, count]) => ({ startOffset, endOffset, count })) }],
    });
    const processes = [
      [told('file:///here/src/a.ts', [0, 100, 1], [20, 60, 0], [30, 40, 2]), told('file:///there/src/b.ts', [0, 9, 1])],
      [told('file:///here/src/a.ts', [0, 100, 1], [20, 30, 0], [30, 60, 0], [50, 60, 1])],
    ];
    for (const [index, result] of processes.entries())
      writeFileSync(join(folder, `${index}.json`), JSON.stringify({ result }));
    const { reaches } = coverIn(folder, '/here');
    assert.deepEqual(
      [10, 25, 35, 45, 55, 200].map((at) => reaches('src/a.ts', at)),
      [true, false, true, false, true, false],
    );
    assert.equal(reaches('src/b.ts', 1), false);
  });
});
