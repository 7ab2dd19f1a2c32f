import assert from 'node:assert/strict';
import type { Write } from '../../src/engine/context/verdict.ts';
import type { Row, Value } from '../../src/fields/text/value.ts';
import type { ChangedRecord } from '../../src/store/core/store.ts';
import { contract } from '../support/database/each-store.ts';
import { orders } from '../support/database/order-model.ts';
import { allowed, put, readOne, request, rowOf, values, withStoreOf } from '../support/database/stores.ts';

const item = (id: string, parts: Readonly<Record<string, Value>> = {}): Row => rowOf('Item', id, parts);
const changeOf = (parts: Readonly<Record<string, Value>>): Write => ({
  kind: 'update',
  entity: 'Order',
  id: 'o1',
  values: values(parts),
});

const everything = {
  title: 'Ünïcode “”',
  buyer: 'p1',
  code: 'A-1',
  total: -8990,
  price: { currency: 'JPY', amount: 5 },
  rate: -0,
  paid: false,
  due: '2026-02-28',
  sent: 1_700_000_000_000,
  scan: { mediaType: 'application/pdf', file: 'f', name: 'a.pdf', size: 3 },
  tags: ['A', 'B'],
  status: 'Open',
};

/** One after the other on one record; each as the writes of one request. */
const requests: readonly (readonly [what: string, writes: readonly Write[]])[] = [
  [
    'a new record',
    [{ kind: 'insert', row: rowOf('Order', 'o1', { ...everything, items: [item('i1', { amount: 5 })] }) }],
  ],
  ['fields', [changeOf({ title: null, total: 1, paid: true, price: { currency: 'EUR', amount: -1 } })]],
  ['a field that it does not name', [changeOf({ createdBy: 'nobody', status: 'Closed' })]],
  ['half of a character', [changeOf({ title: 'broken \ud800 text' })]],
  ['lines', [changeOf({ items: [item('i2', { what: 'new' }), item('i1', { amount: 7, maker: 'p1' })] })]],
  ['what refers to another', [{ kind: 'clear', entity: 'Item', field: 'maker', target: 'p1' }]],
  ['a line that came back', [changeOf({ items: [item('i2')] }), changeOf({ items: [item('i1'), item('i2')] })]],
  ['fields twice', [changeOf({ rate: 2 }), changeOf({ rate: 3 })]],
  ['nothing', [changeOf({})]],
];

contract('how a record stands after a write is how it is read then', () =>
  withStoreOf(orders, async (store) => {
    const told: ChangedRecord[] = [];
    store.subscribe((changes) => told.push(...changes));
    await put(store, { kind: 'insert', row: rowOf('Person', 'p1') });
    for (const [what, writes] of requests) {
      const row = await readOne(store, 'Order', 'o1');
      told.length = 0;
      const outcome = await store.write(
        request(() => ({ ...allowed(...writes), row: rowOf('Order', 'o1') }), { now: 2_000 }),
      );
      const read = await readOne(store, 'Order', 'o1');
      assert.ok(outcome.outcome === 'decided' && read, what);
      assert.deepEqual(outcome.facts.row('Order', 'o1'), read, what);
      for (const { before, after } of told) assert.deepEqual([before, after], [row, read], what);
    }
    assert.deepEqual((await readOne(store, 'Order', 'o1'))?.values['createdBy'], null);
  }),
);
