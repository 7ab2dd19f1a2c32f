import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { wordsWithin } from '../../src/fields/text/search-words.ts';
import type { Store } from '../../src/store/core/store.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import * as m from '../support/database/models.ts';
import { insert, put, rowOf, values } from '../support/database/stores.ts';

/** Words of new records that are gathered before they are put where they belong. */

const model = m.modelOf({ entities: [m.entityOf('Note', [['text', m.text(), { searchable: true }]])] });
const textOf = (index: number): string => `Note ${index} of ${index % 7} at Lake Ladoga`;

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-words-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function opened(folder: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openSqlite({ folder });
  try {
    await store.apply(model, 'v1', 'the document');
    await work(store);
  } finally {
    await store.close();
  }
}

/** What lies in the file, each word behind its record. */
function lying(folder: string): { readonly words: string[]; readonly due: number } {
  const database = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
  try {
    const words = database.prepare('SELECT word, record FROM words').all();
    const due = database.prepare('SELECT count(*) AS count FROM words_due').get();
    return {
      words: words.map(({ word, record }) => `${record} ${String(word).split(' ')[1]}`).toSorted(),
      due: Number(due?.['count']),
    };
  } finally {
    database.close();
  }
}

const expected = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts].flatMap(([id, text]) => wordsWithin(text).map((word) => `${id} ${word}`)).toSorted();

test('those of a few new records are due, and of many they lie where they belong', () =>
  inFolder(async (folder) => {
    await opened(folder, async (store) => {
      const add = (from: number, to: number) =>
        insert(
          store,
          ...Array.from({ length: to - from }, (_, i) => rowOf('Note', `n${from + i}`, { text: textOf(from + i) })),
        );
      await add(0, 100);
      assert.deepEqual(lying(folder), { words: [], due: 100 });
      await add(100, 600);
      const { words, due } = lying(folder);
      assert.equal(due, 600 - 512);
      const first = Array.from({ length: 512 }, (_, index) => [`n${index}`, textOf(index)] as const);
      assert.deepEqual(words, expected(new Map(first)));
    });
  }));

test('whatever changed or went meanwhile, exactly the words of what is there lie there once it is opened again', () =>
  inFolder(async (folder) => {
    const texts = new Map<string, string>();
    await opened(folder, async (store) => {
      for (let index = 0; index < 700; index++) {
        const id = `n${index}`;
        texts.set(id, textOf(index));
        await insert(store, rowOf('Note', id, { text: textOf(index) }));
        const other = `n${Math.floor(index / 2)}`;
        if (index % 5 === 0 && texts.has(other)) {
          texts.set(other, `Changed ${index}`);
          await put(store, { kind: 'update', entity: 'Note', id: other, values: values({ text: `Changed ${index}` }) });
        }
        if (index % 11 === 0) {
          texts.delete(id);
          await put(store, { kind: 'delete', entity: 'Note', id });
        }
      }
      assert.ok(lying(folder).due > 0, 'none is due, so that nothing is tried');
    });
    await opened(folder, async () => assert.deepEqual(lying(folder), { words: expected(texts), due: 0 }));
  }));

/** More words than are gathered, or a few. */
const TEXTS = [
  'red',
  'red green',
  'blue',
  'green blue red',
  '',
  Array.from({ length: 20 }, (_, at) => `red${at}`).join(' '),
];

type Turn = readonly [note: number, text: number | null];

/** Each note is made, changed, taken away (null) and brought back by turns, whatever comes. */
async function take(store: Store, turns: readonly Turn[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const made = new Set<string>();
  for (const [note, at] of turns) {
    const id = `n${note}`;
    const text = TEXTS[at ?? 0] ?? '';
    const said = values({ text: text === '' ? null : text });
    if (!made.has(id)) await insert(store, rowOf('Note', id, { ...said }));
    else if (!texts.has(id)) await put(store, { kind: 'restore', entity: 'Note', id, values: said });
    else if (at === null) await put(store, { kind: 'delete', entity: 'Note', id });
    else await put(store, { kind: 'update', entity: 'Note', id, values: said });
    if (made.has(id) && texts.has(id) && at === null) texts.delete(id);
    else texts.set(id, text);
    made.add(id);
  }
  return texts;
}

test('a word lies where it belongs by what happened last, in whichever order words came and went', async () => {
  const turn = fc.tuple(fc.nat(3), fc.option(fc.nat(TEXTS.length - 1)));
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 40 }), (turns) =>
      inFolder(async (folder) => {
        let texts: ReadonlyMap<string, string> = new Map();
        await opened(folder, async (store) => {
          texts = await take(store, turns);
        });
        await opened(folder, async () => assert.deepEqual(lying(folder), { words: expected(texts), due: 0 }));
      }),
    ),
    { numRuns: 60, seed: Number(process.env['NINEFOLD_SEED'] ?? 20_260) },
  );
});
