import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { SHELF } from '../support/documents/shelf.ts';
import { startServer } from '../support/http/server.ts';

const filtered = (condition: string) => `/api/items?limit=1&filter=${encodeURIComponent(condition)}`;

describe('conditions that people send', () => {
  const refused: Readonly<Record<string, RegExp>> = {
    'count(Item where body == this.label) > 5': /without questions about all records of an entity/,
    'amount > 3 and (label == "x" or not exists(Item where amount > 4))': /without questions about all records/,
    'sum(Item.amount) > 1': /without questions about all records/,
    'amount in [count(Item), 2]': /without questions about all records/,
    'lines.exists(a, lines.exists(b, lines.exists(c, c.count > 1)))': /with less work for each record/,
  };
  for (const [condition, reason] of Object.entries(refused))
    contract(`filter=${condition} is refused before anything is read`, async (t) => {
      const { store, done } = await openEmpty();
      const server = await startServer(SHELF, { store });
      t.after(async () => {
        await server.stop();
        await done();
      });
      const list = store.list;
      let asked = 0;
      Object.assign(store, {
        list: (...given: Parameters<typeof list>) => {
          asked += 1;
          return list(...given);
        },
      });
      for (const caller of [server.guest, await server.as('Cleo')]) {
        const { status, body } = await caller.get<Problem>(filtered(condition));
        assert.equal(status, 400, JSON.stringify(body));
        assert.match(body.detail, reason);
      }
      assert.equal(asked, 0);
    });

  test('conditions over the record and its lines are answered', async (t) => {
    const server = await startServer(SHELF);
    t.after(() => server.stop());
    const cleo = await server.as('Cleo');
    for (const condition of [
      'amount > 3',
      'lines.exists(l, l.count > 1) and count(lines) < 5',
      'label.contains("a")',
    ]) {
      const { status, text } = await cleo.get(filtered(condition));
      assert.equal(status, 200, text);
    }
  });
});
