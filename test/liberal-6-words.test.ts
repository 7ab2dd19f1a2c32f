import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { atEachPlace } from './support/findings.ts';

const ENTITIES = `## 3. Entities and their fields

### Person

- name: text, title
- email: email, sign-in
- role: Role
- shop: Shop
- baker: Baker

### Shop

- name: text
- delivery charge: integer

### Baker

- name: text

### Order

- what: text
- customer: Person
- shop: Shop
- baker: Baker
- price: integer
- helpers: set of Person

### Bill

- order: Order
- total: integer
- archived: yes/no

## 4. States and transitions

### Order: state

| From | Event | To |
| --- | --- | --- |
| (new) | | Asked |
| Asked | confirm | Confirmed |
| Confirmed | bake | Baked |
| Asked | refuse | Refused |
| Confirmed | no-show | Missed |
`;

const documentOf = (rights: string, purpose = '') =>
  `# Specification: Bakery\n\n${purpose}\n${ENTITIES}\n## 6. Roles and permissions\n\n${rights}\n`;

/** Cells that say no are left out. */
function read(rights: string, purpose = '') {
  const text = documentOf(rights, purpose);
  const { model, diagnostics } = readDocument(text);
  return {
    cells: model.permissions.flatMap(({ entity, field, operation, role, grant }) => {
      if (grant.kind === 'no') return [];
      const what = `${entity}${field === null ? '' : `.${field}`} ${operation} ${role}`;
      if (grant.kind !== 'yes') return [`${what}: ${grant.kind}`];
      const fields = grant.fields === null ? '' : ` ${grant.fields.map(({ name }) => name).join(', ')}`;
      return [`${what}: yes${fields}${grant.where === null ? '' : ` where ${grant.where.text}`}`];
    }),
    who: Object.fromEntries(
      (model.machines[0]?.transitions ?? [])
        .filter(({ event }) => event !== null)
        .map(({ event, who, guard, guardShown }) => [
          event ?? '',
          who === null
            ? null
            : [...who.map(({ name }) => name), ...(guard === null ? [] : [guard.text]), ...(guardShown ? [] : ['?'])],
        ]),
    ),
    left: atEachPlace(diagnostics)
      .filter(({ code, point }) => code === 'not-read' && point === 6)
      .map(({ at }) => text.slice(at.from, at.to)),
    guests: model.roles.filter(({ guest }) => guest).map(({ name }) => name),
  };
}

const of = (...sentences: readonly string[]) => `- Helper: ${sentences.join(' ')}\n- Owner: runs the shop`;

describe('a role with its rights behind its name', () => {
  const CASES: readonly (readonly [string, readonly string[]])[] = [
    ['can see all orders.', ['Order read Helper: yes']],
    [
      'can see and edit orders, and can see bills.',
      ['Order read Helper: yes', 'Order change Helper: yes', 'Bill read Helper: yes'],
    ],
    [
      'can see orders, create and edit bills.',
      ['Order read Helper: yes', 'Bill read Helper: no', 'Bill create Helper: yes', 'Bill change Helper: yes'],
    ],
    ['can see orders and bills of their own shop.', []],
    ['can see orders of their own shop.', ['Order read Helper: yes where shop != null and shop == me.shop']],
    [
      'can see own orders and bills.',
      ['Order read Helper: yes where customer == me', 'Bill read Helper: yes where order.customer == me'],
    ],
    ['can view everything.', ['Person', 'Shop', 'Baker', 'Order', 'Bill'].map((each) => `${each} read Helper: yes`)],
    ['can do everything with bills.', ['read', 'create', 'change', 'delete'].map((each) => `Bill ${each} Helper: yes`)],
    ['can change delivery charges.', ['Shop change Helper: yes delivery charge']],
    ['can change shop charges.', ['Shop change Helper: yes delivery charge']],
    ['can see all orders, but cannot see bills.', ['Order read Helper: yes']],
    [
      'can edit orders of their own shop. They may edit an order only while it is asked.',
      ['Order change Helper: yes where (shop != null and shop == me.shop) and state == Asked'],
    ],
    ['may edit orders only while they are asked.', ['Order change Helper: yes where state == Asked']],
  ];
  for (const [sentence, cells] of CASES)
    test(sentence, () => {
      const found = read(of(sentence));
      if (cells.length > 0)
        assert.deepEqual(
          found.cells,
          cells.filter((cell) => !cell.endsWith(': no')),
        );
      assert.equal(found.left.length, sentence.includes('orders and bills of their own shop') ? 1 : 0);
    });

  test('what is said of whose things are holds for all that are listed before it', () => {
    const { cells, left } = read(of('can see orders and bills of their own shop.'));
    assert.deepEqual(cells, ['Order read Helper: yes where shop != null and shop == me.shop']);
    assert.deepEqual(left, ['bills of their own shop']);
  });

  test('without a word of permission it is a description', () => {
    const found = read('- Helper: sees to the orders, creates joy\n- Owner: looks after bills');
    assert.deepEqual([found.cells, found.left], [[], []]);
  });

  test('beside a matrix it is a description', () => {
    const found = read('- Helper: can see all orders\n\n| | Helper |\n|---|---|\n| Bill: read | yes |');
    assert.deepEqual([found.cells, found.left], [['Bill read Helper: yes'], []]);
  });

  test('someone who is not signed in', () => {
    const found = read('- Passer-by: someone not signed in can see shops.\n- Owner: can see orders.');
    assert.deepEqual(found.guests, ['Passer-by']);
    assert.ok(!found.cells.some((cell) => cell.startsWith('Order read Passer-by')));
  });

  test('a clause that is not understood takes none of the others with it', () => {
    const found = read(of('can see all orders, juggle the loaves, and may delete bills.'));
    assert.deepEqual(found.cells, ['Order read Helper: yes', 'Bill delete Helper: yes']);
    assert.deepEqual(found.left, ['the loaves']);
  });
});

describe('what may take something back is never granted wider', () => {
  const CASES: readonly (readonly [string, readonly string[], number])[] = [
    ['can change orders. They cannot change gluten.', ['Order change Helper: unknown'], 1],
    ['can change orders. They cannot juggle orders.', ['Order change Helper: unknown'], 1],
    ['can see orders and edit orders, except the odd ones.', [], 2],
    [
      'can change orders of a good mood. They may edit an order only while it is asked.',
      ['Order change Helper: unknown'],
      1,
    ],
    ['can edit orders. They may edit an order only while the moon is full.', ['Order change Helper: unknown'], 1],
    ['can see its orders and bills.', [], 2],
  ];
  for (const [sentence, cells, left] of CASES)
    test(sentence, () => {
      const found = read(of(sentence));
      const about = found.cells.filter((cell) => cell.startsWith('Order') || cell.startsWith('Bill'));
      // Beside it all may be unknown; whatever is given is stated here.
      assert.deepEqual(
        about.filter((cell) => !cell.endsWith('unknown') || cells.includes(cell)),
        cells,
      );
      assert.equal(found.left.length, left);
    });

  test('a field that some may not change on some records follows the record on the others', () => {
    const { cells, left } = read('- Helper: can change orders. They cannot change their own role.');
    assert.ok(cells.includes('Person.role change Helper: yes where not (this == me)'), cells.join('\n'));
    assert.deepEqual(left, []);
  });

  test('others get nothing of what only some may do and nobody understands', () => {
    const found = read(
      '- Helper: can change shops.\n- Owner: can change shops.\n- Only the owner may add shops or make a shop famous.',
    );
    assert.ok(found.cells.includes('Shop change Helper: unknown'));
    assert.ok(found.cells.includes('Shop change Owner: yes'));
    assert.ok(found.cells.includes('Shop create Owner: yes'));
    assert.equal(found.left.length, 1);
  });
});

describe('events', () => {
  test('whoever may raise them is named in words', () => {
    const { who, left } = read('- Helper: can bake orders.\n- Owner: can confirm, bake and refuse orders.');
    assert.deepEqual(who, { confirm: ['Owner'], bake: ['Helper', 'Owner'], refuse: ['Owner'], 'no-show': [] });
    assert.deepEqual(left, []);
  });

  test('where they are only denied, all others may', () => {
    const { who } = read('- Helper: can edit orders, but cannot confirm orders.\n- Owner: can edit orders.');
    assert.deepEqual(who.confirm, ['Owner']);
  });

  test('where they are denied to everybody, nobody may', () => {
    const { who } = read('- Helper: cannot confirm orders.\n- Owner: cannot confirm orders.');
    assert.equal(who.confirm, null);
  });

  test('of some records alone they have a condition', () => {
    const { who } = read('- Helper: can confirm orders of their own shop.\n- Owner: can confirm all orders.');
    assert.deepEqual(who.confirm, [
      'Helper',
      'Owner',
      '(me.role == Helper and shop != null and shop == me.shop) or me.role == Owner',
    ]);
  });

  test('a condition that is not understood lets nobody', () => {
    const { who, left } = read('- Helper: can confirm orders while the moon is full.\n- Owner: can confirm orders.');
    assert.deepEqual(who.confirm, ['Helper', 'Owner', '?']);
    assert.equal(left.length, 1);
  });
});

const table = (...rows: readonly string[]) => `| Action | Helper | Owner |\n|---|---|---|\n${rows.join('\n')}`;

describe('a matrix of actions', () => {
  test('several deeds and things share a row', () => {
    const found = read(
      table('| Create and edit orders and bills; delete shops | yes | ✓ |', '| View bakers, shops | no | yes |'),
    );
    assert.deepEqual(found.left, []);
    assert.deepEqual(
      found.cells.filter((cell) => cell.includes('Helper')),
      [
        'Shop delete Helper: yes',
        'Order create Helper: yes',
        'Order change Helper: yes',
        'Bill create Helper: yes',
        'Bill change Helper: yes',
      ],
    );
    assert.ok(found.cells.includes('Baker read Owner: yes'));
  });

  test('events stand beside operations, and alone where one entity has them', () => {
    const found = read(table('| Edit, confirm order | no | yes |', '| Bake, refuse, mark no-show | yes | – |'));
    assert.deepEqual(found.who, { confirm: ['Owner'], bake: ['Helper'], refuse: ['Helper'], 'no-show': ['Helper'] });
    assert.deepEqual(found.left, []);
  });

  test('own, own of something else, and of a role that is an entity too', () => {
    const found = read(
      '| Action | Baker | Owner |\n|---|---|---|\n| Edit orders | own only | yes |\n| Edit bills | own orders | yes |',
    );
    assert.deepEqual(found.left, []);
    assert.ok(found.cells.includes('Order change Baker: yes where baker != null and baker == me.baker'));
    assert.ok(found.cells.includes('Bill change Baker: yes where order.baker != null and order.baker == me.baker'));
  });

  test('what own means is said in point 1, and words of cells under the table', () => {
    const purpose =
      '## 1. What the product does and for whom\n\n- **Own**: helper → `order.customer = me`; owner → whoever asks nicely.\n';
    const found = read(
      `${table('| Edit orders, bills | own | own |', '| Delete orders | helping | no |')}\n\n✓ all, helping = in \`helpers\`.`,
      purpose,
    );
    assert.ok(found.cells.includes('Order change Helper: yes where customer == me'));
    assert.ok(found.cells.includes('Bill change Helper: yes where order.customer == me'));
    assert.ok(found.cells.includes('Order change Owner: unknown'));
    assert.ok(found.cells.includes('Order delete Helper: yes where me in helpers'));
    assert.ok(found.left.includes('own'));
  });

  for (const cell of ['up to 10%', 'own only, if in a good mood', 'on Mondays'])
    test(`a cell that is not understood is unknown and reported: ${cell}`, () => {
      const found = read(
        table(`| Edit orders | ${cell} | yes |`, '| Edit bills | no | yes |', '| See bills | no | no |'),
      );
      assert.deepEqual(
        [found.cells, found.left],
        [['Order change Helper: unknown', 'Order change Owner: yes', 'Bill change Owner: yes'], [cell]],
      );
    });

  test('a row that is not understood takes the same deed from those whom it does not let', () => {
    const found = read(table('| Edit orders | yes | yes |', '| Edit gluten for others | no | yes |'));
    assert.deepEqual(found.cells, ['Order change Helper: unknown', 'Order change Owner: yes']);
    assert.deepEqual(found.left, ['Edit gluten for others']);
  });
});

test('a matrix of fields says who sees them', () => {
  const found = read(
    '- Helper\n- shop_owner\n\n| Field | Helper | shop_owner |\n|---|---|---|\n| `Order.price`, `what`; `Bill.total` | own | ✓ |\n| Every field of `Shop`, gluten | – | ✓ |',
  );
  assert.deepEqual(found.left, ['gluten']);
  for (const cell of [
    'Order.price read Helper: yes where customer == me',
    'Order.what read shop_owner: yes',
    'Bill.total read Helper: yes where order.customer == me',
    'Shop read shop_owner: yes',
  ])
    assert.ok(found.cells.includes(cell), cell);
});

test('what was read in words prints in the notation and means the same', () => {
  const { model } = readDocument(
    documentOf(
      '- Passer-by: someone not signed in can see shops.\n- Helper: can confirm orders of their own shop, juggle loaves, and cannot refuse orders.\n- Owner: can view everything.',
    ),
  );
  assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model), withoutPlaces(model));
});
