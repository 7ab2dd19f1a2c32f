import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldType } from '../../src/fields/registry/lookup.ts';
import {
  cleanText,
  compareKeys,
  compareText,
  foldCase,
  lengthOf,
  orderKey,
  searchKey,
  textFault,
} from '../../src/fields/text/fold.ts';
import { wordsOf } from '../../src/fields/text/value-problem.ts';
import { labelOf } from '../../src/model/lookups/label-from-name.ts';

/** Any UTF-16 units, halves of characters among them, and often the troublesome ones. */
const anyText = fc
  .array(
    fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0xd83d, 0xde00, 0x20, 0x0d, 0x0a, 0x0301, 0x65)),
    {
      maxLength: 20,
    },
  )
  .map((units) => String.fromCharCode(...units));
const wellFormed = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0x20, max: 0x2fff }),
      fc.integer({ min: 0xa000, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0x1ffff }),
    ),
    { maxLength: 12 },
  )
  .map((points) => String.fromCodePoint(...points));

test('cleaning composes, trims, keeps one kind of line end, and makes blank text empty', () => {
  assert.equal(cleanText(' Cafe\u0301\u00a0'), 'Café');
  assert.equal(cleanText('a\r\nb\rc'), 'a\nb\nc');
  assert.equal(cleanText(' \t\n'), null);
});

test('cleaning twice changes nothing', () => {
  fc.assert(fc.property(anyText, (text) => assert.equal(cleanText(cleanText(text) ?? ''), cleanText(text))));
});

test('broken characters and control characters are named, not removed', () => {
  assert.match(textFault('\ud800', 'many lines') ?? '', /broken/);
  assert.match(textFault('\u0000', 'many lines') ?? '', /control/);
  assert.match(textFault('a\u2028b', 'one line') ?? '', /one line/);
  assert.equal(textFault('a\tb\nc', 'many lines'), null);
});

test('length counts code points', () => {
  assert.equal(lengthOf('a😀é'), 3);
  fc.assert(fc.property(anyText, (text) => assert.equal(lengthOf(text), [...text].length)));
});

test('what people search for is found whatever its case, expansions included', () => {
  assert.equal(foldCase('STRASSE'), foldCase('straße'));
  assert.equal(foldCase('ΟΔΟΣ'), foldCase('οδος'));
});

test('folding twice changes nothing, whatever the letters', () => {
  fc.assert(fc.property(wellFormed, (text) => assert.equal(foldCase(foldCase(text)), foldCase(text))));
});

test('people find marks and case away, and numbers in their own digits', () => {
  assert.ok(searchKey('Ångström 10').includes(searchKey('ANGS')));
  assert.ok(searchKey('a100').includes(searchKey('10')));
});

test('order looks at letters before marks, and at numbers by size', () => {
  const sorted = ['a1', 'a2', 'A10', 'a100', 'äb', 'Ac', 'b', 'ﬁn 3', 'fin 12', 'z'];
  assert.deepEqual([...sorted].reverse().sort(compareText), sorted);
  assert.equal(orderKey('007'), orderKey('7'));
});

test('keys compare as their UTF-8 bytes do', () => {
  fc.assert(
    fc.property(wellFormed, wellFormed, (a, b) => {
      assert.equal(Math.sign(compareKeys(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  assert.ok(compareKeys('\uffff', '😀') < 0);
});

test('order of numbers in text is that of the numbers', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (a, b) => assert.equal(Math.sign(compareText(`n${a}`, `n${b}`)), Math.sign(a - b))),
  );
});

const labels: readonly (readonly [string, string])[] = [
  ['spentOn', 'Spent on'],
  ['due_date', 'Due date'],
  ['HTTPCode', 'HTTP code'],
  ['statusOfHTTP', 'Status of HTTP'],
  ['My claims', 'My claims'],
  ['ad-hoc check', 'Ad-hoc check'],
  ['e-mail', 'E-mail'],
  ['CLAIM_LIMIT', 'Claim limit'],
  ['EUR', 'EUR'],
  ['InReview', 'In review'],
  ['Q3Report', 'Q3 report'],
  ['B2B', 'B2B'],
  ['__proto__', '__proto__'],
  ['constructor', 'Constructor'],
  ['überGröße', 'Über größe'],
  ['ßtraße', 'ßtraße'],
  ['😀', '😀'],
  ['', ''],
];

for (const [name, label] of labels)
  test(`people read "${label}" for "${name}"`, () => assert.equal(labelOf(name), label));

test('labelling a label changes nothing', () => {
  fc.assert(fc.property(wellFormed, (name) => assert.equal(labelOf(labelOf(name)), labelOf(name))));
});

test('every code of a problem has words that say what to write', () => {
  for (const { kind, samples } of (['text', 'integer', 'choice', 'file', 'list'] as const).map(fieldType)) {
    for (const { type, bad } of samples) {
      for (const [input] of bad) {
        const read = fieldType(kind).read(input, type, (bound) => ('value' in bound ? bound.value : null));
        assert.ok('problem' in read);
        const { message, next } = wordsOf(read.problem);
        assert.doesNotMatch(message + next, /undefined| {2}| \./, message);
        assert.ok(message.length > 10 && (/^Enter /.test(message) || next.length > 5), message);
      }
    }
  }
});
