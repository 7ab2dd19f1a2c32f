import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepare } from '../src/engine/compile/compile.ts';
import { viewOf } from '../src/engine/view/view.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { readDocument } from '../src/notation/read.ts';

const ORDERS = `# Specification: Orders

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/orders/new\` | New order | Order | form | Clerk |

## 3. Entities and their fields

### Clerk

- name: text, required, title
- email: email, required, sign-in

### Customer

- name: text, required, title
- rebate: integer

### Order

- title: text, required, title
- customer: Customer
- lines: list of Line
- pieces: integer, = \`sum(lines.count) + 1\`
- rebate: integer, = \`customer.rebate\`

### Line

Belongs to Order.

- count: integer, required

## 6. Roles and permissions

- Clerk: everyone who signs in

| | Clerk |
| --- | --- |
| Order: read, create | yes |
| Customer: read | yes |
`;

test('what follows from the lines of a new record is known before anything is typed, and what follows from others is not', () => {
  const app = prepare(assume(readDocument(ORDERS).model), 'orders');
  const { screens } = viewOf(app, new Set(['Clerk']), { dev: false, person: null });
  const first = screens.find(({ kind }) => kind === 'form')?.first;
  assert.deepEqual(first?.open, ['rebate']);
  assert.deepEqual(first?.values, [{ field: 'pieces', value: 1 }]);
});
