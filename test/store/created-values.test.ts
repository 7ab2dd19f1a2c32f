import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Write } from '../../src/engine/context/verdict.ts';
import { recomputationOf } from '../../src/engine/effects/recompute.ts';
import { parseExpression } from '../../src/expressions/syntax/parse.ts';
import type { Value } from '../../src/fields/text/value.ts';
import type { Model } from '../../src/model/types/model.ts';
import type { Store } from '../../src/store/core/store.ts';
import { one } from '../support/database/changing.ts';
import { contract } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';
import { orders } from '../support/database/order-model.ts';
import { allowed, openStore, put, request, rowOf, values, withStoreOf } from '../support/database/stores.ts';

type Parts = Readonly<Record<string, Value>>;

const entry = (entity: string, id: string, event: string, from: Parts, to: Parts): Write => ({
  kind: 'history',
  entry: {
    entity,
    id,
    event,
    notes: [],
    changes: Object.keys(to).map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null })),
  },
});

const created = (entity: string, id: string, parts: Parts): Write[] => [
  { kind: 'insert', row: rowOf(entity, id, parts) },
  entry(entity, id, 'create', {}, parts),
];

const changed = (entity: string, id: string, from: Parts, to: Parts): Write[] => [
  { kind: 'update', entity, id, values: values(to) },
  entry(entity, id, 'change', from, to),
];

/** The values that the first entry of a record states, by field. */
async function valuesAtCreation(store: Store, entity: string, id: string): Promise<Parts> {
  const first = (await store.history({ entity, id }, 10)).at(-1);
  assert.deepEqual(
    first?.changes.map(({ from }) => from).filter((from) => from !== null),
    [],
  );
  return Object.fromEntries(first?.changes.map(({ field, to }) => [field, to]) ?? []);
}

async function stating(model: Model, parts: Parts, work: (store: Store) => Promise<void>): Promise<void> {
  const { store, done } = await openStore(model);
  try {
    await put(store, ...created('Thing', 't1', parts));
    await work(store);
  } finally {
    await done();
  }
}

const ORDER: Parts = {
  title: 'a',
  buyer: 'p1',
  seller: 'p2',
  total: 8990,
  price: { amount: 1, currency: 'USD' },
  rate: 1500,
  paid: false,
  due: '2026-01-31',
  sent: 7,
  tags: ['Clerk'],
  status: 'Open',
};
const { price: _price, tags: _tags, ...PLAIN } = ORDER;
const SOME = ['title', 'seller', 'total', 'rate', 'paid', 'due', 'status'];
const NEXT: Parts = {
  title: null,
  seller: null,
  total: 1,
  rate: 2,
  paid: true,
  due: null,
  status: 'Closed',
  code: 'C',
};

contract('history tells the values of a created record before and after changes, a deletion and a restore', () =>
  withStoreOf(orders, async (store) => {
    for (const id of ['p1', 'p2']) await put(store, ...created('Person', id, { name: id, mail: `${id}@x.org` }));
    await put(store, ...created('Order', 'o1', ORDER));
    const told = () => valuesAtCreation(store, 'Order', 'o1');
    assert.deepEqual(await told(), ORDER);
    assert.deepEqual(Object.keys(await told()), Object.keys(ORDER), 'in another order');
    await put(store, ...changed('Order', 'o1', { title: 'a' }, { title: 'b' }));
    await put(store, ...changed('Order', 'o1', { ...ORDER, title: 'b' }, NEXT));
    assert.deepEqual(await told(), ORDER);
    await put(
      store,
      ...changed('Order', 'o1', NEXT, Object.fromEntries(SOME.map((name) => [name, ORDER[name] ?? null]))),
    );
    assert.deepEqual(await told(), ORDER);
    const [newest] = await store.history({ entity: 'Order', id: 'o1' }, 1);
    assert.deepEqual(newest?.changes.length, SOME.length);
    await put(store, { kind: 'delete', entity: 'Order', id: 'o1' }, entry('Order', 'o1', 'delete', {}, {}));
    assert.deepEqual(await told(), ORDER);
    await put(
      store,
      { kind: 'restore', entity: 'Order', id: 'o1', values: values({ buyer: null }) },
      entry('Order', 'o1', 'restore', { buyer: 'p1' }, { buyer: null }),
    );
    assert.deepEqual(await told(), ORDER);
  }),
);

contract('history tells the reference of a created record that was cleared because its target is deleted', () =>
  withStoreOf(orders, async (store) => {
    for (const id of ['p1', 'p2']) await put(store, ...created('Person', id, { name: id, mail: `${id}@x.org` }));
    await put(store, ...created('Order', 'o1', { seller: 'p1' }), ...created('Order', 'o2', { seller: 'p2' }));
    await put(store, ...changed('Order', 'o2', { seller: 'p2' }, { seller: 'p1' }));
    await put(store, { kind: 'clear', entity: 'Order', field: 'seller', target: 'p1' });
    assert.deepEqual(await valuesAtCreation(store, 'Order', 'o1'), { seller: 'p1' });
    assert.deepEqual(await valuesAtCreation(store, 'Order', 'o2'), { seller: 'p2' });
  }),
);

contract('history conceals values that the entry of the creation conceals or omits', () =>
  withStoreOf(orders, async (store) => {
    await put(
      store,
      { kind: 'insert', row: rowOf('Order', 'o1', { title: 'secret', code: 'c' }) },
      entry('Order', 'o1', 'create', {}, { title: null, code: 'c' }),
      { kind: 'insert', row: rowOf('Order', 'o2', { title: 'secret', code: 'd' }) },
      entry('Order', 'o2', 'create', {}, { code: 'd' }),
    );
    assert.deepEqual(await valuesAtCreation(store, 'Order', 'o1'), { title: null, code: 'c' });
    assert.deepEqual(await valuesAtCreation(store, 'Order', 'o2'), { code: 'd' });
  }),
);

contract('history is silent about the values at creation once they are erased', () =>
  withStoreOf(orders, async (store) => {
    await put(store, ...created('Order', 'o1', { title: 'a', code: 'c' }));
    await put(store, ...changed('Order', 'o1', { title: 'a' }, { title: 'b' }));
    await put(store, ...changed('Order', 'o1', { title: 'b' }, { title: null }), {
      kind: 'erase',
      entity: 'Order',
      id: 'o1',
      fields: ['title'],
      lines: [],
    });
    await put(store, ...changed('Order', 'o1', { title: null }, { title: 'new' }));
    assert.deepEqual(await valuesAtCreation(store, 'Order', 'o1'), { code: 'c' });
  }),
);

contract('history does not count a field that came later among the values at creation', () =>
  stating(one([['a', m.text()]]), { a: 'x' }, async (store) => {
    const machines = [m.machineOf('Thing', 'status', ['Open', 'Closed'])];
    const after = m.modelOf({ entities: [m.entityOf('Thing', [['a', m.text()]])], machines });
    assert.ok((await store.apply(after, 'v2', '')).applied);
    assert.deepEqual(await valuesAtCreation(store, 'Thing', 't1'), { a: 'x' });
    const both = { a: 'y', status: 'Open' };
    await store.write(request(() => allowed(...created('Thing', 't2', both)), { documentHash: 'v2' }));
    assert.deepEqual(await valuesAtCreation(store, 'Thing', 't2'), both);
  }),
);

contract('history keeps the values at creation when a column is converted, with its scale', () =>
  stating(one([['a', m.decimal(9, 1)]]), { a: 15 }, async (store) => {
    await put(store, ...created('Thing', 't2', { a: 30 }), ...changed('Thing', 't2', { a: 30 }, { a: 20 }));
    assert.ok((await store.apply(one([['a', m.decimal(9, 3)]]), 'v2', '')).applied);
    for (const [id, a] of [
      ['t1', 1500],
      ['t2', 3000],
    ] as const)
      assert.deepEqual(await valuesAtCreation(store, 'Thing', id), { a });
  }),
);

contract('history keeps the values at creation of a field that becomes computed, and of one that no longer is', () => {
  const { tree } = parseExpression('a + 1');
  const computed = one([
    ['a', m.integer],
    ['b', m.integer, { computed: m.formula('a + 1', tree) }],
  ]);
  const plain = one([
    ['a', m.integer],
    ['b', m.integer],
  ]);
  return stating(plain, { a: 1, b: 7 }, async (store) => {
    await put(store, ...changed('Thing', 't1', { b: 7 }, { b: null }));
    assert.ok((await store.apply(computed, 'v2', '', recomputationOf(compile(computed, 'v2'), 0))).applied);
    assert.deepEqual(await valuesAtCreation(store, 'Thing', 't1'), { a: 1, b: 7 });
    const insert: Write = { kind: 'insert', row: rowOf('Thing', 't2', { a: 1, b: 2 }) };
    await store.write(
      request(() => allowed(insert, entry('Thing', 't2', 'create', {}, { a: 1 })), { documentHash: 'v2' }),
    );
    assert.ok((await store.apply(plain, 'v3', '')).applied);
    assert.deepEqual(await valuesAtCreation(store, 'Thing', 't1'), { a: 1, b: 7 });
    assert.deepEqual(await valuesAtCreation(store, 'Thing', 't2'), { a: 1 });
  });
});

test('history stores the values at creation once, in the row (SQLite)', async () => {
  const { store, folder, done } = await openStore(orders);
  await put(store, ...created('Order', 'o1', PLAIN));
  await store.close();
  const database = new DatabaseSync(join(folder, 'data.sqlite'));
  assert.deepEqual(Object.values(database.prepare('SELECT changes FROM history').get() ?? {}), [
    `+${JSON.stringify([])}`,
  ]);
  database.close();
  await done();
});
