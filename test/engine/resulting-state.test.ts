import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { codes, patch, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';
import { garageDocument, stockDocument, takingDocument } from '../support/notation/resulting-documents.ts';

const made = async (who: Caller, path: string, values: object): Promise<WireRecord> => {
  const answer = await who.post<WireRecord>(path, values);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

const sale = (who: Caller, product: WireRecord, quantity: number): Promise<Written> =>
  who.post('/api/sales', { product: product.id, quantity });

describe('rules see the state that the write results in', () => {
  for (const [what, condition] of [
    ['a computed field of another record', 'product.stock >= 0'],
    ['exists over records with computed fields', 'not exists(Product where stock < 0)'],
    ['count over records with computed fields', 'count(Product where stock < 0) == 0'],
    ['sum over records with computed fields', 'sum(Product.sold) <= sum(Product.bought)'],
    [
      'a query within a query',
      'none(Product where this.product == Product and bought < this.quantity + sum(Sale.quantity where product == Product))',
    ],
  ] as const) {
    contract(`stock of 5: a sale of 3 succeeds and one of 10 is refused (${what})`, async () => {
      await withLibrary(async (server) => {
        const ann = await server.as('Ann');
        const product = await made(ann, '/api/products', { name: 'Bolt', bought: 5 });
        const first = await sale(ann, product, 3);
        assert.equal(first.status, 201, first.text);
        const second = await sale(ann, product, 10);
        assert.equal(second.status, 422, second.text);
        assert.deepEqual(codes(second), ['SOLD_OUT']);
        const { body } = await ann.get<WireRecord>(`/api/products/${product.id}`);
        assert.equal(body['stock'], 2);
        const more = await patch(ann, '/api/sales', first.body, { quantity: 6 });
        assert.deepEqual(codes(more), ['SOLD_OUT']);
        const all = await patch(ann, '/api/sales', first.body, { quantity: 5 });
        assert.equal(all.status, 200, all.text);
      }, stockDocument(condition));
    });
  }

  contract('a write that makes the rule true again is accepted', async () => {
    await withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const product = await made(ann, '/api/products', { name: 'Bolt', bought: 5 });
      const { body } = await sale(ann, product, 5);
      const stored = await ann.get<WireRecord>(`/api/products/${product.id}`);
      assert.equal((await patch(ann, '/api/products', stored.body, { bought: 2 })).status, 200);
      assert.deepEqual(codes(await patch(ann, '/api/sales', body, { quantity: 4 })), ['SOLD_OUT']);
      assert.equal((await patch(ann, '/api/sales', body, { quantity: 2 })).status, 200);
    }, stockDocument('product.stock >= 0'));
  });

  contract('required when sees the resulting value of another record', async () => {
    await withLibrary(
      async (server) => {
        const ann = await server.as('Ann');
        const product = await made(ann, '/api/products', { name: 'Bolt', bought: 5 });
        assert.equal((await sale(ann, product, 3)).status, 201);
        assert.equal((await sale(ann, product, 3)).status, 422);
        const noted = await ann.post('/api/sales', { product: product.id, quantity: 3, note: 'Back order' });
        assert.equal(noted.status, 201, noted.text);
      },
      stockDocument('quantity > 0', 'required when `product.stock < 0`'),
    );
  });

  contract('rules come before effects on other records, and a refusal leaves nothing', async () => {
    await withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const product = await made(ann, '/api/products', { name: 'Bolt', stock: 5 });
      assert.equal((await sale(ann, product, 3)).status, 201);
      assert.deepEqual(codes(await sale(ann, product, 10)), ['SOLD_OUT']);
      assert.deepEqual(codes(await sale(ann, product, 0)), ['NOTHING']);
      const { body } = await ann.get<WireRecord>(`/api/products/${product.id}`);
      assert.equal(body['stock'], 2);
      const { body: all } = await ann.get<{ items: WireRecord[] }>('/api/sales');
      assert.equal(all.items.length, 1);
    }, takingDocument);
  });
});

describe('rules over many records', () => {
  contract('there is no number of records from which every write is rejected', async () => {
    await withLibrary(async (server) => {
      const ann = await server.as('Ann');
      for (let index = 0; index < 40; index++) {
        const tyre = await made(ann, '/api/tyres', { name: `Tyre ${index}`, got: 1 });
        const job = await ann.post('/api/jobs', { name: `Job ${index}`, uses: [{ tyre: tyre.id, count: 1 }] });
        assert.equal(job.status, 201, `${index}: ${job.text}`);
      }
      const { body } = await ann.get<{ items: WireRecord[] }>('/api/tyres');
      const again = await ann.post<Written['body']>('/api/jobs', {
        name: 'One more',
        uses: [1, 2].map((count) => ({ tyre: body.items[0]?.id, count })),
      });
      assert.equal(again.status, 422, again.text);
      assert.deepEqual(
        again.body.failures?.map(({ code }) => code),
        ['OVER', 'OVER'],
      );
    }, garageDocument('count(Use where tyre.got > 0) <= count(Tyre where got > 0)'));
  });

  contract('two lines in one save are judged as two saves are', async () => {
    const condition = 'none(Tyre where got < this.tyre.got and got > sum(Use.count where tyre == Tyre))';
    await withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const small = await made(ann, '/api/tyres', { name: 'Small', got: 2 });
      const large = await made(ann, '/api/tyres', { name: 'Large', got: 4 });
      // The larger tyre may be used once all of the smaller are.
      const late = await ann.post<Written['body']>('/api/jobs', { name: 'A', uses: [{ tyre: large.id, count: 1 }] });
      assert.deepEqual(
        late.body.failures?.map(({ code }) => code),
        ['OVER'],
      );
      const lines = [
        { tyre: small.id, count: 2 },
        { tyre: large.id, count: 1 },
      ];
      const both = await ann.post('/api/jobs', { name: 'B', uses: lines });
      assert.equal(both.status, 201, both.text);
      const turned = await ann.post('/api/jobs', { name: 'C', uses: lines.toReversed() });
      assert.equal(turned.status, 201, turned.text);
    }, garageDocument(condition));
  });
});
