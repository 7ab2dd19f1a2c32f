import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { formatDocument } from '../../src/notation/document/format-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { contract } from '../support/database/each-store.ts';
import { found, page, patch, remove, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

const RACKS = readFileSync(join(import.meta.dirname, '../documents/verify/operations.md'), 'utf8');

async function made(who: Caller, path: string, values: object): Promise<WireRecord> {
  const { status, body, text } = await who.post<WireRecord>(path, values);
  assert.equal(status, 201, text);
  return body;
}

const log = async (who: Caller) =>
  (await page(who, '/api/log-entries')).items
    .map(({ text, by }) => `${text}${by === null ? '' : ' by somebody'}`)
    .toSorted();
const rack = async (who: Caller) => {
  const { books, lost, seal } = await found(who, '/api/racks', 'One');
  return { books, lost, seal };
};

describe('effects of plain operations', () => {
  contract('on create: after the effects of the first state, each row whose condition holds', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const one = await made(ann, '/api/racks', { name: 'One' });
      const book = await made(ann, '/api/books', { title: 'A', rack: one.id, price: 10 });
      assert.equal(book['first'], 'new!');
      await made(ann, '/api/books', { title: 'B', rack: one.id, price: 200 });
      assert.deepEqual(await log(ann), ['added A new! by somebody', 'added B new! by somebody', 'dear B']);
      assert.equal((await rack(ann)).books, 2);
    }, RACKS),
  );

  contract('on change: with old values, only if a value differs, in tables with and without states', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const one = await made(ann, '/api/racks', { name: 'One' });
      const book = await made(ann, '/api/books', { title: 'A', rack: one.id, price: 10 });
      const same = (await patch(ann, '/api/books', book, { price: 10 })).body;
      assert.deepEqual([same['lastPrice'], same['prices']], [null, 0]);
      const dearer = (await patch(ann, '/api/books', same, { price: 20 })).body;
      assert.deepEqual([dearer['lastPrice'], dearer['prices']], [10, 1]);
      const cheaper = (await patch(ann, '/api/books', dearer, { price: 5 })).body;
      assert.deepEqual([cheaper['lastPrice'], cheaper['prices']], [20, 2]);
      const titled = (await patch(ann, '/api/books', cheaper, { title: 'AA' })).body;
      assert.equal(titled['prices'], 2);
      assert.deepEqual(await log(ann), ['added A new! by somebody', 'dearer A by somebody']);
      const now = await found(ann, '/api/racks', 'One');
      const renamed = (await patch(ann, '/api/racks', now, { name: 'Two' })).body;
      assert.equal(renamed['seal'], 'One > Two');
    }, RACKS),
  );

  contract('on delete: worked out while the record exists, also along a cascade; a change by an effect counts', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const one = await made(ann, '/api/racks', { name: 'One' });
      const [a] = await Promise.all([made(ann, '/api/books', { title: 'A', rack: one.id, price: 1 })]);
      await made(ann, '/api/books', { title: 'B', rack: one.id, price: 1 });
      assert.equal(await remove(ann, '/api/books', a), 204);
      assert.deepEqual(await rack(ann), { books: 1, lost: 1, seal: null });
      assert.ok((await log(ann)).includes('removed A by somebody'));
      assert.equal(await remove(ann, '/api/racks', await found(ann, '/api/racks', 'One')), 204);
      assert.deepEqual(await log(ann), [
        'added A new! by somebody',
        'added B new! by somebody',
        'lost B',
        'removed A by somebody',
        'removed B by somebody',
      ]);
    }, RACKS),
  );

  contract('an effect that is not possible refuses the whole operation', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const one = await made(ann, '/api/racks', { name: 'One' });
      for (let count = 0; count < 9; count += 1)
        await made(ann, '/api/books', { title: `B${count}`, rack: one.id, price: 1 });
      const refused = await ann.post('/api/books', { title: 'More', rack: one.id, price: 1 });
      assert.equal(refused.status, 422, refused.text);
      assert.equal((await page(ann, '/api/books')).items.length, 9);
      assert.equal((await log(ann)).length, 9);
    }, RACKS),
  );

  contract('a row that is not fully read refuses the operation', () =>
    withLibrary(
      async (server) => {
        const ann = await server.as('Ann');
        const refused = await ann.post('/api/racks', { name: 'One' });
        assert.equal(refused.status, 422, refused.text);
      },
      RACKS.replace('| on delete | create LogEntry for', '| on create | ask name |\n| on delete | create LogEntry for'),
    ),
  );
});

describe('the notation of plain operations', () => {
  const found = (from: string, to: string) =>
    readDocument(RACKS.replace(from, to)).diagnostics.map(({ code, message }) => `${code}: ${message}`);

  test('prints as it is read', () => {
    const { text } = formatDocument(RACKS);
    assert.equal(formatDocument(text).text, text);
    const timers = (of: string) =>
      readDocument(of).model.machines.flatMap(({ transitions }) =>
        transitions.flatMap(({ timer }) =>
          timer?.kind === 'operation' ? `${timer.operation} ${timer.where?.text ?? ''}`.trim() : [],
        ),
      );
    assert.deepEqual(timers(text), timers(RACKS));
    assert.deepEqual(timers(RACKS).slice(0, 3), ['create', 'create price > 100', 'change old.price != price']);
    assert.deepEqual(
      readDocument(text).diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  test('a state, people, a condition of its own, and effects that make no sense are reported', () => {
    const row = '| | on create | | | | rack';
    const code = (to: string) => found(row, to).map((each) => each.split(':')[0]);
    assert.deepEqual(code('| In | on create | | | | rack'), ['not-read']);
    assert.deepEqual(code('| | on create | In | | | rack'), ['not-read']);
    assert.deepEqual(code('| | on create | | Reader | | rack'), ['not-read']);
    assert.deepEqual(code('| | on create | | | `price > 1` | rack'), ['not-read']);
    assert.deepEqual(code('| | on create | | | | ask price; rack'), ['not-read']);
    const kept = found('| | on delete | | | | rack', '| | on delete | | | | price = 1; delete; rack');
    assert.deepEqual(
      kept.map((each) => each.split(':')[0]),
      ['not-read'],
    );
  });
});
