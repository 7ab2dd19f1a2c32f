import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import type { Relation } from '../../src/expressions/types/relation.ts';
import { wordsSought, wordsWithin } from '../../src/fields/text/search-words.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';
import { fieldRelation, guest, insert, planOf, rowOf } from '../support/database/stores.ts';
import { SHOP } from '../support/documents/shop.ts';
import { found, page, patch, remove, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

test('words are runs of letters and digits without case and marks, each once', () => {
  assert.deepEqual(wordsWithin('Crème-brûlée, crème BRÛLÉE: 2nd!'), ['creme', 'brulee', '2nd']);
  assert.deepEqual(wordsWithin('ana.m@example.com'), ['ana', 'm', 'example', 'com']);
  assert.deepEqual(wordsWithin('STRASSE straße'), ['strasse']);
  assert.deepEqual(wordsWithin(' — … '), []);
  assert.deepEqual(wordsSought('ana@exam'), ['ana', 'exam']);
});

test('where words are written without spaces, they may begin anywhere', () => {
  const finds = (text: string, sought: string) =>
    wordsSought(sought).every((word) => wordsWithin(text).some((one) => one.startsWith(word)));
  assert.equal(finds('東京都庁のA1棟', '京都'), true);
  assert.equal(finds('東京都庁のA1棟', 'a1'), true);
  assert.equal(finds('東京都庁のA1棟', 'A1棟'), true);
  assert.equal(finds('東京都庁', '都京'), false);
  assert.equal(finds('一二三四五六七八九十百', '三四五六七八九十百'), true);
});

test('a text finds itself and every beginning of its words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(), (text, seed) => {
      const words = wordsWithin(text);
      for (const word of wordsSought(text))
        assert.ok(
          words.some((one) => one.startsWith(word)),
          word,
        );
      const word = words[seed % Math.max(1, words.length)] ?? '';
      assert.ok(word.isWellFormed());
    }),
    { seed: 20260 },
  );
});

async function orders(clerk: Caller): Promise<void> {
  const zoe = await found(clerk, '/api/customers', 'Zoë');
  const made = [
    { number: 'N1', note: 'Blue café table, 12 cm\nfor Ana', customer: zoe.id, secret: 'walnut' },
    { number: 'N2', note: 'Table of oak', secret: 'Ebony walnut' },
    { number: 'N3', note: 'Stühle aus Straßburg' },
  ];
  for (const order of made) assert.equal((await clerk.post('/api/orders', order)).status, 201);
}

const numbersOf = async (who: Caller, q: string) =>
  (await page(who, `/api/orders?sort=number&q=${encodeURIComponent(q)}`)).items.map(({ number }) => number);

describe('a search', () => {
  contract('finds records with all its words, in any order and field, each the beginning of one', () =>
    withLibrary(async (server) => {
      const clerk = await server.as('Ann');
      await orders(clerk);
      const answers = {
        table: ['N1', 'N2'],
        'TAB caf': ['N1'],
        'CAFÉ ta bl': ['N1'],
        '12': ['N1'],
        'ana n1': ['N1'],
        'zoe 12': ['N1'],
        able: [],
        'table chair': [],
        'stuhl STRASSB': ['N3'],
        'of-oak': ['N2'],
        '%': ['N1', 'N2', 'N3'],
        ' ': ['N1', 'N2', 'N3'],
        "oak' *": ['N2'],
      };
      for (const [q, numbers] of Object.entries(answers)) assert.deepEqual(await numbersOf(clerk, q), numbers, q);
      assert.equal((await clerk.get(`/api/orders?q=${'a+'.repeat(17)}`)).status, 200, 'one word is one word');
      const many = Array.from({ length: 17 }, (_, index) => `w${index}`).join('+');
      assert.equal((await clerk.get<Problem>(`/api/orders?q=${many}`)).status, 400);
    }, SHOP),
  );

  contract('looks only into what this person reads of that record', () =>
    withLibrary(async (server) => {
      const [clerk, guard] = [await server.as('Ann'), await server.as('Gus')];
      await orders(clerk);
      assert.deepEqual(await numbersOf(clerk, 'walnut'), ['N1', 'N2']);
      assert.deepEqual(await numbersOf(guard, 'walnut'), ['N2']);
      assert.deepEqual(await numbersOf(guard, 'walnut table'), ['N2']);
      assert.deepEqual(await numbersOf(guard, 'walnut cafe'), []);
      const { total } = await page(guard, '/api/orders?q=walnut');
      assert.equal(total?.count, 1);
    }, SHOP),
  );

  contract('goes by what is there now', () =>
    withLibrary(async (server) => {
      const clerk = await server.as('Ann');
      await orders(clerk);
      const change = async (path: string, title: string, values: object) =>
        assert.equal((await patch(clerk, path, await found(clerk, path, title), values)).status, 200);
      await change('/api/orders', 'N1', { note: 'Red table' });
      assert.deepEqual([await numbersOf(clerk, 'cafe'), await numbersOf(clerk, 'red')], [[], ['N1']]);
      await change('/api/orders', 'N1', { note: null });
      assert.deepEqual(await numbersOf(clerk, 'red'), []);
      await change('/api/customers', 'Zoë', { name: 'Quentin' });
      assert.deepEqual([await numbersOf(clerk, 'zoe'), await numbersOf(clerk, 'quen')], [[], ['N1']]);
      assert.equal(await remove(clerk, '/api/orders', await found(clerk, '/api/orders', 'N2')), 204);
      assert.deepEqual(await numbersOf(clerk, 'oak'), []);
    }, SHOP),
  );

  contract('goes by the fields that the document says now', () =>
    withLibrary(async (server) => {
      const clerk = await server.as('Ann');
      await orders(clerk);
      let text = SHOP;
      const applied = async (from: string, to: string) => {
        text = text.replace(from, to);
        assert.deepEqual((await server.runtime.update(text)).losses, []);
      };
      await applied('| note | long text | no | searchable |', '| note | long text | no | |');
      assert.deepEqual([await numbersOf(clerk, 'cafe'), await numbersOf(clerk, 'walnut')], [[], ['N1', 'N2']]);
      await applied('| note | long text | no | |', '| remark | text | no | was note, searchable |');
      assert.deepEqual(await numbersOf(clerk, 'cafe'), ['N1']);
      await applied('| town | text | no | |', '| town | text | no | searchable |');
      const towns = await page(clerk, '/api/customers?q=gene');
      assert.deepEqual(
        towns.items.map(({ name }) => name),
        ['Zoë'],
      );
    }, SHOP),
  );
});

contract('whatever is searched for, the words that are kept beside find what the records hold', async () => {
  const { store, done } = await openEmpty();
  try {
    const texts = [
      'Note',
      [
        ['a', m.text(), { searchable: true }],
        ['b', m.text(), { searchable: true }],
      ],
    ] as const;
    await store.apply(m.modelOf({ entities: [m.entityOf(texts[0], texts[1])] }), 'v1', 'the document');
    const word = fc.stringMatching(/^[abé]{1,3}$/);
    const line = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
    const rows = fc.sample(fc.tuple(line, line), { seed: 7, numRuns: 60 });
    await insert(store, ...rows.map(([a, b], index) => rowOf('Note', `n${index}`, { a: a || null, b: b || null })));
    const text = { t: 'text' } as const;
    for (const words of fc.sample(fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), { seed: 8, numRuns: 40 })) {
      const sought = wordsSought(words.join(' '));
      const where = sought.map((each): Relation => {
        const begins: Relation = { r: 'parameter', value: () => each, type: text };
        const parts = ['a', 'b'].map((of): Relation => ({ r: 'word', of: fieldRelation('Note', of, text), begins }));
        return { r: 'or', parts };
      });
      const expected = rows.flatMap(([a, b], index) => {
        const there = `${a} ${b}`.replaceAll('é', 'e').split(' ');
        return sought.every((each) => there.some((one) => one.startsWith(each))) ? [`n${index}`] : [];
      });
      for (const search of [null, { fields: ['a', 'b'], words: sought }]) {
        const plan = planOf('Note', { where, search, limit: 100, maxCount: 1000 });
        const { rows: listed, total } = await store.list({ ...plan, key: `${sought.length} ${search}` }, guest);
        assert.deepEqual(listed.map(({ id }) => id).toSorted(), expected.toSorted(), words.join(' '));
        assert.equal(total?.count, expected.length);
      }
    }
  } finally {
    await done();
  }
});
