import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { findPage, listPages } from '../../src/cli/analysis/explain-pages.ts';
import { STANDARD_CODES } from '../../src/model/types/standard-codes.ts';
import { runCli } from '../support/http/cli.ts';

const source = join(import.meta.dirname, '..', '..', 'src');
const pagesIn = (folder: string) =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => basename(path, '.md'));

describe('ninefold explain', () => {
  test('prints the page that stands beside each check and each code of the reader, without the marks of its tests', () => {
    for (const code of [...pagesIn('checks'), ...pagesIn('notation/codes')]) {
      const page = findPage(code);
      assert.ok(page !== null);
      assert.ok(
        page.text.startsWith(`# ${code}
`),
        code,
      );
      assert.match(page.text, /## Reported/, code);
      assert.doesNotMatch(page.text, /[⟪⟫]/, code);
    }
  });

  test('has a page for every code there is, with a sentence', () => {
    const pages = listPages();
    assert.equal(new Set(pages.map(({ code }) => code)).size, pages.length);
    for (const { code, about } of pages)
      assert.ok(about.length > 10 && (findPage(code)?.text.length ?? 0) > about.length, code);
    const codes = new Set(pages.map(({ code }) => code));
    for (const code of STANDARD_CODES) assert.ok(codes.has(code), code);
  });

  test('knows codes in any case, assumptions and errors among them', async () => {
    const assumption = await runCli(['explain', 'a-roles']);
    assert.equal(assumption.code, 0);
    assert.match(assumption.stdout, /^# A-ROLES\n[\s\S]*## Until when/);
    assert.match((await runCli(['explain', 'NOT_FOUND'])).stdout, /\| NOT_FOUND \| 404 \|/);
  });

  test('without a code lists all, a line or two each', async () => {
    const { code, stdout } = await runCli(['explain'], { columns: 70 });
    assert.equal(code, 0);
    for (const page of listPages()) assert.match(stdout, new RegExp(`^ {2}${page.code} `, 'm'));
    assert.ok(stdout.split('\n').every((line) => line.length <= 70));
  });

  test('of a code that does not exist is wrong use, and names those that are near', async () => {
    const { code, stdout, stderr } = await runCli(['explain', 'name-unknwon']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^There is no code name-unknwon\. Did you mean name-unknown/);
    assert.match((await runCli(['explain', 'rule'])).stderr, /Did you mean .*rule-never-fails/);
    assert.doesNotMatch((await runCli(['explain', 'xyzzy-plugh'])).stderr, /Did you mean/);
  });
});
