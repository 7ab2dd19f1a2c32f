import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Relation } from '../../src/expressions/types/relation.ts';
import { wordsSought, wordsWithin } from '../../src/fields/text/search-words.ts';
import type { Store } from '../../src/store/core/store.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { contract } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { fieldRelation, guest, insert, planOf, put, rowOf, values, withStoreOf } from '../support/database/stores.ts';

const modelOf = (searchable: readonly string[]) =>
  m.modelOf({
    entities: [
      m.entityOf(
        'Note',
        ['a', 'b'].map((name) => [name, m.text(), { searchable: searchable.includes(name) }] as const),
      ),
    ],
  });
const model = modelOf(['a', 'b']);

type Texts = ReadonlyMap<string, readonly [a: string, b: string]>;

const text = { t: 'text' } as const;

/** Returns the notes that a store finds for words in these fields, with the index or by scanning all rows. */
async function found(store: Store, fields: readonly string[], words: readonly string[], indexed: boolean) {
  const where = words.map((word): Relation => {
    const begins: Relation = { r: 'parameter', value: () => word, type: text };
    return { r: 'or', parts: fields.map((of) => ({ r: 'word', of: fieldRelation('Note', of, text), begins })) };
  });
  const plan = planOf('Note', { where, search: indexed ? { fields, words } : null, limit: 10_000, maxCount: 10_000 });
  const key = `${fields} ${words.length} ${indexed}`;
  const { rows, total } = await store.list({ ...plan, key }, guest);
  assert.equal(total?.count, rows.length);
  return rows.map(({ id }) => id).sort();
}

const expected = (texts: Texts, fields: readonly string[], words: readonly string[]): string[] =>
  [...texts]
    .filter(([, [a, b]]) => {
      const there = [fields.includes('a') ? a : '', fields.includes('b') ? b : ''].flatMap(wordsWithin);
      return words.every((word) => there.some((one) => one.startsWith(word)));
    })
    .map(([id]) => id)
    .sort();

const word = fc.oneof(
  fc.constantFrom('red', 'reda', 'Rot', 'straße', 'éa', '東京都庁', '𠮷野', "o'neil", 'a_b', '42'),
  fc.stringMatching(/^[abé]{1,3}$/),
);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 3000 }, (_, index) => `long${index}`).join(' ')) },
);
/** Makes, changes, deletes (null) or restores a note, whichever is possible. */
const turn = fc.tuple(fc.nat(5), fc.option(fc.tuple(line, line), { freq: 3 }));

async function take(store: Store, turns: readonly (readonly [number, readonly [string, string] | null])[]) {
  const texts = new Map<string, readonly [string, string]>();
  const made = new Set<string>();
  for (const [index, given] of turns) {
    const id = `n${index}`;
    const [a, b] = given ?? ['red', ''];
    const said = { a: a || null, b: b || null };
    const isThere = texts.has(id);
    if (!made.has(id)) await insert(store, rowOf('Note', id, said));
    else if (!isThere) await put(store, { kind: 'restore', entity: 'Note', id, values: values(said) });
    else if (given === null) await put(store, { kind: 'delete', entity: 'Note', id });
    else await put(store, { kind: 'update', entity: 'Note', id, values: values(said) });
    if (isThere && given === null) texts.delete(id);
    else texts.set(id, [a, b]);
    made.add(id);
  }
  return texts;
}

contract('a search with the index finds what a scan finds, whatever was changed, deleted and restored', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(turn, { maxLength: 40 }),
      fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 4 }),
      (turns, searches) =>
        withStoreOf(model, async (store) => {
          const texts = await take(store, turns);
          for (const search of searches)
            for (const fields of [['a', 'b'], ['b']]) {
              const words = wordsSought(search.join(' '));
              const right = expected(texts, fields, words);
              assert.deepEqual(await found(store, fields, words, true), right, `${fields}: ${words}`);
              assert.deepEqual(await found(store, fields, words, false), right);
            }
        }),
    ),
    { numRuns: 12, seed: Number(process.env['NINEFOLD_SEED'] ?? 20_261) },
  ),
);

contract('words of few and of many records are found, beyond the number that is checked one by one', () =>
  withStoreOf(model, async (store) => {
    const texts = new Map<string, readonly [string, string]>();
    for (let from = 0; from < 6000; from += 1000) {
      const ids = Array.from({ length: 1000 }, (_, index) => from + index);
      for (const id of ids) texts.set(`n${id}`, [`every ${id}`, id % 100 === 0 ? 'some' : '']);
      await insert(
        store,
        ...ids.map((id) => rowOf('Note', `n${id}`, { a: `every ${id}`, b: id % 100 ? null : 'some' })),
      );
    }
    for (const words of [['every'], ['some'], ['5999'], ['every', '59'], ['none'], ['every', 'none']])
      assert.deepEqual(await found(store, ['a', 'b'], words, true), expected(texts, ['a', 'b'], words), `${words}`);
  }),
);

contract('the index follows which fields are searched', () =>
  withStoreOf(modelOf(['a']), async (store) => {
    await insert(store, rowOf('Note', 'n1', { a: 'red', b: 'blue' }), rowOf('Note', 'n2', { a: 'blue', b: 'red' }));
    const apply = (searchable: readonly string[]) =>
      store.apply(modelOf(searchable), searchable.join(), 'the document');
    const write = (id: string, a: string, b: string, documentHash: string) =>
      store.write({
        ...{
          needs: { rows: [], unique: [], files: [], referrers: [] },
          actor: { kind: 'product' },
          now: 1,
          documentHash,
        },
        decide: () => ({ allowed: true, writes: [{ kind: 'insert', row: rowOf('Note', id, { a, b }) }], row: null }),
        idempotency: null,
      });
    assert.deepEqual(await found(store, ['a'], ['red'], true), ['n1']);
    await apply(['a', 'b']);
    assert.deepEqual(await found(store, ['a', 'b'], ['red'], true), ['n1', 'n2']);
    await write('n3', 'green', 'red', 'a,b');
    await apply(['b']);
    assert.deepEqual(await found(store, ['b'], ['red'], true), ['n2', 'n3']);
    await write('n4', 'red', 'green', 'b');
    await apply([]);
    await apply(['a']);
    assert.deepEqual(await found(store, ['a'], ['red'], true), ['n1', 'n4']);
  }),
);

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-search-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function opened<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqlite({ folder });
  try {
    await store.apply(model, 'v1', 'the document');
    return await work(store);
  } finally {
    await store.close();
  }
}

function inFile<T>(folder: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(folder, 'data.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const nameOf = (database: DatabaseSync, pattern: string): string =>
  String(database.prepare('SELECT name FROM sqlite_schema WHERE name GLOB ?').get(pattern)?.['name']);

test('hundreds of changes are indexed together, and the index is intact (SQLite)', () =>
  inFolder(async (folder) => {
    const turns =
      fc.sample(
        fc.array(fc.tuple(fc.nat(300), fc.option(fc.tuple(line, line), { freq: 4 })), {
          minLength: 900,
          maxLength: 900,
        }),
        { seed: 5, numRuns: 1 },
      )[0] ?? [];
    const texts = await opened(folder, (store) => take(store, turns));
    inFile(folder, (database) => {
      const due = Number(database.prepare('SELECT count(*) AS count FROM words_due').get()?.['count']);
      assert.ok(due > 0 && due < 300, `${due} are due`);
      const index = nameOf(database, 'w_t_??????');
      database.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
    });
    await opened(folder, async (store) => {
      for (const words of [['red'], ['long17'], ['東京'], ['a']])
        assert.deepEqual(await found(store, ['a', 'b'], words, true), expected(texts, ['a', 'b'], words));
    });
  }));

test('data of an older format, which kept words in a table, is upgraded when it is opened (SQLite)', () =>
  inFolder(async (folder) => {
    await opened(folder, async (store) => {
      await insert(
        store,
        rowOf('Note', 'n1', { a: 'red' }),
        rowOf('Note', 'n2', { b: 'red' }),
        rowOf('Note', 'n3', { a: 'red' }),
      );
      await put(store, { kind: 'delete', entity: 'Note', id: 'n1' });
    });
    inFile(folder, (database) => {
      const table = nameOf(database, 't_??????');
      const definition = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.['sql']);
      const names = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
      const columns = names.flatMap(({ name }) => (name === 'n' ? [] : [String(name)])).join(', ');
      database.exec(`
        DROP TABLE v_${table}; DROP TABLE w_${table}; DROP TABLE words_due;
        CREATE TABLE words (word TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (word, record)) STRICT, WITHOUT ROWID;
        CREATE TABLE words_due (id INTEGER PRIMARY KEY NOT NULL, record TEXT NOT NULL, words TEXT NOT NULL) STRICT;
        INSERT INTO words_due (record, words) VALUES ('n2', '["c red"]');
        ALTER TABLE ${table} RENAME TO newer;
        ${definition.replace('n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE', 'id TEXT PRIMARY KEY NOT NULL')};
        INSERT INTO ${table} (${columns}) SELECT ${columns} FROM newer;
        DROP TABLE newer;
        UPDATE meta SET value = '2' WHERE key = 'format'`);
    });
    await opened(folder, async (store) => {
      assert.deepEqual(await found(store, ['a', 'b'], ['red'], true), ['n2', 'n3']);
      await put(store, { kind: 'restore', entity: 'Note', id: 'n1', values: values({ a: 'reddish' }) });
      await insert(store, rowOf('Note', 'n4', { a: 'redder' }));
      assert.deepEqual(await found(store, ['a', 'b'], ['red'], true), ['n1', 'n2', 'n3', 'n4']);
    });
    inFile(folder, (database) => {
      assert.equal(nameOf(database, 'words'), 'undefined');
      assert.equal(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
    });
  }));

test('a purge leaves the words of its records nowhere in the index (SQLite)', () =>
  inFolder(async (folder) => {
    // So long that the index is written at once.
    const long = Array.from({ length: 9000 }, (_, index) => `long${index}`).join(' ');
    const indexText = () =>
      inFile(folder, (database) => {
        const blocks = database.prepare(`SELECT block FROM ${nameOf(database, 'w_t_??????_data')}`).all();
        return blocks.map(({ block }) => Buffer.from(block as Uint8Array).toString('latin1')).join('');
      });
    await opened(folder, async (store) => {
      await insert(store, rowOf('Note', 'n1', { a: 'zaphodette' }), rowOf('Note', 'n2', { a: long }));
      assert.ok(indexText().includes('zaphodette'));
      await put(store, { kind: 'delete', entity: 'Note', id: 'n1' });
      await store.purge(2_000);
      assert.ok(!indexText().includes('zaphodette'));
      assert.deepEqual(await found(store, ['a'], ['long17'], true), ['n2']);
    });
  }));
