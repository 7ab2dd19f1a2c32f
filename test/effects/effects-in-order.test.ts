import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { effectsDocument } from '../support/effects/document.ts';
import { type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';
import { agrees } from '../support/notation/small-document.ts';

/** Effects on other records see what the write, and the effects to their left, have come to by then. */

const made = async (who: Caller, path: string, values: object): Promise<WireRecord> => {
  const answer: Written = await who.post(`/api/${path}`, values);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

const one = async (who: Caller, path: string, { id }: WireRecord): Promise<WireRecord> =>
  (await who.get<WireRecord>(`/api/${path}/${id}`)).body;

const all = async (who: Caller, path: string): Promise<readonly WireRecord[]> =>
  (await who.get<WirePage>(`/api/${path}?sort=quantity`)).body.items;

interface Sold {
  readonly ann: Caller;
  readonly product: WireRecord;
  /** The product after each of these sales, which are made one after the other. */
  readonly after: readonly WireRecord[];
  readonly entries: readonly WireRecord[];
}

/** What a new sale of 3 of 10 does by these effects; `times`: so often. */
async function sold(effects: string, work: (sold: Sold) => Promise<void> | void, times = 1): Promise<void> {
  await withLibrary(
    async (server) => {
      const ann = await server.as('Ann');
      const product = await made(ann, 'products', { name: 'Bolt', stock: 10 });
      const box = await made(ann, 'boxes', { name: 'Left', product: product.id });
      const after: WireRecord[] = [];
      for (let time = 0; time < times; time++) {
        await made(ann, 'sales', { name: 'Sale', product: product.id, box: box.id, quantity: 3 });
        after.push(await one(ann, 'products', product));
      }
      await work({ ann, product, after, entries: await all(ann, 'entries') });
    },
    effectsDocument({ sale: effects }),
  );
}

describe('effects on other records happen from left to right', () => {
  contract('two effects set one field by two paths: the second adds to the first', () =>
    sold('product.stock = product.stock - quantity; box.product.stock = box.product.stock - 1', ({ after }) =>
      assert.equal(after[0]?.['stock'], 6),
    ),
  );

  contract('a computed field of another record counts the record that is written', () =>
    sold(
      'product.seen = product.sold',
      ({ after }) =>
        assert.deepEqual(
          after.map((product) => [product['sold'], product['seen']]),
          [
            [1, 1],
            [2, 2],
          ],
        ),
      2,
    ),
  );

  contract('a question counts what an effect to the left made, and over its own entity the others', () =>
    sold(
      'product.seen = count(Sale where product == this.product); create Entry: product = product; product.noted = count(Entry where product == this.product)',
      ({ after }) =>
        assert.deepEqual(
          after.map((product) => [product['seen'], product['noted']]),
          [
            [0, 1],
            [1, 2],
          ],
        ),
      2,
    ),
  );

  contract('a record is made with a value that an effect to the left has set', () =>
    sold('product.stock = product.stock - quantity; create Entry: product = product, left = product.stock', (result) =>
      assert.deepEqual(
        result.entries.map((entry) => entry['left']),
        [7],
      ),
    ),
  );

  contract('an event is raised where a path leads by now, and its guard reads what was set', () =>
    sold('product.stock = product.stock - 10; box.spare = product; raise run out on box.spare', ({ after }) =>
      assert.deepEqual([after[0]?.['stock'], after[0]?.['state']], [0, 'Gone']),
    ),
  );

  contract('the record of whoever causes it is read as it is by then', () =>
    sold('me.points = me.points + 1; seller.points = seller.points + 1; product.seen = me.points', ({ after }) =>
      assert.equal(after[0]?.['seen'], 2),
    ),
  );

  contract('own fields are as they stand between the effects to the left and right', () =>
    sold('product.stock = product.stock - quantity; quantity = 0; product.seen = quantity', ({ after }) =>
      assert.deepEqual([after[0]?.['stock'], after[0]?.['seen']], [7, 0]),
    ),
  );

  contract('a number that becomes too large by the effects before it takes everything back', async () => {
    const effects = 'product.stock = 900000000000000; product.seen = product.stock * 100';
    await withLibrary(
      async (server) => {
        const ann = await server.as('Ann');
        const product = await made(ann, 'products', { name: 'Bolt', stock: 10 });
        const answer: Written = await ann.post('/api/sales', { name: 'Sale', product: product.id, quantity: 3 });
        assert.equal(answer.status, 422, answer.text);
        assert.deepEqual(
          answer.body.failures?.map(({ code, pointer }) => [code, pointer]),
          [['NUMBER_TOO_LARGE', '']],
        );
        assert.equal((await one(ann, 'products', product))['stock'], 10);
        assert.deepEqual(await all(ann, 'sales'), []);
      },
      effectsDocument({ sale: effects }),
    );
  });
});

describe('a loop makes one record after the other', () => {
  const ordered = (effect: string, work: (entries: readonly WireRecord[], product: WireRecord) => void) =>
    withLibrary(
      async (server) => {
        const ann = await server.as('Ann');
        const product = await made(ann, 'products', { name: 'Bolt', stock: 10 });
        const items = [3, 4, 5].map((quantity) => ({ product: product.id, quantity }));
        await made(ann, 'orders', { name: 'Order', items });
        work(await all(ann, 'entries'), await one(ann, 'products', product));
      },
      effectsDocument({ order: effect, entry: 'product.stock = product.stock - quantity' }),
    );

  const each = 'create Entry for i in items';
  const values = 'product = i.product, quantity = i.quantity, left = i.product.stock';

  contract('two lines lead to one product: the second sees what the first has left', () =>
    ordered(`${each}: ${values}`, (entries, product) => {
      assert.deepEqual(
        entries.map((entry) => entry['left']),
        [10, 7, 3],
      );
      assert.equal(product['stock'], -2);
    }),
  );

  contract('the condition of each line is judged when it is its turn', () =>
    ordered(`${each} where i.quantity <= i.product.stock: ${values}`, (entries, product) => {
      assert.deepEqual(
        entries.map((entry) => entry['left']),
        [10, 7],
      );
      assert.equal(product['stock'], 3);
    }),
  );
});

test('the second reading agrees', async () => {
  await agrees(
    effectsDocument({
      sale: 'product.stock = product.stock - quantity; box.product.stock = box.product.stock - 1; product.seen = product.sold; quantity = 1; create Entry: product = product, left = product.stock, quantity = quantity',
      order:
        'create Entry for i in items where i.quantity <= i.product.stock: product = i.product, quantity = i.quantity, left = i.product.stock',
      entry: 'product.stock = product.stock - coalesce(quantity, 0)',
    }),
  );
});
