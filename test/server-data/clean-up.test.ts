import assert from 'node:assert/strict';
import type { Store } from '../../src/store/core/store.ts';
import { contract } from '../support/database/each-store.ts';
import { orders } from '../support/database/order-model.ts';
import { allowed, bytesOf, insert, put, request, rowOf, withStoreOf } from '../support/database/stores.ts';

const withStore = (work: (store: Store) => Promise<void>) => withStoreOf(orders, work);

const item = (id: string, what: string) => rowOf('Item', id, { what, amount: 5 });
const upload = (token: string) => ({
  value: { file: token, name: 'a.txt', size: 3, mediaType: 'text/plain' },
  uploader: null,
  bytes: new Uint8Array([1, 2, 3]),
});

contract('what was deleted goes for good when its time is over, with its lines and every value in its history', () =>
  withStore(async (store) => {
    const secret = 'plum orbit 42';
    await insert(store, rowOf('Order', 'o1', { items: [item('i1', secret)] }));
    await insert(store, rowOf('Order', 'o2', { items: [item('i2', 'stays')] }));
    const changes = [{ field: 'note', from: null, to: secret }];
    const entry = { entity: 'Order', id: 'o1', event: 'change', changes, notes: [] };
    await put(
      store,
      { kind: 'history', entry },
      { kind: 'notify', entity: 'Order', id: 'o1', person: 'p1', event: 'sent' },
    );
    await store.write(request(() => allowed({ kind: 'delete', entity: 'Order', id: 'o1' }), { now: 1_000 }));
    assert.equal(await store.purge(999), 0);
    assert.equal((await store.inbox('p1', 10)).length, 1);
    assert.equal(await store.purge(1_000), 1);
    assert.equal(await store.purge(1_000), 0);
    const history = await store.history({ entity: 'Order', id: 'o1' }, 10);
    assert.ok(history.length > 0);
    assert.ok(!JSON.stringify(history).includes(secret));
    assert.deepEqual(await store.inbox('p1', 10), []);
    const left = await store.people('Order', 10);
    assert.deepEqual(
      left.map(({ id }) => id),
      ['o2'],
    );
    assert.ok(JSON.stringify(left).includes('stays'));
    // The id is free again for nobody: nothing of it is found, and the row itself is gone.
    await insert(store, rowOf('Order', 'o1', { items: [] }));
  }),
);

contract('an upload that nobody attached goes after a day, with its bytes', () =>
  withStore(async (store) => {
    const day = 24 * 60 * 60 * 1000;
    await store.addUpload(upload('t1'), 0);
    assert.equal(await store.dropStaleUploads(day - 1), 0);
    assert.deepEqual(await bytesOf(store, 't1'), [1, 2, 3]);
    assert.equal(await store.dropStaleUploads(day), 1);
    assert.equal(await bytesOf(store, 't1'), null);
  }),
);
