import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanText, foldCase } from '../../src/fields/text/fold.ts';
import { identityKey, isSameAddress, typedName } from '../../src/fields/text/identity-key.ts';
import { folded } from '../../src/verify/evaluator/text.ts';

/** Every character of Unicode, surrogates excepted. */
const everyCharacter = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

/** Characters on which ways to fold differ: they expand, have several lower-case forms, or are replaced by NFC. */
const troublesome = [...'ßẞſﬁﬂﬀﬃﬄﬅﬆıİiI\u212a\u212b\u2126ςσΣǅǆǄŉǰΐΰևẖẗẘẙẚſtＡａ①²µμᲀв\u0301\u0307\u0308\u200d'];
const names = fc
  .array(
    fc.oneof(
      fc.constantFrom(...troublesome),
      fc.constantFrom(...'abkszABKSZ.@'),
      fc.integer({ min: 0, max: everyCharacter.length - 1 }).map((index) => everyCharacter[index] ?? ''),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const codePoints = (text: string) => Array.from(text).length;

test('the identity key of every character is one character, or what its normal form is', () => {
  for (const character of everyCharacter) {
    const key = identityKey(character);
    assert.ok(codePoints(key) <= codePoints(character.normalize('NFC')), character);
    assert.equal(identityKey(key), key, character);
  }
});

test('two characters share an identity key only as upper and lower case of one letter', () => {
  const stored = everyCharacter.filter((character) => character.normalize('NFC') === character);
  for (const alike of Map.groupBy(stored, identityKey).values()) {
    const cases = alike.join('') === 'Σςσ' ? alike.slice(1) : alike;
    assert.ok(cases.length <= 2, alike.join(' '));
    const [upper = '', lower] = cases;
    if (lower === undefined) continue;
    assert.ok(
      upper.toLowerCase() === lower || lower.toLowerCase() === upper || alike.includes('ς'),
      `${upper} and ${lower}`,
    );
  }
});

test('letters that expand or look alike keep an identity of their own', () => {
  for (const [one, other] of [
    ['ß', 'ss'],
    ['ẞ', 'ß'],
    ['ſ', 's'],
    ['ﬁ', 'fi'],
    ['ﬂ', 'fl'],
    ['ﬀ', 'ff'],
    ['ﬆ', 'st'],
    ['ı', 'i'],
    ['İ', 'i'],
    ['Ａ', 'A'],
    ['①', '1'],
    ['а', 'a'],
  ] as const)
    assert.notEqual(identityKey(`x${one}@example.com`), identityKey(`x${other}@example.com`), one);
  assert.equal(identityKey('ÄÖÜ@Example.COM'), 'äöü@example.com');
  assert.equal(identityKey('ΟΔΟΣ'), identityKey('οδος'));
});

test('canonically equivalent names have one identity key, and keys are idempotent', () => {
  fc.assert(
    fc.property(names, (name) => {
      assert.equal(identityKey(name.normalize('NFD')), identityKey(name.normalize('NFC')));
      assert.equal(identityKey(identityKey(name)), identityKey(name));
    }),
    { numRuns: 3_000 },
  );
});

test('the identity key is finer than the key of older data, so that renewing keys never makes two of them alike', () => {
  for (const alike of Map.groupBy(everyCharacter, identityKey).values())
    assert.equal(new Set(alike.map(foldCase)).size, 1, alike.join(' '));
  fc.assert(
    fc.property(names, (name) => assert.equal(foldCase(identityKey(name)), foldCase(name))),
    { numRuns: 3_000 },
  );
});

test('the oracle folds every character as the engine does', () => {
  for (const character of everyCharacter) assert.equal(folded(character), identityKey(character), character);
});

test('a typed name is the stored form of a name, and no character of it is replaced by another', () => {
  assert.equal(typedName('  mu\u0308ller@example.com '), 'müller@example.com');
  for (const lookAlike of ['mar\u212a@example.com', 'h\u212bkan@example.com', '\u2126@example.com', ' ', ''])
    assert.equal(typedName(lookAlike), null, lookAlike);
  fc.assert(
    fc.property(names, (name) => {
      const typed = typedName(name);
      if (typed !== null) assert.equal(cleanText(typed), cleanText(name));
    }),
  );
});

test('addresses of a provider are compared exactly except for the case of ASCII letters', () => {
  assert.ok(isSameAddress('Max@HESSEN.example', 'max@hessen.example'));
  const stored = 'max@hessenkfi.example';
  for (const character of everyCharacter) {
    const isAsciiCase = /^[a-zA-Z]$/.test(character);
    for (const letter of isAsciiCase ? [] : ['s', 'k', 'i', 'ss', 'fi'])
      assert.ok(!isSameAddress(stored, stored.replace(letter, character)), `${character} for ${letter}`);
  }
  assert.ok(!isSameAddress('MÜLLER@example.com', 'müller@example.com'));
});
