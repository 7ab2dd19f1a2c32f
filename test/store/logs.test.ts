import assert from 'node:assert/strict';
import type { Row } from '../../src/fields/text/value.ts';
import type { ChangedRecord, Store } from '../../src/store/core/store.ts';
import { contract } from '../support/database/each-store.ts';
import { orders } from '../support/database/order-model.ts';
import {
  allowed,
  bytesOf,
  insert,
  nothingNeeded,
  put,
  request,
  rowOf,
  values,
  withStoreOf,
} from '../support/database/stores.ts';

const withStore = (work: (store: Store) => Promise<void>) => withStoreOf(orders, work);

const item = (id: string, what: string) => rowOf('Item', id, { what, amount: 5 });

contract('history tells who, when, what, under which document, lines and money included', () =>
  withStore(async (store) => {
    const changes = [
      { field: 'total', from: null, to: 8990 },
      { field: 'price', from: null, to: { amount: 1, currency: 'USD' } },
      { field: 'items', from: null, to: [item('i1', 'a')] },
    ];
    await store.write(
      request(
        () =>
          allowed(
            { kind: 'insert', row: rowOf('Order', 'o1') },
            {
              kind: 'history',
              entry: { entity: 'Order', id: 'o1', event: 'create', changes, notes: ['nobody was told'] },
            },
          ),
        { actor: { kind: 'person', person: 'p1', acting: true }, now: 5 },
      ),
    );
    const [entry, ...others] = await store.history({ entity: 'Order', id: 'o1' }, 10);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [entry?.event, entry?.at, entry?.actor, entry?.documentHash, entry?.notes],
      ['create', 5, { kind: 'person', person: 'p1', acting: true }, 'v1', ['nobody was told']],
    );
    assert.deepEqual(entry?.changes.slice(0, 2), changes.slice(0, 2));
    const [line] = (entry?.changes[2]?.to ?? []) as readonly Row[];
    assert.deepEqual([line?.id, line?.values['what'], line?.values['amount']], ['i1', 'a', 5]);
    assert.equal(await store.document('v1'), 'the document');
  }),
);

contract('inbox, outbox and the log of authority keep what they are told; reading marks one’s own entries only', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Order', 'o1'));
    const at = { entity: 'Order', id: 'o1' };
    await put(
      store,
      { kind: 'notify', ...at, person: 'p1', event: 'sent' },
      { kind: 'notify', ...at, person: 'p2', event: 'sent' },
      { kind: 'outbox', ...at, call: 'call/pay', event: 'sent', waitsFor: 'constant/URL', body: null },
      { kind: 'authority', ...at, field: 'role', from: null, to: 'Chief', revokes: 'rights changed' },
    );
    const mine = await store.inbox('p1', 10);
    const theirs = await store.inbox('p2', 10);
    assert.deepEqual(
      mine.map(({ event, record, read }) => [event, record, read]),
      [['sent', 'o1', false]],
    );
    await store.markInboxRead(
      'p1',
      [...mine, ...theirs].map(({ id }) => id),
    );
    assert.deepEqual([(await store.inbox('p1', 10))[0]?.read, (await store.inbox('p2', 10))[0]?.read], [true, false]);
    assert.deepEqual(
      (await store.outbox(at, 10)).map(({ call, waitsFor, state }) => [call, waitsFor, state]),
      [['call/pay', 'constant/URL', 'waiting']],
    );
    assert.equal((await store.outbox({ entity: 'Order', id: 'o2' }, 10)).length, 0);
    assert.equal((await store.outbox(null, 10)).length, 1);
    assert.deepEqual(
      (await store.authority(10)).map(({ field, from, to }) => [field, from, to]),
      [['role', null, 'Chief']],
    );
  }),
);

const upload = (token: string) => ({
  value: { file: token, name: 'a.txt', size: 3, mediaType: 'text/plain' },
  uploader: 'p1',
  bytes: new Uint8Array([1, 2, 3]),
});

contract('an upload is free until a write attaches it, once, and goes along with its record', () =>
  withStore(async (store) => {
    await store.addUpload(upload('t1'), 1_000);
    const facts = await store.load({ ...nothingNeeded, files: ['t1', 't2'] });
    assert.deepEqual(facts.upload('t1'), { value: upload('t1').value, uploader: 'p1' });
    assert.equal(facts.upload('t2'), null);
    const proof = rowOf('Item', 'i1', { proof: upload('t1').value });
    const attach = { kind: 'attach', token: 't1', entity: 'Item', id: 'i1', field: 'proof' } as const;
    await put(store, { kind: 'insert', row: rowOf('Order', 'o1', { items: [proof] }) }, attach);
    assert.equal((await store.load({ ...nothingNeeded, files: ['t1'] })).upload('t1'), null);
    await assert.rejects(put(store, attach));
    const held = await store.file('t1');
    assert.deepEqual(
      [held?.at, held?.owner],
      [
        { entity: 'Item', id: 'i1', field: 'proof' },
        { entity: 'Order', id: 'o1' },
      ],
    );
    assert.deepEqual(await bytesOf(store, 't1'), [1, 2, 3]);
    await put(store, { kind: 'delete', entity: 'Order', id: 'o1' });
    assert.equal(await bytesOf(store, 't1'), null);
  }),
);

contract('an upload that nothing attached is gone after a day', () =>
  withStore(async (store) => {
    await store.addUpload(upload('t1'), 1_000);
    assert.equal(await store.dropStaleUploads(1_000 + 24 * 3_600_000 - 1), 0);
    assert.equal(await store.dropStaleUploads(1_000 + 24 * 3_600_000), 1);
    assert.equal(await bytesOf(store, 't1'), null);
  }),
);

contract('listeners hear of a change once, with the record before and after; one that fails harms nobody', () =>
  withStore(async (store) => {
    const seen: ChangedRecord[] = [];
    store.subscribe(() => {
      throw new Error('a listener');
    });
    const stop = store.subscribe((changes) => seen.push(...changes));
    await insert(store, rowOf('Order', 'o1', { title: 'a' }));
    const update = { kind: 'update', entity: 'Order', id: 'o1', values: values({ title: 'b' }) } as const;
    await put(store, update, { ...update, values: values({ title: 'c' }) });
    await put(store, { kind: 'insert', row: rowOf('Order', 'o2') }, { kind: 'delete', entity: 'Order', id: 'o2' });
    stop();
    await put(store, update);
    const told = seen.map(({ kind, id, before, after }) => [kind, id, before?.values['title'], after?.values['title']]);
    assert.deepEqual(told, [
      ['insert', 'o1', undefined, 'a'],
      ['update', 'o1', 'a', 'c'],
    ]);
  }),
);

contract('a record is found by a unique field, without case where the field says so', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Person', 'p1', { mail: 'Ann@X.de' }));
    assert.equal((await store.findBy('Person', 'mail', 'ann@x.DE'))?.id, 'p1');
    assert.equal(await store.findBy('Person', 'mail', 'bob@x.de'), null);
    assert.equal(await store.findBy('Person', 'nothing', 'x'), null);
  }),
);
