import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseType, printType, typeHint } from '../src/fields/registry/type-parse.ts';
import { parseRange } from '../src/fields/text/number-range.ts';
import { optionOf } from '../src/fields/types/choice.ts';
import type { Bound, Type } from '../src/model/types/types.ts';

const entities = new Set(['Line', 'Person', 'Cost Centre', 'Category', 'Status']);
const choiceOf = (names: string[]) => ({ kind: 'choice', options: names.map(optionOf), several: false }) as const;
const choice = (...names: string[]): Type => choiceOf(names);
const set = (entity: string, ordered: boolean): Type => ({ kind: 'references', entity, ordered, min: null, max: null });
const text = (min: Bound | null, max: Bound | null): Type => ({ kind: 'text', min, max });
const list = (entity: string): Type => ({ kind: 'list', entity, min: null, max: null });
const fileOf = (endings: string[]) =>
  ({ kind: 'file', endings, maxSize: null, several: false, min: null, max: null }) as const;
const file = (...endings: string[]): Type => fileOf(endings);

const cells: readonly (readonly [string, Type | null])[] = [
  ['text(1..80)', text({ value: 1 }, { value: 80 })],
  ['text(..500)', text(null, { value: 500 })],
  ['text(80)', text(null, { value: 80 })],
  ['text 1..80', text({ value: 1 }, { value: 80 })],
  ['string up to 80', text(null, { value: 80 })],
  ['text(..MAX_TITLE)', text(null, { constant: 'MAX_TITLE' })],
  ['String', text(null, null)],
  ['`text`', text(null, null)],
  ['Long  text(..2000)', { kind: 'long text', min: null, max: { value: 2000 } }],
  ['e-mail', { kind: 'email' }],
  ['int', { kind: 'integer', min: null, max: null, step: null, unit: null }],
  ['integer(-5..5)', { kind: 'integer', min: { value: -5 }, max: { value: 5 }, step: null, unit: null }],
  ['decimal(10,2)', { kind: 'decimal', precision: 10, scale: 2, min: null, max: null, unit: null }],
  ['decimal(16,2)', null],
  ['decimal(2,3)', null],
  ['decimal', null],
  ['number', null],
  ['money(EUR)', { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null }],
  ['money(HUF)', { kind: 'money', currency: 'HUF', scale: 2, min: null, max: null }],
  ['money(JPY)', { kind: 'money', currency: 'JPY', scale: 0, min: null, max: null }],
  ['money(EUR, 4)', { kind: 'money', currency: 'EUR', scale: 4, min: null, max: null }],
  ['money(ZZZ)', null],
  ['money in EUR', { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null }],
  ['EUR', { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null }],
  ['money', { kind: 'money', currency: null, scale: 2, min: null, max: null }],
  ['yes/no', { kind: 'boolean' }],
  ['Date', { kind: 'date' }],
  ['datetime', { kind: 'date and time' }],
  ['Travel, Meals, Other', choice('Travel', 'Meals', 'Other')],
  ["'draft' | 'sent'", choice('draft', 'sent')],
  ['draft | sent, read', choice('draft', 'sent, read')],
  ['“a” , „b“', choice('a', 'b')],
  ["Don't know, Other (say which, please)", choice("Don't know", 'Other (say which, please)')],
  ['one of A, B', choice('A', 'B')],
  ['common, rare, unique', choice('common', 'rare', 'unique')],
  ['unique, rare', choice('unique', 'rare')],
  ['common | unique', choice('common', 'unique')],
  ['required | optional', choice('required', 'optional')],
  ['enum(A, B)', choice('A', 'B')],
  ["'Only'", choice('Only')],
  ['text messages, e-mails', choice('text messages', 'e-mails')],
  ['file cabinet, desk', choice('file cabinet', 'desk')],
  ['Travel, , Meals', null],
  ['text, required', null],
  ['Draft, Sent, required', null],
  ['text, unique', null],
  ['Draft, unique', null],
  ['text, 1..80', null],
  ['Role', { kind: 'role', several: false }],
  ['Roles', { kind: 'role', several: true }],
  ['list of roles', { kind: 'role', several: true }],
  ['list of Line', list('Line')],
  ['Line[]', list('Line')],
  ['many Lines', list('Line')],
  ['many Categories', list('Category')],
  ['list of Status', list('Status')],
  ['many Things', list('Things')],
  ['file', file()],
  ['file(pdf, .PNG)', file('pdf', 'png')],
  ['Cost Centre', { kind: 'reference', entity: 'Cost Centre' }],
  ['Elsewhere', { kind: 'reference', entity: 'Elsewhere' }],
  ['reference to Person', { kind: 'reference', entity: 'Person' }],
  ['no such thing', null],
  ['text editor', null],
  ['not shown.', null],
  ['', null],
];

for (const [cell, type] of cells) {
  test(`the type cell "${cell}" states ${type === null ? 'no type' : printType(type)}`, () => {
    assert.deepEqual(parseType(cell, entities), type);
  });
}

test('an entity named as a type is meant by its own spelling, and the type by its own', () => {
  const stated = new Set(['Date', 'text', 'Role', 'EUR']);
  assert.deepEqual(parseType('Date', stated), { kind: 'reference', entity: 'Date' });
  assert.deepEqual(parseType('date', stated), { kind: 'date' });
  assert.deepEqual(parseType('text', stated), { kind: 'text', min: null, max: null });
  assert.deepEqual(parseType('reference(text)', stated), { kind: 'reference', entity: 'text' });
  assert.deepEqual(parseType('Role', stated), { kind: 'role', several: false });
  assert.deepEqual(parseType('EUR', stated), { kind: 'reference', entity: 'EUR' });
});

test('a cell that states no type gets a hint that says what to write', () => {
  assert.match(typeHint('number(5)'), /decimal\(10,2\)/);
  assert.match(typeHint('phone'), /text\(/);
  assert.match(typeHint('__proto__'), /Write/);
});

const hostile = [
  '__proto__',
  'constructor',
  "it's",
  '“so”',
  "'",
  '\\',
  'a, b',
  'a | b',
  '(new)',
  'text(1',
  'many x',
  'list of a',
  'required',
  'unique',
  '1..5',
  'one of a',
  '😀',
  'שלום',
  '`x`',
];
const name = fc
  .oneof(fc.constantFrom(...hostile), fc.string({ minLength: 1, maxLength: 12 }))
  .map((raw) => raw.trim())
  .filter((raw) => raw !== '');
const bound = fc.option(
  fc.oneof(
    fc.nat().map((value) => ({ value })),
    fc.constantFrom('MAX', 'limit_2').map((constant) => ({ constant })),
  ),
);
const unit = fc.constantFrom(null, 'min', '%', 'kg', 'boxes', '°C', 'm²');
const anyType: fc.Arbitrary<Type> = fc.oneof(
  fc.record(
    { kind: fc.constantFrom('text' as const, 'long text' as const, 'texts' as const), min: bound, max: bound },
    { noNullPrototype: true },
  ),
  fc.record(
    { kind: fc.constant('integer' as const), min: bound, max: bound, step: fc.constant(null), unit },
    { noNullPrototype: true },
  ),
  fc.constantFrom(
    { kind: 'email' as const },
    { kind: 'boolean' as const },
    { kind: 'date' as const },
    { kind: 'date and time' as const },
    { kind: 'time' as const },
    { kind: 'duration' as const },
    { kind: 'number series' as const, pattern: 'HD-00000' },
    { kind: 'number series' as const, pattern: 'L-YY-0000' },
  ),
  fc.tuple(fc.integer({ min: 1, max: 15 }), fc.nat(15), unit).map(
    ([precision, scale, of]): Type => ({
      kind: 'decimal',
      precision,
      scale: Math.min(precision, scale),
      min: null,
      max: null,
      unit: of,
    }),
  ),
  fc
    .tuple(fc.constantFrom('EUR', 'JPY', 'KWD'), fc.nat(6))
    .map(([currency, scale]): Type => ({ kind: 'money', currency, scale, min: null, max: null })),
  fc.constant<Type>({ kind: 'money', currency: null, scale: 2, min: null, max: null }),
  fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => choice(...names)),
  fc.array(name, { minLength: 1, maxLength: 5 }).map((names): Type => ({ ...choiceOf(names), several: true })),
  fc.boolean().map((several): Type => ({ kind: 'role', several })),
  fc.array(fc.constantFrom('pdf', 'png', 'mp4'), { maxLength: 3 }).map((endings) => file(...endings)),
  fc
    .array(fc.constantFrom('pdf', 'png'), { maxLength: 2 })
    .map((endings): Type => ({ ...fileOf(endings), several: true })),
  fc.constantFrom<Type>(set('Line', false), set('Cost Centre', true), set('Person', true)),
  fc.constantFrom<Type>(list('Line'), list('Cost Centre'), { kind: 'reference', entity: 'Cost Centre' }),
  name.map((entity): Type => ({ kind: 'reference', entity })),
);

test('a printed type reads back as itself, whatever its choices and entities are called', () => {
  fc.assert(
    fc.property(anyType, (type) => {
      const stated = new Set(entities);
      if (type.kind === 'reference') stated.add(type.entity);
      const printed = printType(type);
      assert.deepEqual(parseType(printed, stated), type, printed);
    }),
    { numRuns: 500, seed: 9 },
  );
});

test('reading a type cell never throws', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...hostile, '(', ')', ',', ' ', '[]', 'money', '..'), { maxLength: 9 }),
      (parts) => parseType(parts.join('')) !== undefined,
    ),
    { seed: 9 },
  );
});

const ranges: readonly (readonly [string, unknown])[] = [
  ['1..50', { min: { value: 1 }, max: { value: 50 } }],
  ['..500', { min: null, max: { value: 500 } }],
  ['1..', { min: { value: 1 }, max: null }],
  ['1..MAX_LINES', { min: { value: 1 }, max: { constant: 'MAX_LINES' } }],
  ['1 .. 5', { min: { value: 1 }, max: { value: 5 } }],
  ['1–50', { min: { value: 1 }, max: { value: 50 } }],
  ['1 to 50', { min: { value: 1 }, max: { value: 50 } }],
  ['at most MAX_SIZE', { min: null, max: { constant: 'MAX_SIZE' } }],
  ['at least 3', { min: { value: 3 }, max: null }],
  ['50', null],
  ['..', null],
  ['used to pay', null],
  ['up to you', null],
  ['1.5..2', null],
  ['default 5', null],
];

for (const [written, range] of ranges) {
  test(`"${written}" ${range === null ? 'is no range' : 'is a range'}`, () =>
    assert.deepEqual(parseRange(written), range));
}
