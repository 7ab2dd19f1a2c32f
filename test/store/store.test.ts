import assert from 'node:assert/strict';
import type { Row } from '../../src/fields/text/value.ts';
import type { ChangedRecord, Store } from '../../src/store/core/store.ts';
import { contract } from '../support/database/each-store.ts';
import { orders } from '../support/database/order-model.ts';
import {
  allowed,
  insert,
  nothingNeeded,
  put,
  readOne,
  refused,
  request,
  rowOf,
  values,
  withStoreOf,
} from '../support/database/stores.ts';

const withStore = (work: (store: Store) => Promise<void>) => withStoreOf(orders, work);

const item = (id: string, what: string) => rowOf('Item', id, { what, amount: 5 });
const linesOf = (row: Row | null | undefined) =>
  ((row?.values['items'] ?? []) as readonly Row[]).map(({ id, values: { what } }) => [id, what]);

contract('a record is read as it was written, every type of value and the built-in ones included', () =>
  withStore(async (store) => {
    const written = {
      title: 'Ünïcode “”',
      buyer: 'p1',
      code: 'A-1',
      total: -8990,
      price: { amount: 5, currency: 'JPY' },
      rate: 1500,
      paid: false,
      due: '2026-02-28',
      sent: 1_700_000_000_000,
      scan: { file: 'f', name: 'a.pdf', size: 3, mediaType: 'application/pdf' },
      tags: ['A', 'B'],
      status: 'Open',
    };
    await store.write(
      request(() => allowed({ kind: 'insert', row: rowOf('Order', 'o1', written) }), {
        actor: { kind: 'person', person: 'p9', acting: false },
        now: 77,
      }),
    );
    const row = await readOne(store, 'Order', 'o1');
    const builtIn = { id: 'o1', createdAt: 77, createdBy: 'p9', changedAt: 77, changedBy: 'p9' };
    assert.deepEqual({ ...row?.values }, { ...builtIn, ...written, seller: null, items: [] });
    assert.equal(row?.version, 1);
  }),
);

contract('a change writes what it names, counts the version up and leaves the rest', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Order', 'o1', { title: 'Old', total: 3 }));
    await put(store, { kind: 'update', entity: 'Order', id: 'o1', values: values({ title: 'New' }) });
    const row = await readOne(store, 'Order', 'o1');
    assert.deepEqual([row?.version, row?.values['title'], row?.values['total']], [2, 'New', 3]);
  }),
);

contract('lines are saved whole: known ids change, new ones come, missing ones go, the order is as sent', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Order', 'o1', { items: [item('i1', 'a'), item('i2', 'b'), item('i3', 'c')] }));
    const items = [item('i3', 'c2'), item('i4', 'd'), item('i1', 'a')];
    await put(store, { kind: 'update', entity: 'Order', id: 'o1', values: values({ items }) });
    assert.deepEqual(linesOf(await readOne(store, 'Order', 'o1')), [
      ['i3', 'c2'],
      ['i4', 'd'],
      ['i1', 'a'],
    ]);
  }),
);

contract('a line of another record cannot be taken over', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Order', 'o1', { items: [item('i1', 'mine')] }), rowOf('Order', 'o2'));
    const steal = {
      kind: 'update',
      entity: 'Order',
      id: 'o2',
      values: values({ items: [item('i1', 'yours')] }),
    } as const;
    await assert.rejects(put(store, steal), { name: 'StoreError' });
    assert.deepEqual(linesOf(await readOne(store, 'Order', 'o1')), [['i1', 'mine']]);
    assert.equal((await readOne(store, 'Order', 'o2'))?.version, 1);
  }),
);

contract('a refused decision writes nothing and hands back its facts', () =>
  withStore(async (store) => {
    const needs = { ...nothingNeeded, rows: [{ entity: 'Order', id: 'o1', paths: [] }] };
    const outcome = await store.write(request(() => refused, { needs }));
    assert.equal(outcome.outcome === 'decided' && outcome.facts.row('Order', 'o1'), null);
    assert.equal(await readOne(store, 'Order', 'o1'), null);
  }),
);

contract('a decision that throws, or a write that fails, undoes itself alone among its neighbours', () =>
  withStore(async (store) => {
    const broken = store.write(
      request(() => {
        throw new Error('broken');
      }),
    );
    const half = put(
      store,
      { kind: 'insert', row: rowOf('Order', 'half') },
      { kind: 'update', entity: 'Order', id: 'none', values: values({}) },
    );
    const unsafe = insert(store, rowOf('Order', 'unsafe', { total: 2 ** 53 }));
    const good = insert(store, rowOf('Order', 'good'));
    await Promise.all([
      assert.rejects(broken, /broken/),
      assert.rejects(half, { trouble: 'failed' }),
      assert.rejects(unsafe, { trouble: 'number too large' }),
      good,
    ]);
    assert.equal(await readOne(store, 'Order', 'half'), null);
    assert.notEqual(await readOne(store, 'Order', 'good'), null);
  }),
);

contract('facts: paths are followed from records and lines, and what was not asked for is unknown', () =>
  withStore(async (store) => {
    await insert(
      store,
      rowOf('Person', 'p1', { name: 'Top' }),
      rowOf('Person', 'p2', { name: 'Mid', boss: 'p1' }),
      rowOf('Person', 'p3', { name: 'Maker' }),
      rowOf('Order', 'o1', { buyer: 'p2', items: [rowOf('Item', 'i1', { maker: 'p3' })] }),
    );
    const paths = [
      ['buyer', 'boss', 'boss'],
      ['items', 'maker'],
    ];
    const facts = await store.load({ ...nothingNeeded, rows: [{ entity: 'Order', id: 'o1', paths }] });
    assert.deepEqual(
      ['p1', 'p2', 'p3'].map((id) => facts.row('Person', id)?.values['name']),
      ['Top', 'Mid', 'Maker'],
    );
    assert.equal(facts.row('Person', 'p4'), undefined);
    assert.equal(facts.row('Order', 'o2'), undefined);
    assert.equal(facts.upload('t'), undefined);
  }),
);

contract('a value is taken by live records only, without case where the field says so, and never by oneself', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Person', 'p1', { mail: 'Straße@X.de' }), rowOf('Order', 'o1', { code: 'A' }));
    const taken = async (entity: string, field: string, value: string, except: string | null) => {
      const need = { entity, field, value, except };
      return (await store.load({ ...nothingNeeded, unique: [need] })).taken(need);
    };
    assert.equal(await taken('Person', 'mail', 'STRAßE@x.DE', null), true);
    // No letter is ever taken for several.
    assert.equal(await taken('Person', 'mail', 'STRASSE@x.DE', null), false);
    assert.equal(await taken('Person', 'mail', 'straße@x.de', 'p1'), false);
    assert.equal(await taken('Order', 'code', 'a', null), false);
    assert.equal(await taken('Order', 'code', 'A', null), true);
    await put(store, { kind: 'delete', entity: 'Order', id: 'o1' });
    assert.equal(await taken('Order', 'code', 'A', null), false);
    await insert(store, rowOf('Order', 'o2', { code: 'A' }));
  }),
);

contract('uniqueness holds in the data itself', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Person', 'p1', { mail: 'a@x.de' }));
    await assert.rejects(insert(store, rowOf('Person', 'p2', { mail: 'A@X.DE' })));
    await insert(store, rowOf('Person', 'p3'), rowOf('Person', 'p4'));
  }),
);

contract('deleting hides the record, its lines and its files, and a deleted one refers to nothing', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Person', 'p1'), rowOf('Order', 'o1', { buyer: 'p1', items: [item('i1', 'a')] }));
    const referrers = async () =>
      (await store.load({ ...nothingNeeded, referrers: [{ entity: 'Person', id: 'p1' }] })).referrers({
        entity: 'Person',
        id: 'p1',
      });
    assert.deepEqual([...((await referrers()) ?? [])], [['Order.buyer', 1]]);
    await put(store, { kind: 'delete', entity: 'Order', id: 'o1' });
    assert.deepEqual([...((await referrers()) ?? [])], []);
    assert.equal(await readOne(store, 'Order', 'o1'), null);
    assert.equal(await readOne(store, 'Item', 'i1'), null);
    await assert.rejects(put(store, { kind: 'delete', entity: 'Order', id: 'o1' }));
  }),
);

contract('clearing empties the field wherever it refers to the target, and a changed line changes its record', () =>
  withStore(async (store) => {
    const lines = [rowOf('Item', 'i1', { maker: 'p1' })];
    await insert(
      store,
      rowOf('Person', 'p1'),
      rowOf('Order', 'o1', { seller: 'p1' }),
      rowOf('Order', 'o2', { items: lines }),
    );
    const seen: ChangedRecord[] = [];
    store.subscribe((changes) => seen.push(...changes));
    await put(
      store,
      { kind: 'clear', entity: 'Order', field: 'seller', target: 'p1' },
      { kind: 'clear', entity: 'Item', field: 'maker', target: 'p1' },
    );
    assert.equal((await readOne(store, 'Order', 'o1'))?.values['seller'], null);
    const [line] = ((await readOne(store, 'Order', 'o2'))?.values['items'] ?? []) as readonly Row[];
    assert.equal(line?.values['maker'], null);
    assert.deepEqual(
      seen.map(({ id, kind, after }) => [id, kind, after?.version]),
      [
        ['o1', 'update', 2],
        ['o2', 'update', 2],
      ],
    );
  }),
);

contract('a key gives the stored answer again to its person for a day, and tells another request from it', () =>
  withStore(async (store) => {
    const send = (key: string, body: string, person: string, now = 1_000, verdict = allowed()) =>
      store.write(
        request(() => verdict, {
          actor: { kind: 'person', person, acting: false },
          now,
          idempotency: { key, request: body, answer: () => `answer to ${body}` },
        }),
      );
    assert.equal((await send('k', 'one', 'p1')).outcome, 'decided');
    assert.deepEqual(await send('k', 'one', 'p1'), { outcome: 'replayed', answer: 'answer to one' });
    assert.equal((await send('k', 'two', 'p1')).outcome, 'mismatch');
    assert.equal((await send('k', 'two', 'p2')).outcome, 'decided');
    assert.equal((await send('k', 'two', 'p1', 1_000 + 24 * 3_600_000)).outcome, 'decided');
    assert.equal((await send('r', 'bad', 'p1', 1_000, refused)).outcome, 'decided');
    assert.equal((await send('r', 'mended', 'p1')).outcome, 'decided');
  }),
);

contract('an effect and its key are stored together: five hundred concurrent repeats have one effect', () =>
  withStore(async (store) => {
    const repeats = Array.from({ length: 500 }, (_, index) =>
      store.write(
        request(() => allowed({ kind: 'insert', row: rowOf('Order', `o${index}`) }), {
          idempotency: { key: 'k', request: 'same', answer: () => 'done' },
        }),
      ),
    );
    const outcomes = (await Promise.all(repeats)).map(({ outcome }) => outcome);
    assert.equal(outcomes.filter((outcome) => outcome === 'decided').length, 1);
    assert.equal((await store.people('Order', 1000)).length, 1);
  }),
);

contract('further needs are asked until nothing is missing, and the facts afterwards show the new record', () =>
  withStore(async (store) => {
    await insert(store, rowOf('Person', 'p1', { name: 'Buyer' }));
    const outcome = await store.write(
      request(
        () => ({
          ...allowed({ kind: 'insert', row: rowOf('Order', 'o1', { buyer: 'p1' }) }),
          row: rowOf('Order', 'o1'),
        }),
        {
          more: (facts) =>
            facts.row('Person', 'p1') === undefined
              ? { ...nothingNeeded, rows: [{ entity: 'Person', id: 'p1', paths: [] }] }
              : null,
        },
      ),
    );
    assert.ok(outcome.outcome === 'decided');
    assert.equal(outcome.facts.row('Order', 'o1')?.values['createdAt'], 1_000);
    assert.equal(outcome.facts.row('Person', 'p1')?.values['name'], 'Buyer');
  }),
);
