import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../src/client/screens/form/layout.ts';
import { prepare } from '../src/engine/compile/compile.ts';
import { viewOf } from '../src/engine/view/view.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { schemaOf } from '../src/model/lookups/schema.ts';
import { readDocument } from '../src/notation/read.ts';

const TEXT = `# Specification: Rooms

## 3. Entities and their fields

### Room

- name: text, required, title
- rate: integer

### Booking

- code: text, required, title
- room: Room
- people: integer
- nights: integer
- beds: integer, = people
- price: integer, = room.rate * stay
- stay: integer, = nights * 1
- fixed: integer, = 3

## 6. Roles and permissions

| | Clerk |
| --- | --- |
| Booking: read, create | yes |
| Room: read | yes |
`;

const app = prepare(assume(readDocument(TEXT).model), 'rooms');

function rows(names: readonly string[]): readonly string[] {
  const view = viewOf(app, new Set(['Clerk']), { dev: false, person: null });
  const booking = view.entities.find(({ name }) => name === 'Booking');
  assert.ok(booking !== undefined);
  const attributes = schemaOf(view.model).entities.get('Booking')?.attributes ?? new Map();
  return rowsOf({ ...booking, attributes }, names).map(({ name, isTyped }) => (isTyped ? name : `= ${name}`));
}

test('what is computed stands behind the last that it follows from, by way of others too', () => {
  assert.deepEqual(rows(['code', 'room', 'people', 'nights']), [
    'code',
    'room',
    'people',
    '= beds',
    'nights',
    '= stay',
    '= price',
  ]);
  // Another order of the inputs; what follows from nothing that is typed here does not stand in the form.
  assert.deepEqual(rows(['nights', 'room', 'code']), ['nights', '= stay', 'room', '= price', 'code']);
});
