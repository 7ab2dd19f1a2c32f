import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import type { Screen } from '../src/model/types/model.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

/** A small shop that the screens are about. */
const SHOP = `## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, sign-in
- role: Role

### Order

- number: text, title
- customer: Person
- watchers: set of Person
- placedOn: date
- total: money(EUR)

### Product

- name: text, title
- price: money(EUR)

## 4. States and transitions

### Order: status

| From | Event | To |
| --- | --- | --- |
| (new) | | Open |
| Open | ship | Shipped |
| Open | cancel | Cancelled |

## 6. Roles and permissions

- Clerk: packs
- Shop manager: leads
- Customer: buys

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| PAGE_SIZE | 20 |
`;

const shop = (screens: string) => `# Specification: Shop\n\n## 2. Screens and routes\n\n${screens}\n\n${SHOP}`;
const readShop = (screens: string) => readDocument(shop(screens));
const screensIn = (screens: string) => readShop(screens).model.screens;
const namesOf = (references: readonly { readonly name: string }[] | null | undefined) =>
  references?.map(({ name }) => name) ?? null;

function screenIn(screens: string, route = '/orders'): Screen {
  const found = screensIn(screens).find((screen) => screen.route === route);
  assert.ok(found !== undefined, `${route} is not there.`);
  return found;
}

function assertRoundTrip(text: string): void {
  const { model } = readDocument(text);
  const print = printDocument(model);
  assert.deepEqual(withoutPlaces(readDocument(print).model), withoutPlaces(model));
}

describe('a sentence says what a screen shows', () => {
  const said: readonly (readonly [string, entity: string, kind: string, by: string | null, filter: string | null])[] = [
    ['List of Order', 'Order', 'table', null, null],
    ['A table of all orders where `total > 3`.', 'Order', 'table', null, 'total > 3'],
    ['Cards of products', 'Product', 'list', null, null],
    ['Calendar of orders by placed on', 'Order', 'calendar', 'placedOn', null],
    ['Board of Order by status where `customer == me`', 'Order', 'board', 'status', 'customer == me'],
    ['Form for orders', 'Order', 'form', null, null],
  ];
  for (const [sentence, entity, kind, by, filter] of said)
    test(`“${sentence}”, under its route and behind its name`, () => {
      const written = [
        `### Work\n\n- Path: /desk\n- ${sentence}\n- For: Clerk`,
        `### Work\n\n- Path: /desk\n- For: Clerk\n\n${sentence}`,
        `- **Work** – \`/desk\`: ${sentence}`,
      ];
      for (const screens of written) {
        const screen = screenIn(screens, '/desk');
        assert.deepEqual(
          [screen.entity, screen.kind, screen.by, screen.filter?.text ?? null],
          [entity, kind, by, filter],
        );
        assert.deepEqual(
          readShop(screens).diagnostics.filter(({ at }) => at.line < 12),
          [],
        );
        assertRoundTrip(shop(screens));
      }
    });

  for (const sentence of [
    'List of parcels',
    'List of Order where the total is high',
    'Board of Order',
    'Board of Order by mood',
  ])
    test(`“${sentence}” says nothing that is known, and stays what it is`, () => {
      const screen = screenIn(`### Work\n\n- Path: /desk\n- ${sentence}`, '/desk');
      assert.deepEqual([screen.entity, screen.kind, screen.help], [null, 'page', `- ${sentence}`]);
    });

  test('with a condition that is broken, which is reported where it stands', () => {
    const broken = 'List of Order where `total > > 3`';
    const codes = (screens: string) =>
      readShop(screens).diagnostics.flatMap(({ code, at }) => (at.line < 12 ? [`${code} ${at.line}`] : []));
    assert.deepEqual(codes(`### Work\n\n- Path: /desk\n- ${broken}`), ['expression-syntax 8']);
    assert.deepEqual(codes(`- **Work** – \`/desk\`: ${broken}`), ['not-read 5']);
  });

  test('only where no key says it, and the address is not that of one record', () => {
    const one = screenIn('### Work\n\n- Path: /desk/:id\n- List of Order', '/desk/:id');
    assert.deepEqual([one.entity, one.help], [null, '- List of Order']);
    const screen = screenIn('### Work\n\n- Path: /desk\n- Shows: Product\n- List of Order', '/desk');
    assert.deepEqual([screen.entity, screen.help], ['Product', '- List of Order']);
  });
});

describe('a screen is found', () => {
  const heads: readonly (readonly [string, route: string, name: string])[] = [
    ['- **Orders** – `/orders`', '/orders', 'Orders'],
    ['- `/orders` — `OrderListPage`', '/orders', 'OrderListPage'],
    ['1. **Orders**, `/orders`', '/orders', 'Orders'],
    ['- **Order** – `/orders/:number`, for example `/orders/A-1`', '/orders/:number', 'Order'],
    ['- `/orders?status=` — `OrderListPage` (*public*)', '/orders', 'OrderListPage'],
    ['- `*` — `NotFoundPage`: "Nothing here."', '*', 'NotFoundPage'],
    ['* /orders: Orders. All of them.', '/orders', 'Orders'],
    ['- Orders (/orders) – what came in', '/orders', 'Orders'],
    ['**Orders** (`/orders`). What came in.', '/orders', 'Orders'],
    ['### 2.1 Orders (`/orders`)\n\nWhat came in.', '/orders', 'Orders'],
    ['### Orders\n\nRoute: `/orders`', '/orders', 'Orders'],
    ['### Orders\n\n- Route: `/orders`', '/orders', 'Orders'],
    ['- `/orders/{id}` – Order', '/orders/:id', 'Order'],
    ['```\n/orders      Orders    clerk\n/orders/:id  Order\n```', '/orders', 'Orders'],
    ['```jsx\n<Route path="/orders" element={<OrderList />} />\n```', '/orders', 'OrderList'],
    [
      '| Path | Page | What it shows |\n| --- | --- | --- |\n| `/orders` | Orders | What came in. |',
      '/orders',
      'Orders',
    ],
  ];
  for (const [written, route, name] of heads) {
    test(`in ${JSON.stringify(written)}`, () => {
      assert.equal(screenIn(written, route).name, name);
      assertRoundTrip(shop(written));
    });
  }

  test('twice where an item has two addresses', () => {
    const found = screensIn('12. **Orders**, `/orders` and `/orders/:id`: search and look');
    assert.deepEqual(
      found.map(({ route, kind }) => [route, kind]),
      [
        ['/orders', 'table'],
        ['/orders/:id', 'record'],
      ],
    );
  });

  test('once where it is spoken of twice', () => {
    const found = screensIn('- **Orders** – `/orders`\n- `/orders` – Orders: clerks only');
    assert.deepEqual(
      found.map(({ id, roles }) => [id, namesOf(roles)]),
      [['screen/%2Forders', ['Clerk']]],
    );
  });

  test('in no sentence that only speaks of an address', () => {
    for (const written of [
      '- Clicking leads to `/orders`.',
      'See `/orders` for more.',
      '- Opened from `/orders`',
      '- The path /orders is old.',
    ])
      assert.deepEqual(screensIn(written), [], written);
  });
});

describe('what a screen shows', () => {
  const shown: readonly (readonly [string, string | null, string])[] = [
    ['- **Orders** – `/orders`', 'Order', 'table'],
    ['- **New order** – `/orders/new`', 'Order', 'form'],
    ['- **Order** – `/orders/:id`', 'Order', 'record'],
    ['- `/orders/:id/edit` — `OrderEditorPage`', 'Order', 'record'],
    ['- **Packing** – `/orders/:id/packing`', null, 'page'],
    ['- **People** – `/admin/people`', 'Person', 'table'],
    ['- **Shelf** – `/`\n  - tiles of products with name and price', 'Product', 'list'],
    ['- **Products** – `/orders`', null, 'page'],
    ['- **Help** – `/help`', null, 'page'],
    ['- `/` – redirects to `/orders`', null, 'redirect'],
    ['- **Orders** – `/orders`: orders waiting for the user', null, 'page'],
    ['- **Wall** – `/wall`\n  - Columns: number, customer, placedOn, total', 'Order', 'table'],
  ];
  for (const [written, entity, kind] of shown) {
    test(`in ${JSON.stringify(written)}`, () => {
      const [screen] = screensIn(written);
      assert.deepEqual([screen?.entity, screen?.kind], [entity, kind]);
    });
  }

  test('are one’s own records, where it says so', () => {
    assert.equal(screenIn('- **My orders** – `/orders`').filter?.text, 'customer == me');
    const watched = screenIn("- **My orders** – `/orders`\n  - The user's own orders and the ones they watch.");
    assert.equal(watched.filter?.text, 'customer == me or me in watchers');
  });
});

describe('whom a screen is for', () => {
  const said: readonly (readonly [string, readonly string[] | null])[] = [
    ['Clerks only.', ['Clerk']],
    ['For clerks, shop managers and customers.', ['Clerk', 'Shop manager', 'Customer']],
    ['Opened by managers and auditors.', ['Shop manager', 'auditors']],
    ['What came in (clerk and shop manager).', ['Clerk', 'Shop manager']],
    ['Everything (all but customers).', ['Clerk', 'Shop manager']],
    ['Everyone.', []],
    ['What came in.', []],
    ['*public*', ['Guest']],
    ['Only for people with a badge.', null],
    ['Clerks, customers (own).', ['Clerk', 'Customer']],
    ['For the chosen dates.', []],
    ['Read only.', []],
  ];
  for (const [written, roles] of said) {
    test(`in ${JSON.stringify(written)}`, () => {
      assert.deepEqual(namesOf(screenIn(`- **Orders** – \`/orders\`\n  - ${written}`).roles), roles);
    });
  }

  test('is a role of guests, which a public screen states where none is stated', () => {
    const { roles } = readShop('- `/orders` — `OrderListPage` (*public*)').model;
    assert.deepEqual(
      roles.filter(({ guest }) => guest).map(({ name, help }) => [name, help]),
      [['Guest', 'not signed in']],
    );
    assert.deepEqual(
      readShop('- **Orders** – `/orders`').model.roles.filter(({ guest }) => guest),
      [],
    );
  });

  test('are the roles that have a right of point 6', () => {
    const text = shop('- `/orders` — `OrderListPage`; guard `canSee`').replace(
      '- Clerk: packs',
      "- `canSee = role === 'clerk' || role === 'customer'`\n- Clerk: packs",
    );
    const [screen] = readDocument(text).model.screens;
    const known = readDocument(text).model.roles.map(({ name }) => name);
    if (known.includes('Clerk'))
      assert.ok(screen?.roles === null || namesOf(screen?.roles)?.includes('Clerk') === true);
    assert.notDeepEqual(screen?.roles, []);
  });

  test('is nobody, where a column of a table says it in words that are not understood', () => {
    const [screen] = screensIn(
      '| Path | Page | Access |\n| --- | --- | --- |\n| `/orders` | Orders | those with a badge |',
    );
    assert.equal(screen?.roles, null);
  });
});

describe('what is said of a screen', () => {
  const orders = (...said: readonly string[]) =>
    screenIn(['- **Orders** – `/orders`', ...said.map((line) => `  - ${line}`)].join('\n'));

  test('is its columns, order, rows, and how often it is fetched', () => {
    const screen = orders(
      'Columns: number, customer and total.',
      'Sorted by placed on, newest on top.',
      '25 rows per page. Refreshes by itself every 60 seconds.',
    );
    assert.deepEqual(namesOf(screen.fields), ['number', 'customer', 'total']);
    assert.deepEqual(
      screen.sort.map(({ field, descending }) => [field, descending]),
      [['placedOn', true]],
    );
    assert.deepEqual([screen.pageSize, screen.refresh?.text], [{ value: 25 }, '60 seconds']);
  });

  for (const [written, field, descending] of [
    ['Newest first.', 'createdAt', true],
    ['Oldest first.', 'createdAt', false],
    ['default sort `-placedOn`', 'placedOn', true],
    ['Sorted by total, highest first', 'total', true],
    ['Sorted by placed on, the most urgent on top', 'placedOn', false],
  ] as const) {
    test(`is the order in “${written}”`, () => {
      assert.deepEqual(
        orders(written).sort.map((key) => [key.field, key.descending]),
        [[field, descending]],
      );
    });
  }

  test('is nothing where a column or an order is none that is known', () => {
    assert.deepEqual(orders('Columns: number, mood').fields, []);
    assert.deepEqual(orders('Sorted by mood').sort, []);
  });

  test('is its empty text, its buttons, and a switch', () => {
    const screen = orders(
      'Empty list: "No orders."',
      'Buttons: ship, cancel',
      'A switch "Show finished" brings in Shipped and Cancelled. It is off at first.',
    );
    assert.equal(screen.whenEmpty, 'No orders.');
    assert.deepEqual(namesOf(screen.actions), ['ship', 'cancel']);
    assert.deepEqual(
      screen.filters.map(({ kind, name, on, filter }) => [kind, name, on, filter?.text]),
      [['switch', 'Show finished', false, 'status in ["Shipped", "Cancelled"]']],
    );
  });

  test('is where it leads, what leads to it, and where people begin', () => {
    const screens = screensIn(
      [
        '- **Sign in** – `/login`',
        '  - After sign-in customers land on `/my`. Everyone else lands on `/orders`.',
        '- **Mine** – `/my`: start screen for shop managers',
        '- **Orders** – `/orders`',
        '  - A click on the row opens the order.',
        '- **New order** – `/orders/new`',
        '  - Reached from Orders and from the top bar.',
        '  - After sending, the user goes to the new order.',
        '- **Order** – `/orders/:id`: "Again" -> New order',
      ].join('\n'),
    );
    const at = (route: string) => screens.find((screen) => screen.route === route);
    assert.deepEqual(namesOf(at('/my')?.startFor)?.toSorted(), ['Customer', 'Shop manager']);
    assert.deepEqual(namesOf(at('/orders')?.startFor), ['Clerk', 'Shop manager']);
    assert.deepEqual(
      at('/orders')?.links.map(({ route }) => route),
      ['/orders/:id', '/orders/new'],
    );
    assert.deepEqual([at('/orders/new')?.menu?.shown, at('/orders/new')?.next?.route], [true, '/orders/:id']);
    assert.deepEqual(
      at('/orders/:id')?.links.map(({ text, route }) => [text, route]),
      [['Again', '/orders/new']],
    );
  });

  test('is what leads elsewhere, with its condition and its message', () => {
    const screens = screensIn(
      '- `/orders/:id/edit` — `OrderEditorPage`\n  - when the status is not `Open`: redirects to `/orders/:id` with the toast "Too late."\n- `/profile` — name; `/settings` redirects here',
    );
    const [edit] = screens;
    assert.deepEqual(
      [edit?.guard?.text, edit?.otherwise?.route, edit?.otherwise?.message],
      ['status == Open', '/orders/:id', 'Too late.'],
    );
    const old = screens.find(({ route }) => route === '/settings');
    assert.deepEqual([old?.kind, old?.otherwise?.route], ['redirect', '/profile']);
  });

  test('is the menu that a list of its entries states', () => {
    const [orders_, next] = screensIn(
      '- **Orders** – `/orders`\n- **New order** – `/orders/new`\n- Top bar everywhere: Orders, New order, Sign out.',
    );
    assert.deepEqual([orders_?.menu?.shown, next?.menu?.shown], [true, true]);
  });

  test('is reported where it is not read, and stays the help of the screen', () => {
    const { model, diagnostics } = readShop('- **Orders** – `/orders`\n  - Overdue rows are red.\n  - Newest first.');
    const text = shop('- **Orders** – `/orders`\n  - Overdue rows are red.\n  - Newest first.');
    const unread = diagnostics.filter(({ code }) => code === 'not-read').map(({ at }) => text.slice(at.from, at.to));
    assert.deepEqual(unread, ['Overdue rows are red']);
    assert.equal(
      model.screens[0]?.help,
      '> - **Orders** – `/orders`\n>   - Overdue rows are red.\n>   - Newest first.',
    );
  });
});

describe('the documents as people write them', () => {
  const routesOf = (name: string) =>
    readDocument(
      readFileSync(new URL(`documents/as-people-write/${name}.md`, import.meta.url), 'utf8'),
    ).model.screens.map(({ route, kind, roles }) => [route, kind, namesOf(roles)?.join(', ') ?? 'nobody'].join(' · '));

  test('state the screens of the help desk', () =>
    assert.deepEqual(routesOf('helpdesk'), [
      '/login · sign-in · ',
      '/my · table · ',
      '/tickets/new · form · ',
      '/tickets/:number · record · ',
      '/queue · page · Agent, Lead, Admin',
      '/team · board · Lead',
      '/approvals · page · ',
      '/known-problems · page · ',
      '/admin/categories · table · Admin',
      '/admin/people · table · Admin',
      '/reports · page · Lead, Admin, auditors',
    ]));

  test('state the screens of the lending desk', () =>
    assert.deepEqual(routesOf('lending'), [
      '/ · list · Guest',
      '/types/:code · record · Guest',
      '/basket · page · ',
      '/loans · table · ',
      '/loans/:number · record · ',
      '/desk · page · ',
      '/desk/loans/:number/handout · page · ',
      '/desk/loans/:number/return · page · ',
      '/workshop · page · ',
      '/damage/:id · record · ',
      '/items/:inventoryNo · record · Desk assistant, Technician, Store manager',
      '/people · table · Desk assistant, Store manager',
      '/people/:id · record · Desk assistant, Store manager',
      '/stock · page · Store manager',
    ]));

  test('state the screens of the invoices', () =>
    assert.deepEqual(routesOf('invoices'), [
      '/login · sign-in · Guest',
      '/forgot-password · page · Guest',
      '/reset-password · page · Guest',
      '/i/:publicToken · page · Guest',
      '/ · redirect · ',
      '/invoices · table · ',
      '/invoices/new · form · owner, assistant',
      '/invoices/:id · record · ',
      '/invoices/:id/edit · record · owner, assistant',
      '/clients · page · ',
      '/clients/:id · record · ',
      '/reports · page · owner, accountant',
      '/settings/profile · page · ',
      '/settings · redirect · ',
      '/settings/business · page · owner',
      '/settings/numbering · page · owner',
      '/settings/team · page · owner',
      '* · page · ',
    ]));
});

describe('point 1 in words', () => {
  const product = (text: string) => readDocument(`## 1. What the product does and for whom\n\n${text}\n`);

  test('tells the language where it is said for certain', () => {
    for (const text of [
      '- English only. Times are local.',
      'The interface is in English.',
      '- UI languages: `en` and `de`; default `en`.',
    ])
      assert.equal(product(text).model.product.language.value, 'en', text);
    for (const text of ['People who speak English use it.', 'English and German.', '- English only.\n- German only.'])
      assert.equal(product(text).model.product.language.value, null, text);
  });

  test('tells whom it is for in a list of them', () => {
    const text = 'Who uses it:\n- **Clerks**: pack\n- **Managers**: lead';
    assert.deepEqual(product(text).model.product.audience, ['Clerks', 'Managers']);
    assert.deepEqual(product(`${text}\n\n- For: clerks`).model.product.audience, ['clerks']);
    assertRoundTrip(`# Specification: Shop\n\n## 1. What the product does and for whom\n\n${text}\n`);
  });

  test('reports what is said to be not shown', () => {
    const { diagnostics } = product('- It packs.\n- Orders a day: not shown.');
    assert.deepEqual(
      diagnostics.map(({ code, point, at }) => [code, point, at.line]),
      [['not-shown', 1, 4]],
    );
  });
});
