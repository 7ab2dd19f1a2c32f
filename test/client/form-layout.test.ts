import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../../src/client/screens/form/form-layout.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

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

const app = compile(assume(readDocument(TEXT).model), 'rooms');

function rows(names: readonly string[]): readonly string[] {
  const view = viewOf(app, new Set(['Clerk']), { dev: false, person: null });
  const booking = view.entities.find(({ name }) => name === 'Booking');
  assert.ok(booking !== undefined);
  const compiled = compile(view.model, 'rooms').entities.get('Booking');
  assert.ok(compiled !== undefined);
  return rowsOf(compiled, booking, names).map(({ name, isTyped }) => (isTyped ? name : `= ${name}`));
}

test('a computed field comes after the last input that it depends on, directly or through other fields', () => {
  assert.deepEqual(rows(['code', 'room', 'people', 'nights']), [
    'code',
    'room',
    'people',
    '= beds',
    'nights',
    '= stay',
    '= price',
  ]);
  // Another order of the inputs. A computed field that depends on none of them is not in the form.
  assert.deepEqual(rows(['nights', 'room', 'code']), ['nights', '= stay', 'room', '= price', 'code']);
});
