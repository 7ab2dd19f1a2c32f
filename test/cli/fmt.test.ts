import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { formatDocument } from '../../src/notation/document/format-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { runCli } from '../support/http/cli.ts';
import { documents } from '../support/notation/documents.ts';
import { assertFormat } from '../support/notation/robust.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-fmt-'));
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const fmt = (...argv: string[]) => runCli(['fmt', ...argv], { cwd: folder });
after(() => rmSync(folder, { recursive: true, force: true }));

const LOOSE =
  '# Specification: Tasks\n\n## 3. Entities and their fields\n\n### Task\n\nWhat is to be done.\n\n- title: string, required\n';

describe('ninefold fmt', () => {
  test('writes the canonical form in place, once', async () => {
    put('loose.md', LOOSE);
    const first = await fmt('loose.md');
    assert.deepEqual([first.code, first.stdout, first.stderr], [0, '', 'loose.md: written.']);
    assert.match(read('loose.md'), /\| title \| text \| yes \|/);
    assert.match(read('loose.md'), /What is to be done\./);
    const { mtimeMs } = statSync(join(folder, 'loose.md'));
    assert.deepEqual(await fmt('loose.md'), { code: 0, stdout: '', stderr: '' });
    assert.equal(statSync(join(folder, 'loose.md')).mtimeMs, mtimeMs);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  test('--check changes nothing, lists what differs, and ends with 1', async () => {
    put('loose.md', LOOSE);
    assert.deepEqual(await fmt('--check', 'loose.md'), { code: 1, stdout: 'loose.md', stderr: '' });
    assert.equal(read('loose.md'), LOOSE);
    await fmt('loose.md');
    assert.deepEqual(await fmt('--check', 'loose.md'), { code: 0, stdout: '', stderr: '' });
  });

  test('prints what comes through the pipe', async () => {
    const { code, stdout } = await runCli(['fmt', '-'], { stdin: async () => new TextEncoder().encode(LOOSE) });
    assert.equal(code, 0);
    assert.equal(`${stdout}\n`, formatDocument(LOOSE).text);
  });

  test('keeps the line breaks of other systems', async () => {
    put('crlf.md', LOOSE.replaceAll('\n', '\r\n'));
    assert.equal((await fmt('crlf.md')).code, 0);
    assert.doesNotMatch(read('crlf.md'), /[^\r]\n/);
    assert.equal((await fmt('--check', 'crlf.md')).code, 0);
  });

  test('a section with anything that is not read stays as it is written, and the others are formatted', async () => {
    const fields = '## 3. Entities and their fields\n\n### Task\n\n|Field|Type|Hue|\n|-|-|-|\n|title|text|vermilion|\n';
    const limits = '## 9. Business constants and limits\n\n|Name|Value|\n|-|-|\n|SHARE|7 %|\n';
    put('partly.md', `# Specification: X\n\n${fields}\n${limits}`);
    const { code, stderr } = await fmt('partly.md');
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^partly\.md: left as written, because not all of it is read: 3\. Entities and their fields\./,
    );
    assert.ok(read('partly.md').includes(fields));
    assert.match(read('partly.md'), /^\| SHARE \| 7 % \|/m);
    assert.equal((await fmt('--check', 'partly.md')).code, 0);
  });

  test('a section with a comment or HTML stays as it is written', () => {
    for (const hidden of ['<!-- kept -->', '<b>kept</b>']) {
      const section = `## 9. Business constants and limits\n\n|Name|Value|\n|-|-|\n|SHARE|7 %|\n\n${hidden}`;
      const { text } = formatDocument(`# Specification: X\n\n${section}\n`);
      assert.ok(text.includes(section), text);
    }
  });

  test('a point that is stated twice stays twice, in order', () => {
    const point = (name: string) => `## 9. Business constants and limits\n\n|Name|Value|\n|-|-|\n|${name}|1|`;
    const { text } = formatDocument(`# Specification: X\n\n${point('B')}\n\n${point('A')}\n`);
    assert.ok(text.includes(`${point('B')}\n\n${point('A')}`), text);
  });

  test('keeps a percentage and the states that "any state except" names', () => {
    const text =
      '# Specification: X\n\n## 3. Entities and their fields\n\n### Task\n\n- title: text\n\n## 4. States and transitions\n\n### Task: status\n\n| From | Event | To |\n| --- | --- | --- |\n| (new) | | Open |\n| Open | finish | Done |\n| any state except Lost | lose | Lost |\n\n## 9. Business constants and limits\n\n| Name | Value |\n| --- | --- |\n| SHARE | 7 % |\n';
    const formatted = formatDocument(text);
    assert.match(formatted.text, /\| SHARE \| 7 % \|/);
    assert.deepEqual(withoutPlaces(readDocument(formatted.text).model), withoutPlaces(readDocument(text).model));
    assertFormat(text);
  });

  test('never changes the meaning, a finding or a word, whatever the document', () => {
    for (let seed = 0; seed < 60; seed += 1) assertFormat(documents(seed));
  });
});
