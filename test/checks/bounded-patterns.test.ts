import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { SHELF } from '../support/documents/shelf.ts';
import { startServer } from '../support/http/server.ts';

const withPattern = (source: string) =>
  SHELF.replace(/^\| code \|.*$/m, () => `| code | text | no | pattern \`/${source}/\` |`);

describe('patterns take time linear in the text', () => {
  const patterns: Readonly<Record<string, string>> = {
    '(\\w{1,30}[-. ]?){1,20}': `${'a'.repeat(30_000)}!`,
    '(a{0,30}){0,30}b': 'a'.repeat(30_000),
    '(a+)+b': 'a'.repeat(30_000),
    '(a|a)*b': 'a'.repeat(30_000),
    '(x+x+)+y': 'x'.repeat(30_000),
    '(\\w|\\d)+!': '0'.repeat(30_000),
  };
  for (const [source, text] of Object.entries(patterns))
    contract(`/${source}/ refuses a text that almost fits`, async (t) => {
      const { store, done } = await openEmpty();
      const server = await startServer(withPattern(source), { store });
      t.after(async () => {
        await server.stop();
        await done();
      });
      const cleo = await server.as('Cleo');
      const { status, body } = await cleo.post<Problem>('/api/items', { label: 'a', code: text });
      assert.deepEqual([status, body.code], [422, 'WRONG_TYPE']);
    });

  test('matches in a rule does too', async (t) => {
    const rules =
      '## 5. Validation rules\n\n| Rule | On | Must hold |\n| --- | --- | --- |\n| V1 | Item | `body.matches("^(a+)+$")` |\n\n## 6.';
    const server = await startServer(SHELF.replace('## 6.', () => rules));
    t.after(() => server.stop());
    const cleo = await server.as('Cleo');
    assert.equal((await cleo.post('/api/items', { label: 'a', body: `${'a'.repeat(30_000)}!` })).status, 422);
    assert.equal((await cleo.post('/api/items', { label: 'a', body: 'a'.repeat(30_000) })).status, 201);
  });

  test('digits, words and white space are those of ASCII, letters are those of Unicode', async (t) => {
    const server = await startServer(withPattern('\\p{Lu}\\d\\s\\u00e9.'));
    t.after(() => server.stop());
    const cleo = await server.as('Cleo');
    const statusOf = async (code: string) => (await cleo.post('/api/items', { label: 'a', code })).status;
    assert.deepEqual(
      await Promise.all(['Ä1 é🙂', 'ä1 éx', 'Ä٣ éx', 'Ä1\u00a0éx', 'Ä1 é🙂x'].map(statusOf)),
      [201, 422, 422, 422, 422],
    );
  });
});

describe('a pattern that the engine does not take is told with its position', () => {
  const faults: Readonly<Record<string, readonly [part: string, reason: RegExp]>> = {
    '(?=(a*a*a*a*a*b))a': ['(?=', /lookahead and lookbehind are not supported \(at character 1\)/],
    'a(?<!b)c': ['(?<!b)c', /lookahead and lookbehind are not supported \(at character 2\)/],
    '(a)(b)\\2': ['\\2', /references to groups are not supported \(at character 7\)/],
    '([a-z]{1,50}){1,50}': ['{1,50}', /at most 1,000 in all/],
    'ab[c': ['[c', /missing closing \] \(at character 3\)/],
    'x{,3}': ['{,', /not supported \(at character 2\)/],
  };
  for (const [source, [part, reason]] of Object.entries(faults))
    test(`/${source}/`, () => {
      const text = withPattern(source);
      const found = readDocument(text).diagnostics.filter(({ message }) => message.includes('pattern cannot be used'));
      assert.equal(found.length, 1);
      assert.match(found[0]?.message ?? '', reason);
      const line = text.split('\n').findIndex((each) => each.startsWith('| code |'));
      const at = (text.split('\n')[line] ?? '').indexOf(source) + source.indexOf(part);
      assert.deepEqual([found[0]?.at.line, found[0]?.at.column], [line + 1, at + 1]);
    });
});
