import assert from 'node:assert/strict';
import type { Write } from '../../src/engine/context/verdict.ts';
import type { DeletedPlan } from '../../src/engine/query/list-plan.ts';
import type { Row } from '../../src/fields/text/value.ts';
import type { ChangedRecord, Store } from '../../src/store/core/store.ts';
import { contract } from '../support/database/each-store.ts';
import { orders } from '../support/database/order-model.ts';
import {
  allowed,
  bytesOf,
  guest,
  insert,
  nothingNeeded,
  readOne,
  request,
  rowOf,
  values,
  withStoreOf,
} from '../support/database/stores.ts';

const withStore = (work: (store: Store) => Promise<void>) => withStoreOf(orders, work);

const item = (id: string, what: string) => rowOf('Item', id, { what, amount: 5 });

const writeAt = (store: Store, now: number, ...writes: readonly Write[]) =>
  store.write(request(() => allowed(...writes), { now, actor: { kind: 'person', person: 'p1', acting: false } }));

const remove = (id: string, of?: string): Write =>
  of === undefined
    ? { kind: 'delete', entity: 'Order', id }
    : { kind: 'delete', entity: 'Order', id, of: { entity: 'Order', id: of } };

const restore = (id: string, changed = {}): Write => ({
  kind: 'restore',
  entity: 'Order',
  id,
  values: values(changed),
});

const readDeleted = async (store: Store, id: string) =>
  (await store.load({ ...nothingNeeded, deleted: [{ entity: 'Order', id, paths: [] }] })).deleted?.('Order', id);

const plan = (parts: Partial<DeletedPlan> = {}): DeletedPlan => ({
  key: 'deleted orders',
  entity: 'Order',
  where: [],
  since: 0,
  after: null,
  limit: 2,
  maxCount: 10,
  ...parts,
});

const items = (row: Row | null | undefined) =>
  ((row?.values['items'] ?? []) as readonly Row[]).map(({ values: { what } }) => what);

contract('a deleted record is read as it was when it went, and a restored one as it is live again', () =>
  withStore(async (store) => {
    const told: ChangedRecord[] = [];
    const upload = { value: { file: 't1', name: 'a.txt', size: 3, mediaType: 'text/plain' }, uploader: 'p1' };
    await store.addUpload({ ...upload, bytes: new Uint8Array([1, 2, 3]) }, 0);
    await insert(
      store,
      rowOf('Order', 'o1', {
        title: 'One',
        code: 'A',
        scan: upload.value,
        items: [item('i1', 'first'), item('i2', 'second')],
      }),
    );
    await writeAt(store, 5, { kind: 'attach', token: 't1', entity: 'Order', id: 'o1', field: 'scan' });
    // The line and its record go in the same millisecond.
    await writeAt(store, 7, {
      kind: 'update',
      entity: 'Order',
      id: 'o1',
      values: values({ items: [item('i2', 'second')] }),
    });
    await writeAt(store, 7, remove('o1'));
    assert.equal(await readOne(store, 'Order', 'o1'), null);
    assert.equal(await bytesOf(store, 't1'), null);
    const gone = await readDeleted(store, 'o1');
    assert.deepEqual([gone?.at, gone?.by, gone?.with, gone?.along], [7, 'p1', null, []]);
    assert.deepEqual([gone?.row.values['title'], items(gone?.row)], ['One', ['second']]);
    assert.equal(await readDeleted(store, 'nothing'), null);

    store.subscribe((changes) => told.push(...changes));
    await writeAt(store, 9, restore('o1', { title: 'Once more' }));
    const row = await readOne(store, 'Order', 'o1');
    assert.deepEqual([row?.values['title'], row?.values['code'], items(row)], ['Once more', 'A', ['second']]);
    assert.equal(row?.version, (gone?.row.version ?? 0) + 1);
    assert.equal(row?.values['changedAt'], 7, 'who changed it last is who did');
    assert.deepEqual(await bytesOf(store, 't1'), [1, 2, 3]);
    assert.deepEqual(
      told.map(({ kind, before, after }) => [kind, before, after?.id]),
      [['insert', null, 'o1']],
    );
    assert.equal(await readDeleted(store, 'o1'), null);
    await assert.rejects(writeAt(store, 10, restore('o1')), /not among those that are deleted/);
  }),
);

contract('what goes along is known with what it went, until it comes back or goes for good', () =>
  withStore(async (store) => {
    await insert(store, ...['o1', 'o2', 'o3'].map((id) => rowOf('Order', id, { title: id, items: [] })));
    await writeAt(store, 5, remove('o1'), remove('o2', 'o1'), remove('o3', 'o2'));
    const of = async (id: string) => {
      const found = await readDeleted(store, id);
      return [found?.with?.id ?? null, found?.along.map((key) => key.id)];
    };
    assert.deepEqual(
      [await of('o1'), await of('o2'), await of('o3')],
      [
        [null, ['o2']],
        ['o1', ['o3']],
        ['o2', []],
      ],
    );
    await writeAt(store, 6, restore('o2'));
    assert.deepEqual(
      [await of('o1'), await of('o3')],
      [
        [null, []],
        ['o2', []],
      ],
    );
    assert.equal(await store.purge(5), 2);
    await writeAt(store, 8, remove('o2'));
    assert.deepEqual(await of('o2'), [null, []], 'nothing is left of what went along before');
  }),
);

contract('deleted records are found page by page, the latest first, ties by id, and no older than asked', () =>
  withStore(async (store) => {
    await insert(store, ...['a', 'b', 'c', 'd'].map((id) => rowOf('Order', id, { title: id, items: [] })));
    await writeAt(store, 5, remove('d'));
    await writeAt(store, 6, remove('b'), remove('a'));
    const first = await store.deleted(plan(), guest);
    assert.deepEqual(first, {
      found: [
        { id: 'a', at: 6 },
        { id: 'b', at: 6 },
      ],
      more: true,
      total: { count: 3, atLeast: false },
    });
    const next = await store.deleted(plan({ after: { at: 6, id: 'b' } }), guest);
    assert.deepEqual([next.found, next.more], [[{ id: 'd', at: 5 }], false]);
    assert.deepEqual(
      (await store.deleted(plan({ after: { at: 6, id: 'a' } }), guest)).found.map(({ id }) => id),
      ['b', 'd'],
    );
    assert.deepEqual(
      (await store.deleted(plan({ since: 5 }), guest)).found.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.deepEqual((await store.deleted(plan({ maxCount: 2 }), guest)).total, { count: 2, atLeast: true });
  }),
);

contract('what is unique among live records stays so', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Order', 'o1', { code: 'A', items: [] }));
    await writeAt(store, 5, remove('o1'));
    await insert(store, rowOf('Order', 'o2', { code: 'A', items: [] }));
    await assert.rejects(writeAt(store, 6, restore('o1')));
    assert.equal(await readOne(store, 'Order', 'o1'), null);
    assert.equal((await readDeleted(store, 'o1'))?.at, 5);
  }),
);
