import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import type { Screen } from '../src/model/types/model.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

const BAKERY = `## 3. Entities and their fields

### Order

- number: text, title
- dueOn: date

### Oven

- name: text, title

## 6. Roles and permissions

- Baker: bakes
- Clerk: sells
`;

const bakery = (screens: string) => readDocument(`# Specification: Bakery\n\n## 2. Screens\n\n${screens}\n\n${BAKERY}`);
const rolesOf = ({ roles }: Screen) => (roles === null ? 'not shown' : roles.map(({ name }) => name).join(', '));
const told = (screen: Screen) =>
  `${screen.route} · ${screen.name} · ${screen.kind} ${screen.entity ?? ''} · ${rolesOf(screen)}`;

function assertScreens(screens: string, expected: readonly string[]): ReturnType<typeof readDocument> {
  const reading = bakery(screens);
  assert.deepEqual(reading.model.screens.map(told), expected);
  const again = readDocument(printDocument(reading.model)).model;
  assert.deepEqual(withoutPlaces(again.screens), withoutPlaces(reading.model.screens));
  return reading;
}

const found = ({ diagnostics }: ReturnType<typeof readDocument>, code: string) =>
  diagnostics.flatMap(({ code: own, at, point, message }) =>
    own === code && point === 2 ? [[at.line, /“(.*?)”/.exec(message)?.[1]]] : [],
  );

test('headings of a point without addresses are screens, their routes made from their names', () => {
  const reading = assertScreens(
    `### Orders (clerk)

- Columns: number, dueOn
- The oldest are at the top of the pile.

### Order form

### Order details

### 2.4 Edit order

### Ovens

For bakers. Newest first.

### Baking day

- A wheel turns.

### Sign in`,
    [
      '/orders · Orders · table Order · Clerk',
      '/orders/new · Order form · form Order · ',
      '/orders/:id · Order details · record Order · ',
      '/orders/:id/edit · Edit order · record Order · ',
      '/ovens · Ovens · table Oven · Baker',
      '/baking-day · Baking day · page  · ',
      '/sign-in · Sign in · sign-in  · ',
    ],
  );
  assert.deepEqual(
    reading.model.screens[0]?.fields.map(({ name }) => name),
    ['number', 'dueOn'],
  );
  assert.equal(reading.model.screens[4]?.sort.length, 1);
  assert.deepEqual(found(reading, 'not-shown'), [
    [5, 'Orders (clerk)'],
    [10, 'Order form'],
    [12, 'Order details'],
    [14, '2.4 Edit order'],
    [16, 'Ovens'],
    [20, 'Baking day'],
    [24, 'Sign in'],
  ]);
  assert.deepEqual(found(reading, 'not-read'), [
    [8, 'The oldest are at the top of the pile'],
    [22, 'A wheel turns'],
  ]);
});

test('one of a thing is a record beside several of it; alone it is a page', () => {
  assertScreens('### Orders\n\n### Order\n\n### Oven', [
    '/orders · Orders · table Order · ',
    '/orders/:id · Order · record Order · ',
    '/oven · Oven · page  · ',
  ]);
});

test('a heading with keys of the notation and no route has one too', () => {
  const reading = assertScreens('### Hot ones\n\n- Shows: Oven where `name != ""`\n- As: table: name\n- For: Baker', [
    '/hot-ones · Hot ones · table Oven · Baker',
  ]);
  assert.deepEqual(found(reading, 'not-shown'), [[5, 'Hot ones']]);
});

test('two headings that would have one address have two', () => {
  assertScreens('### New order\n\n### Order form', [
    '/orders/new · New order · form Order · ',
    '/order-form · Order form · form Order · ',
  ]);
});

test('what is no name of a screen, and what groups screens, is none', () => {
  const reading = assertScreens(
    `### Orders

### Navigation

- The menu is on the left.

### The clerk, who sells, sees all of it

### Administration

- Ovens: all of them
- Order list: all of those`,
    ['/orders · Orders · table Order · '],
  );
  assert.deepEqual(found(reading, 'name-unknown'), [
    [7, 'Navigation'],
    [11, 'The clerk, who sells, sees all of it'],
    [13, 'Administration'],
  ]);
});

test('where a screen has an address, a heading without one is none', () => {
  const table = '| Route | Screen | Shows |\n| --- | --- | --- |\n| `/orders` | Orders | Order |';
  assert.deepEqual(
    found(assertScreens(`${table}\n\n### Ovens`, ['/orders · Orders · table Order · ']), 'name-unknown'),
    [[9, 'Ovens']],
  );
  assertScreens('### Orders (`/orders`)\n\n### Ovens', ['/orders · Orders · table Order · ']);
  assertScreens('### Ovens\n\n### Orders\n\n- Route: `/o`\n- Shows: Order', ['/o · Orders · table Order · ']);
});

test('a row with as many routes as names is a screen for each; whom it is for is not divided', () => {
  assertScreens(
    `| Route | Screen | Who | What it shows |
| --- | --- | --- | --- |
| \`/ovens\`, \`/orders\` | Ovens, Orders | baker, clerk | The ovens; the orders |
| \`/orders/new\`, \`/orders/:id\` | Order form / Order | clerk | All of it |
| \`/day\`, \`/today\` | Baking day | baker | The day |`,
    [
      '/ovens · Ovens · table Oven · Baker, Clerk',
      '/orders · Orders · table Order · Baker, Clerk',
      '/orders/new · Order form · form Order · Clerk',
      '/orders/:id · Order · record Order · Clerk',
      '/day · Baking day · page  · Baker',
      '/today · Baking day · page  · Baker',
    ],
  );
  assertScreens(
    '| Route | Screen | Who | What it shows |\n| --- | --- | --- | --- |\n| `/ovens` / `/orders` | Ovens / Orders | baker / clerk | All |',
    ['/ovens · Ovens · table Oven · Baker, Clerk', '/orders · Orders · table Order · Baker, Clerk'],
  );
  assertScreens(
    '| Route | Screen | Shows |\n| --- | --- | --- |\n| `/ovens`, `/orders` | Ovens, Orders | Oven; Order |',
    ['/ovens · Ovens · table Oven · ', '/orders · Orders · table Order · '],
  );
});
