import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutLabel } from '../src/notation/liberal/label.ts';
import { columnsOf, itemsOfLines, plainBlocks } from '../src/notation/liberal/lines.ts';
import { documentOf } from '../src/notation/markdown/document.ts';
import { readDocument } from '../src/notation/read.ts';

const span = (text: string) => ({ text, from: 0 });

const LABELS: readonly (readonly [string, string | null, string])[] = [
  ['FR-30: VACANCY', 'FR-30', 'VACANCY'],
  ['R1. A name is given', 'R1', 'A name is given'],
  ['(3) At most five', '3', 'At most five'],
  ['[REQ-12] The list is sorted', 'REQ-12', 'The list is sorted'],
  ['**US-4** – A member lends', 'US-4', 'A member lends'],
  ['3.2 Orders', '3.2', 'Orders'],
  ['3.5 hours after', null, '3.5 hours after'],
  ['A title of 80 characters', null, 'A title of 80 characters'],
  ['name: text', null, 'name: text'],
];

for (const [text, label, rest] of LABELS)
  test(`the label of “${text}” is ${label ?? 'none'}`, () => {
    const found = withoutLabel(span(text));
    assert.equal(found.label?.text ?? null, label);
    assert.equal(found.rest.text, rest);
    assert.equal(text.slice(found.rest.from), rest);
  });

test('indentation nests lines, and a line under the second column carries on with its item', () => {
  const text = 'Order\n    No.     5 digits\n    Note    free text,\n            optional\n  Line\n    Sum     EUR';
  const items = itemsOfLines({ kind: 'prose', text: span(text), code: false }) ?? [];
  assert.deepEqual(
    items.map((item) => [item.text.text, item.items.map((one) => one.text.text.split(/\s+/).join(' '))]),
    [['Order', ['No. 5 digits', 'Note free text, optional', 'Line']]],
  );
  assert.deepEqual(
    columnsOf(span('No.     5 digits')).map((one) => one.text),
    ['No.', '5 digits'],
  );
});

test('running text is no list of lines', () => {
  assert.equal(
    itemsOfLines({ kind: 'prose', text: span('One sentence that is\nwrapped at a margin.'), code: false }),
    null,
  );
});

test('a label at the margin ends the list above it', () => {
  const blocks = documentOf('- a: text\n- b: text\nFR-2: NEXT\n- c: text\n').headings.flatMap(
    (heading) => heading.blocks,
  );
  assert.deepEqual(
    plainBlocks(blocks).map((block) =>
      block.kind === 'list' ? block.items.map(({ text }) => text.text) : block.kind === 'prose' ? block.text.text : '',
    ),
    [['a: text', 'b: text'], 'FR-2: NEXT', ['c: text']],
  );
});

const typesOf = (body: string) => {
  const { model } = readDocument(`# Specification: X\n\n## 3. Entities and their fields\n\n${body}\n`);
  return model.entities.map(({ name, fields }) => [
    name,
    ...fields.map((field) => `${field.name}: ${field.type.kind}`),
  ]);
};

test('plain text in columns is an entity with fields', () => {
  assert.deepEqual(
    typesOf('Car\n    Plate       max. 12 char., unique\n    Mileage     km, 0..999999\n    Seen on     date/time'),
    [['Car', 'Plate: text', 'Mileage: integer', 'Seen on: date and time']],
  );
});

test('a sentence that begins with a name in bold is an entity, and what is nested in it its fields', () => {
  assert.deepEqual(
    typesOf(
      '- A **room** has the following.\n  - A title of at most 80 characters.\n  - The number of seats. It is between 5 and 30.\n- A **desk** has a room.',
    ),
    [
      ['room', 'title: text', 'number of seats: integer'],
      ['desk', 'room: reference'],
    ],
  );
});

test('a table is known by what its headings ask', () => {
  assert.deepEqual(
    typesOf(
      '### Car\n\n| Attribute | What it holds | Must be given? |\n|---|---|---|\n| plate | up to 12 characters | yes |\n| built on | date | by the system |',
    ),
    [['Car', 'plate: text', 'built on: date']],
  );
});

test('bounds, units and shapes that are not understood are no choices', () => {
  assert.deepEqual(typesOf('- **Car**\n  - code: K + 5 digits, automatic\n  - wait: minutes, 0 to 15'), [
    ['Car', 'code: unknown', 'wait: integer'],
  ]);
});

test('what no reader takes of nested items is reported at its own line', () => {
  const { diagnostics } = readDocument(
    '# Specification: X\n\n## 3. Entities and their fields\n\n- **Car**\n  - plate: text\n- Some things are peculiar.\n  - Zebras glow green whenever it thunders.\n',
  );
  assert.ok(diagnostics.some(({ code, at }) => code === 'not-read' && at.line === 8));
});
