import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { canonicalOf } from '../src/cli/canonical.ts';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { withUnread } from '../src/notation/unread.ts';
import { runCli } from './support/cli.ts';
import { documents } from './support/documents.ts';
import { atEachPlace } from './support/findings.ts';
import { assertSameButUnread } from './support/robust.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-fmt-'));
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const fmt = (...argv: string[]) => runCli(['fmt', ...argv], { cwd: folder });
after(() => rmSync(folder, { recursive: true, force: true }));

const LOOSE =
  '# Specification: Tasks\n\n## 3. Entities and their fields\n\n### Task\n\nWhat is to be done.\n\n- title: string, mandatory\n';

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
    const canonical = canonicalOf(LOOSE);
    assert.equal(code, 0);
    assert.ok('text' in canonical);
    assert.equal(`${stdout}\n`, canonical.text);
  });

  test('keeps the line breaks of other systems', async () => {
    put('crlf.md', LOOSE.replaceAll('\n', '\r\n'));
    assert.equal((await fmt('crlf.md')).code, 0);
    assert.doesNotMatch(read('crlf.md'), /[^\r]\n/);
    assert.equal((await fmt('--check', 'crlf.md')).code, 0);
  });

  test('refuses, and leaves the file alone, where a word would be lost', async () => {
    // A column that no table of fields has: what stands in it is in no Model.
    const text =
      '# Specification: X\n\n## 3. Entities and their fields\n\n### Task\n\n| Field | Type | Hue |\n| --- | --- | --- |\n| title | text | vermilion |\n';
    put('lossy.md', text);
    const { code, stderr } = await fmt('lossy.md');
    if (read('lossy.md') !== text) return assert.match(read('lossy.md'), /vermilion/);
    assert.equal(code, 1);
    assert.match(stderr, /^lossy\.md: the canonical form would lose .*“vermilion” \(line 9\)/);
    assert.equal((await fmt('--reword', 'lossy.md')).code, 1);
    const piped = await runCli(['fmt', '-'], { stdin: async () => new TextEncoder().encode(text) });
    assert.deepEqual([piped.code, `${piped.stdout}\n`], [1, text]);
  });

  test('says an element in other words only where that is asked for, and prose never', () => {
    const entity = (item: string) =>
      `# Specification: X\n\n## 3. Entities and their fields\n\n### Line\n\n${item}\n- note: text\n`;
    const text = entity('- quantity: number with two decimals');
    const strict = canonicalOf(text);
    assert.ok('refusal' in strict);
    assert.match(strict.refusal, /would say “two” \(line 7\), “decimals” \(line 7\) in other words\. .*--reword/);
    const lax = canonicalOf(text, { reword: true });
    assert.ok('text' in lax);
    assert.deepEqual(withoutPlaces(readDocument(lax.text).model), withoutPlaces(readDocument(text).model));
    assert.doesNotMatch(lax.text, /decimals/);
  });

  test('loses nothing where states are told by those that are not meant, and keeps a percentage one', () => {
    const text = (from: string, notes: string) =>
      `# Specification: X\n\n## 3. Entities and their fields\n\n### Task\n\n- title: text${notes}\n\n## 4. States and transitions\n\n### Task: status\n\n| From | Event | To |\n| --- | --- | --- |\n| (new) | | Open |\n| Open | finish | Done |\n| Done | keep | Kept |\n| ${from} | lose | Lost |\n\n## 9. Business constants and limits\n\n| Name | Value |\n| --- | --- |\n| SHARE | 7 % |\n`;
    const canonical = canonicalOf(text('any state except Kept, Lost', ''));
    assert.ok('text' in canonical, JSON.stringify(canonical));
    assert.match(canonical.text, /\| Open \| lose \| Lost \|[ |]*\n\| Done \| lose \| Lost \|/);
    assert.doesNotMatch(canonical.text, /Kept \| lose|Lost \| lose/);
    assert.match(canonical.text, /\| SHARE \| 7 % \|/);
    assert.ok('text' in canonicalOf(canonical.text));
  });

  test('gives no text, whatever it is given, that means anything else', () => {
    let given = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const text = documents(seed);
      const canonical = canonicalOf(text);
      if (!('text' in canonical)) continue;
      given += 1;
      assertSameButUnread(text, readDocument(text), readDocument(canonical.text).model);
    }
    assert.ok(given > 30, `only ${given} of 60 documents could be printed`);
  });
});

describe('what is not read', () => {
  const notRead = (text: string) =>
    atEachPlace(readDocument(text).diagnostics)
      .filter(({ code }) => code === 'not-read')
      .map(({ at }) =>
        (
          text
            .slice(at.from, at.to)
            .toLowerCase()
            .match(/[\p{L}\p{N}]+/gu) ?? []
        ).join(' '),
      );
  const written = new URL('documents/as-people-write/', import.meta.url);

  for (const file of ['helpdesk', 'invoices', 'lending'])
    test(`is still reported after fmt: ${file}`, () => {
      const text = readFileSync(new URL(`${file}.md`, written), 'utf8');
      const canonical = canonicalOf(text, { reword: true });
      assert.ok('text' in canonical);
      const again = new Set(notRead(canonical.text));
      const before = notRead(text);
      assert.ok(before.length > 0);
      assert.deepEqual(
        before.filter((words) => !again.has(words)),
        [],
      );
      assert.deepEqual(canonicalOf(canonical.text), { text: canonical.text });
    });

  test('is a gap after fmt where it was one, with no element that could hold it', () => {
    const text =
      '# Specification: X\n\n## 7. The calls it makes\n\n### Paging\n\n- whether pages begin at one: not shown.\n';
    const gaps = (written: string) =>
      readDocument(written).diagnostics.flatMap(({ code, message }) => (code === 'not-shown' ? [message] : []));
    const gap = { point: 7, source: 'whether pages begin at one: not shown.' } as const;
    const printed = printDocument(withUnread(readDocument(text).model, [gap]));
    assert.match(printed, /^> Not read:\n> - whether pages begin at one: not shown\.$/m);
    assert.ok(gaps(printed).includes('“whether pages begin at one” is not shown.'));
    const written = readFileSync(new URL('documents/as-people-write/helpdesk.md', import.meta.url), 'utf8');
    const canonical = canonicalOf(written, { reword: true });
    assert.ok('text' in canonical);
    const open = '“What happens to the open tickets of an agent who leaves” is not shown.';
    assert.ok(gaps(written).includes(open) && gaps(canonical.text).includes(open));
  });

  test('is reported at its line where it is quoted as such, and no other quotation is', () => {
    const text =
      '# Specification: X\n\n## 4. States and transitions\n\n> Not read:\n> - The moon decides.\n> - Nobody may `close` it.\n\n> The sun shines.\n';
    const { diagnostics, model } = readDocument(text);
    assert.deepEqual(
      atEachPlace(diagnostics).map(({ code, at }) => [code, at.line, text.slice(at.from, at.to)]),
      [
        ['not-read', 6, 'The moon decides.'],
        ['not-read', 7, 'Nobody may `close` it.'],
      ],
    );
    assert.equal(atEachPlace(readDocument(printDocument(model)).diagnostics).length, 2);
  });
});
