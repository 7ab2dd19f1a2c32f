import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAst } from 'vite';
import { withEscapes } from '../../scripts/one-byte.ts';

type Program = Parameters<typeof withEscapes>[1];

const escapedIn = (code: string): string => withEscapes(code, parseAst(code) as unknown as Program);

const resultOf = (expression: string): unknown => new Function(`return ${expression}`)();

/** Expressions whose value must stay the same once no character of theirs is beyond Latin 1. */
const SAME = [
  `'from – to'`,
  `"‘in’ marks"`,
  `'a family: 👩‍👧'`,
  `'two backslashes \\\\– and one \\–'`,
  `['–', ['—'], { is: '…' }].flat().join(' ') + '“'.length`,
  '`a template – $' + '{1 + 1} – of “two” \\u2014 \\– parts`',
  `((x) => ({ '…': x }))('x')['…']`,
  `'1–2, 3—4'.split(/[–—]/)`,
  `'a–b'.replace(/(?<=\\p{L})\\–/, 'to – ')`,
  `'👍 and 👎'.match(/[👍👎]/gu)`,
  'new RegExp(String.raw`^[–—]\\s*($' + '{"→"})$`, "u").exec("— →")?.[1]',
  `((raw) => raw)((parts) => parts.join('–'))(['a', 'b'])`,
];

describe('a program whose texts take one byte a character', () => {
  for (const expression of SAME)
    it(`means the same: ${expression}`, () => {
      const escaped = escapedIn(`(${expression})`);
      assert.doesNotMatch(escaped, /[^\0-\xff]/);
      assert.deepEqual(resultOf(escaped), resultOf(expression));
    });

  it('keeps characters in tagged templates', () => {
    const code = '(String.raw`a – b` + ((parts) => parts.raw[0])`c – $' + '{"d – e"}`)';
    const escaped = escapedIn(code);
    assert.equal(resultOf(escaped), 'a – bc – ');
    assert.match(escaped, /d \\u2013 e/);
  });

  it('leaves Latin-1 characters and existing escapes unchanged', () => {
    const code = `('é ß £ \\n \\\\u2014 \\x60' + /\\d\\/\\//.source)`;
    assert.equal(escapedIn(code), code);
  });
});
