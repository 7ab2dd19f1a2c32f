import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { entityLines } from './support/field-line.ts';

const read = (point: string) => {
  const { model, diagnostics } = readDocument(`# Specification: X\n\n## 3. Entities and their fields\n\n${point}\n`);
  const again = readDocument(printDocument(model)).model;
  assert.deepEqual(withoutPlaces(again.entities), withoutPlaces(model.entities), 'print and read again');
  return {
    model,
    entities: model.entities.map(entityLines),
    reported: diagnostics.filter(({ at }) => at.line > 4).map(({ at, code }) => `${at.line - 4} ${code}`),
  };
};

test('bullets that each begin with a name in bold are entities, and the backticks in them fields', () => {
  const { entities, model, reported } = read(
    [
      '### Also kept',
      '- **Boat** has a `sail number` of its own.',
      '- **Crew** has a `name: string(1..40)`, a `badge` (7 digits, unique), an `email` (unique), `since` (date) and two yes/no fields: `paid` and `steers`.',
      '- **Trip** (belongs to one crew) has a `way` (`lake`, `river`, `sea`), a `permit` (text, required when the way is `sea`), `guests` (number, 2 decimals) and a list of `stops` (place, hour).',
      '- **Pier** has `depth: int`, `berths: int` and computed values: `room` is depth times berths, `mood` is how it feels.',
    ].join('\n'),
  );
  assert.deepEqual(entities, [
    [
      'Crew',
      'name: text(1..40)',
      'badge: text, unique, /[0-9]{7}/',
      'email: email, unique',
      'since: date',
      'paid: boolean',
      'steers: boolean',
    ],
    ['Trip', 'crew: Crew, required', 'way: lake, river, sea', 'permit: text', 'guests: decimal(15,2)', 'stops: '],
    ['Pier', 'depth: integer', 'berths: integer', 'room: by the product', 'mood: by the product'],
  ]);
  const permit = model.entities[1]?.fields.find(({ name }) => name === 'permit');
  assert.equal(permit?.requiredWhen?.text, 'way == sea');
  assert.ok(reported.includes('2 not-read'));
  assert.ok(reported.includes('4 not-read'));
  assert.ok(reported.includes('5 not-read'));
});

test('a sentence of a paragraph may state an entity, and what stands beside it is kept', () => {
  const { entities, model, reported } = read(
    'Records are kept for ten years. **Skipper** has `name: string(1..120)`, `email` (unique) and `active: boolean`.\n\n### Boat\n\n- name: text, required\n- skipper: Skipper',
  );
  assert.deepEqual(entities, [
    ['Skipper', 'name: text(1..120)', 'email: email, unique', 'active: boolean'],
    ['Boat', 'name: text, required', 'skipper: Skipper'],
  ]);
  assert.ok(model.points.some(({ help }) => help.includes('ten years')));
  assert.deepEqual(reported, ['1 not-read']);
});

test('a name in bold among the fields of an entity is no entity', () => {
  const { entities } = read(
    '### Boat\n\n- **name**: text, required\n- **Hull** has at most 80 characters\n- **Sail** has a colour',
  );
  assert.deepEqual(
    entities.map(([name]) => name),
    ['Boat'],
  );
});

test('the state of one entity says nothing of that of another', () => {
  const { entities, reported } = read(
    '- **Boat**\n  - name: text\n  - status: afloat | ashore\n- **Trip**\n  - name: text\n  - status\n',
  );
  assert.deepEqual(entities, [
    ['Boat', 'name: text', 'status: afloat, ashore'],
    ['Trip', 'name: text', 'status: '],
  ]);
  assert.deepEqual(reported, ['6 not-read']);
});

test('choices joined by "and" are those for which a field is required', () => {
  const { model, reported } = read(
    '- **Payment**\n  - way: card | cash | cheque\n  - reference: text, required for card and cheque\n  - number: text, required for card and pigeon\n',
  );
  const [, reference, number] = model.entities[0]?.fields ?? [];
  assert.equal(reference?.requiredWhen?.text, 'way in [card, cheque]');
  assert.equal(number?.requiredWhen, null);
  assert.deepEqual(reported, ['4 not-read']);
});

test('a sentence about an entity that has a heading further down adds to it', () => {
  const { entities } = read(
    '**Boat** has `name: string` and `keel: int`.\n\n### Boat\n\n- name: text(..40), required\n- colour: red, blue',
  );
  assert.deepEqual(entities, [['Boat', 'name: text(..40), required', 'colour: red, blue', 'keel: integer']]);
});
