import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { SHOP } from '../support/documents/shop.ts';
import { found, page, patch, remove, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

const withShop = (work: (clerk: Caller, server: TestServer) => Promise<void>) =>
  withLibrary(async (server) => work(await server.as('Ann'), server), SHOP);

const made = async (who: Caller, path: string, values: object): Promise<WireRecord> => {
  const { status, body, text } = await who.post<WireRecord>(path, values);
  assert.equal(status, 201, text);
  return body;
};

const change = async (who: Caller, path: string, title: string, values: object) => {
  const { status, text } = await patch(who, path, await found(who, path, title), values);
  assert.equal(status, 200, text);
};

const lines = (order: WireRecord, field: string) =>
  (order.lines as unknown as readonly WireRecord[]).map((line) => line[field]);

async function ordered(clerk: Caller): Promise<void> {
  const [zoe, pen, ink] = [
    await found(clerk, '/api/customers', 'Zoë'),
    await found(clerk, '/api/products', 'Pen'),
    await found(clerk, '/api/products', 'Ink'),
  ];
  const both = [
    { product: pen.id, quantity: 3 },
    { product: ink.id, quantity: 1 },
  ];
  const one = await made(clerk, '/api/orders', { number: 'N1', customer: zoe.id, lines: both });
  await made(clerk, '/api/orders', { number: 'N2', lines: [{ product: pen.id, quantity: 1 }] });
  await made(clerk, '/api/parcels', { label: 'P1', order: one.id });
}

describe('a computed field along references', () => {
  const order = (who: Caller, number: string) => found(who, '/api/orders', number);

  contract('it follows what it leads to, through several and in another record again', () =>
    withShop(async (clerk) => {
      await ordered(clerk);
      const seen = async () => {
        const [one, parcel] = [await order(clerk, 'N1'), await found(clerk, '/api/parcels', 'P1')];
        return [one.buyer, one.total, parcel.town, parcel.worth];
      };
      assert.deepEqual(await seen(), ['Zoë', '11.00', 'Genève', '11.00']);
      await change(clerk, '/api/customers', 'Zoë', { name: 'Zoé', town: 'Bern' });
      assert.deepEqual(await seen(), ['Zoé', '11.00', 'Bern', '11.00'], 'the customer changed');
      await change(clerk, '/api/products', 'Pen', { price: '2.50' });
      assert.deepEqual(await seen(), ['Zoé', '12.50', 'Bern', '12.50'], 'the price of a product in the lines');
      assert.deepEqual(lines(await order(clerk, 'N1'), 'amount'), ['7.50', '5.00']);
      assert.equal((await order(clerk, 'N2')).total, '2.50');
      assert.equal((await found(clerk, '/api/customers', 'Zoé')).spent, '12.50', 'and who sums that up');
      assert.equal(await remove(clerk, '/api/customers', await found(clerk, '/api/customers', 'Zoé')), 204);
      assert.deepEqual(await seen(), [null, '12.50', null, '12.50'], 'the customer is gone');
    }),
  );

  contract('nobody has changed the record, and whoever looks at it is told', () =>
    withShop(async (clerk, server) => {
      await ordered(clerk);
      const before = await order(clerk, 'N1');
      const told: string[] = [];
      const stop = server.store.subscribe((changes) =>
        told.push(...changes.map(({ entity, kind }) => `${kind} ${entity}`)),
      );
      await change(clerk, '/api/customers', 'Zoë', { name: 'Zoé' });
      stop();
      assert.deepEqual(told.toSorted(), ['update Customer', 'update Order']);
      const after = await order(clerk, 'N1');
      assert.equal(after._.title, before._.title);
      const history = await clerk.get<{ items: readonly unknown[] }>(`/_/records/Order/${after.id}/history`);
      assert.equal(history.body.items.length, 1, 'only its creation');
    }),
  );

  contract('lists are sorted and filtered by what it is now', () =>
    withShop(async (clerk) => {
      await ordered(clerk);
      const numbers = async (query: string) =>
        (await page(clerk, `/api/orders?${query}`)).items.map(({ number }) => number);
      assert.deepEqual(await numbers('sort=total'), ['N2', 'N1']);
      await change(clerk, '/api/products', 'Pen', { price: '0.10' });
      assert.deepEqual(await numbers('total.min=5'), ['N1']);
      await change(clerk, '/api/products', 'Ink', { price: '0' });
      assert.deepEqual(await numbers('total.min=5'), []);
      assert.deepEqual(await numbers('sort=-total'), ['N1', 'N2']);
      assert.deepEqual(await numbers(`buyer=${encodeURIComponent('Zoë')}`), ['N1']);
    }),
  );

  contract('lines follow what they ask of other records, and the records that read the lines', () =>
    withShop(async (clerk) => {
      await ordered(clerk);
      const pen = await found(clerk, '/api/products', 'Pen');
      assert.deepEqual(lines(await order(clerk, 'N1'), 'wished'), [0, 0]);
      await made(clerk, '/api/wishes', { text: 'one', product: pen.id });
      await made(clerk, '/api/wishes', { text: 'two', product: pen.id });
      assert.deepEqual(lines(await order(clerk, 'N1'), 'wished'), [2, 0]);
      await change(clerk, '/api/wishes', 'two', { product: null });
      assert.deepEqual(lines(await order(clerk, 'N1'), 'wished'), [1, 0]);
      assert.deepEqual(lines(await order(clerk, 'N2'), 'wished'), [1]);
      assert.equal(pen.sold, 4);
    }),
  );

  contract('it is exact when what it reads and what reads it are written at once', () =>
    withShop(async (clerk) => {
      await ordered(clerk);
      const pen = await found(clerk, '/api/products', 'Pen');
      const prices = async () => {
        for (const price of ['3', '4', '5', '6'])
          await clerk.patch(
            `/api/products/${pen.id}`,
            { price },
            {
              'if-match': (await found(clerk, '/api/products', 'Pen'))._.etag,
            },
          );
      };
      const orders = Array.from({ length: 8 }, (_, index) =>
        made(clerk, '/api/orders', { number: `M${index}`, lines: [{ product: pen.id, quantity: index }] }),
      );
      await Promise.all([prices(), ...orders]);
      const price = Number((await found(clerk, '/api/products', 'Pen')).price);
      for (let index = 0; index < 8; index++)
        assert.equal(Number((await order(clerk, `M${index}`)).total), price * index, `M${index}`);
    }),
  );

  contract('a formula that is new or changed holds for the lines that are there', () =>
    withShop(async (clerk, server) => {
      await ordered(clerk);
      const text = SHOP.replace('= `product.price * quantity`', '= `product.price * quantity * 2`');
      assert.deepEqual((await server.runtime.update(text)).losses, []);
      assert.deepEqual(lines(await order(clerk, 'N1'), 'amount'), ['12.00', '10.00']);
      assert.equal((await order(clerk, 'N1')).total, '22.00');
      assert.equal((await found(clerk, '/api/parcels', 'P1')).worth, '22.00');
    }),
  );
});

describe('a computed field that goes by the clock', () => {
  const DAY = 86_400_000;
  /** N1 is due in two days, N2 in five, N3 never. */
  const withDues = (work: (clerk: () => Promise<Caller>, server: TestServer) => Promise<void>) =>
    withShop(async (clerk, server) => {
      server.clock.now = Date.UTC(2026, 4, 10, 12);
      const again = () => server.as('Ann');
      const who = await again();
      const zoe = await found(who, '/api/customers', 'Zoë');
      const one = await made(who, '/api/orders', { number: 'N1', customer: zoe.id, due: '2026-05-12' });
      await made(who, '/api/orders', { number: 'N2', customer: zoe.id, due: '2026-05-15' });
      await made(who, '/api/orders', { number: 'N3' });
      await made(who, '/api/parcels', { label: 'P1', order: one.id });
      assert.equal(clerk.id, who.id);
      await work(again, server);
    });
  const seen = async (who: Caller) => {
    const { items } = await page(who, '/api/orders?sort=number');
    const [parcel, zoe] = [await found(who, '/api/parcels', 'P1'), await found(who, '/api/customers', 'Zoë')];
    return [items.map(({ overdue }) => overdue), items.map(({ reminder }) => reminder), parcel.late, zoe.late];
  };

  contract('it is what it comes to when it is read, wherever it is read from', () =>
    withDues(async (again, server) => {
      const dues = ['2026-05-12', '2026-05-15', null];
      assert.deepEqual(await seen(await again()), [[false, false, null], dues, false, 0]);
      server.clock.now += 3 * DAY;
      assert.deepEqual(await seen(await again()), [[true, false, null], ['2026-05-13', '2026-05-15', null], true, 1]);
      server.clock.now += 3 * DAY;
      assert.deepEqual(await seen(await again()), [[true, true, null], ['2026-05-16', '2026-05-16', null], true, 2]);
    }),
  );

  contract('lists are filtered, sorted and paged by it', () =>
    withDues(async (again, server) => {
      const numbers = async (path: string) => (await page(await again(), path)).items.map(({ number }) => number);
      const filter = (text: string) => `/api/orders?sort=number&filter=${encodeURIComponent(text)}`;
      assert.deepEqual(await numbers('/api/orders?overdue=true'), []);
      server.clock.now += 3 * DAY;
      assert.deepEqual(await numbers('/api/orders?overdue=true'), ['N1']);
      assert.deepEqual(await numbers('/api/orders?overdue.empty=true'), ['N3']);
      assert.deepEqual(await numbers(filter('overdue')), ['N1']);
      assert.deepEqual(await numbers(filter('not overdue')), ['N2']);
      assert.deepEqual(await numbers(filter('overdue == null')), ['N3']);
      assert.deepEqual(await numbers(filter('reminder > due')), ['N1']);
      assert.deepEqual(await numbers('/api/orders?sort=-reminder,number'), ['N2', 'N1', 'N3']);
      assert.deepEqual(await numbers('/api/orders?reminder.min=2026-05-14'), ['N2']);
      const first = await page(await again(), '/api/orders?sort=overdue,-number&limit=1');
      assert.deepEqual(
        first.items.map(({ number }) => number),
        ['N2'],
      );
      const rest = `/api/orders?sort=overdue,-number&limit=2&page=${encodeURIComponent(String(first.next))}`;
      assert.deepEqual(await numbers(rest), ['N1', 'N3']);
      const parcels = await page(await again(), `/api/parcels?filter=${encodeURIComponent('order.overdue')}`);
      assert.equal(parcels.items.length, 1);
      const late = await page(await again(), '/api/customers?late.min=1');
      assert.deepEqual(
        late.items.map(({ name }) => name),
        ['Zoë'],
      );
    }),
  );

  contract('where no database can be asked for it, it is read and a list by it is refused', () =>
    withDues(async (again, server) => {
      server.clock.now = Date.UTC(2028, 4, 13, 12);
      const who = await again();
      assert.deepEqual([(await order(who, 'N1')).years, (await order(who, 'N2')).years], [2, 1]);
      for (const query of ['sort=years', 'years=2', `filter=${encodeURIComponent('years == 2')}`])
        assert.equal((await who.get(`/api/orders?${query}`)).status, 400, query);
    }),
  );

  contract('that it turned is no change by anybody', () =>
    withDues(async (again, server) => {
      const before = await order(await again(), 'N1');
      server.clock.now += 3 * DAY;
      const who = await again();
      const after = await order(who, 'N1');
      assert.deepEqual([after.overdue, after._.etag], [true, before._.etag]);
      assert.equal((await patch(who, '/api/orders', before, { note: 'x' })).status, 200);
      const history = await who.get<{ items: { changes: { field: string }[] }[] }>(
        `/_/records/Order/${after.id}/history`,
      );
      const fields = history.body.items.flatMap(({ changes }) => changes.map(({ field }) => field));
      assert.ok(!fields.includes('overdue') && fields.includes('note'), fields.join());
    }),
  );

  const order = (who: Caller, number: string) => found(who, '/api/orders', number);
});
