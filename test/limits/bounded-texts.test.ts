import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { cleanText, foldCase, orderKey, searchKey, textFault } from '../../src/fields/text/fold.ts';
import { identityKey, typedName } from '../../src/fields/text/identity-key.ts';
import { wordsSought, wordsWithin } from '../../src/fields/text/search-words.ts';
import { SHELF } from '../support/documents/shelf.ts';
import { startServer } from '../support/http/server.ts';

/** Marks that normalization has to sort. */
const heaped = (marks: number): string => `a${'\u0316\u0301'.repeat(marks / 2)}`;

/** Milliseconds of this thread's own time. */
function spent(work: () => unknown): number {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}

describe('texts of a request are read in linear time', () => {
  const functions = {
    clean: cleanText,
    foldCase,
    orderKey,
    searchKey,
    identityKey,
    typedName,
    wordsSought,
    wordsWithin,
  };
  const texts: Readonly<Record<string, string>> = {
    'many marks on one letter': heaped(60_000),
    'marks on each letter': heaped(28).repeat(2_000),
    'ligatures of whole sentences': '\ufdfa\ufdfb'.repeat(30_000),
    'squared words': '\u3300'.repeat(60_000),
    'letters without spaces': '漢a'.repeat(30_000),
    spaces: `a${' '.repeat(60_000)}a`,
  };
  for (const [name, work] of Object.entries(functions))
    for (const [what, text] of Object.entries(texts))
      test(`${name}: ${what}`, () => {
        assert.ok(spent(() => work(text)) < 1_000);
      });

  test('a letter has at most 30 marks, in a form, a file and a search', { timeout: 20_000 }, async (t) => {
    assert.equal(textFault(heaped(30), 'one line'), null);
    assert.equal(textFault(heaped(32), 'one line'), 'no heaped marks');
    assert.equal(cleanText(heaped(32)), heaped(32));
    const server = await startServer(SHELF);
    t.after(() => server.stop());
    const cleo = await server.as('Cleo');
    const { status, body } = await cleo.post<Problem>('/api/items', { label: heaped(200_000), [heaped(500)]: 1 });
    assert.equal(status, 422);
    const { status: created } = await cleo.post('/api/items', { label: 'a', body: heaped(200_000) });
    assert.equal(created, 422);
    const messages = (body.failures ?? []).map(({ message }) => message);
    assert.ok(
      messages.includes('Enter text with at most 30 marks on a letter.'),
      JSON.stringify(messages).slice(0, 500),
    );
    const { status: found } = await cleo.get(`/api/items?q=${encodeURIComponent(heaped(1_000))}`);
    assert.equal(found, 200);
  });
});

test('heaped marks are found wherever they stand, whichever they are', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = code >= 0xd800 && code < 0xe000 ? 'a' : String.fromCodePoint(code);
    if (!/\p{M}/u.test(character)) continue;
    assert.equal(textFault(`x${character.repeat(31)}y`, 'one line'), 'no heaped marks', code.toString(16));
    assert.equal(textFault(`x${character.repeat(30)}y`, 'one line'), null, code.toString(16));
  }
  const signs = fc.constantFrom('\u0301', '\u{e0100}', '\u{1d165}', '\u0e31', 'ก', 'x', '漢', '😀');
  const runs = fc.array(fc.tuple(signs, fc.integer({ min: 1, max: 40 })), { maxLength: 8 });
  fc.assert(
    fc.property(runs, (parts) => {
      const text = parts.map(([sign, count]) => sign.repeat(count)).join('');
      assert.equal(textFault(text, 'one line') !== null, /\p{M}{31}/u.test(text), text);
    }),
  );
});

test('words are the same however a text is divided into runs', () => {
  assert.deepEqual(wordsWithin('Ångström 漢字かなabc ㎏'), [
    'angstrom',
    '漢字かな',
    '字かな',
    'かな',
    'な',
    'abc',
    'kg',
  ]);
  assert.deepEqual(wordsWithin('𝒳'.repeat(100)), ['x'.repeat(64)]);
  assert.deepEqual(wordsWithin('😀𐐨'.repeat(2)), ['𐐨']);
  assert.deepEqual(wordsWithin('𐐨'.repeat(100)), ['𐐨'.repeat(64)]);
});

test('a text has at most 100,000 characters where its field states no maximum, and so have the texts of a list', async (t) => {
  const server = await startServer(SHELF);
  t.after(() => server.stop());
  const cleo = await server.as('Cleo');
  const emoji = '😀'.repeat(100_000);
  assert.equal((await cleo.post('/api/items', { label: 'a', body: emoji })).status, 201);
  const many = Array.from({ length: 100 }, () => 'x'.repeat(1_001));
  for (const [field, value, length] of [
    ['body', `${emoji}x`, '100,001'],
    ['tags', many, '100,100'],
    ['tags', ['x'.repeat(200_000)], '200,000'],
  ] as const) {
    const { status, body } = await cleo.post<Problem>('/api/items', { label: 'a', [field]: value });
    assert.equal(status, 422);
    const [failed] = body.failures ?? [];
    assert.deepEqual([failed?.pointer, failed?.code], [`/${field}`, 'TOO_LONG']);
    assert.ok(failed?.message.includes(length) && failed.message.includes('100,000'), failed?.message);
  }
});
