import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Write } from '../../src/engine/context/verdict.ts';
import type { Key } from '../../src/store/core/keyring.ts';
import type { Store } from '../../src/store/core/store.ts';
import { createTableVersions, EVERY_TABLE, tableWritten } from '../../src/store/core/table-versions.ts';
import { type CountedStore, countedSqlite } from '../support/database/counted-stores.ts';
import * as m from '../support/database/models.ts';
import { allowed, put, readOne, request, rowOf } from '../support/database/stores.ts';

// What is kept of a database that nobody else has open is not asked for again, and is never older than what was written.

const model = m.modelOf({
  entities: [m.entityOf('Note', [['text', m.text()]]), m.entityOf('Other', [['text', m.text()]])],
});

async function withCounted(work: (counted: CountedStore) => Promise<void>): Promise<void> {
  const counted = await countedSqlite();
  try {
    await counted.store.apply(model, 'v1', 'the document');
    await work(counted);
  } finally {
    await counted.done();
  }
}

const textOf = async (store: Store, entity: string, id: string) => (await readOne(store, entity, id))?.values['text'];

const insert = (entity: string, id: string, text: string): Write => ({
  kind: 'insert',
  row: rowOf(entity, id, { text }),
});

const update = (entity: string, id: string, text: string): Write => ({
  kind: 'update',
  entity,
  id,
  values: { text },
});

describe('rows that are kept', () => {
  it('are asked for again once something in their table was written, and not before', () =>
    withCounted(async ({ store, during }) => {
      await put(store, insert('Note', 'n', 'one'));
      await put(store, insert('Other', 'o', 'one'));
      await textOf(store, 'Note', 'n');
      assert.equal((await during(() => textOf(store, 'Note', 'n'))).statements, 0);
      await put(store, insert('Other', 'p', 'two'));
      assert.equal((await during(() => textOf(store, 'Note', 'n'))).statements, 0);
      await put(store, insert('Note', 'm', 'two'));
      assert.equal((await during(() => textOf(store, 'Note', 'n'))).statements, 1);
      assert.equal((await during(() => textOf(store, 'Note', 'n'))).statements, 0);
      await put(store, update('Note', 'n', 'two'));
      assert.equal(await textOf(store, 'Note', 'n'), 'two');
      await put(store, { kind: 'delete', entity: 'Note', id: 'n' });
      assert.equal(await readOne(store, 'Note', 'n'), null);
    }));

  it('go where others come and nobody met them again, and stay where somebody did', () =>
    withCounted(async ({ store, during }) => {
      const long = Array.from({ length: 12 }, (_, number) => `long ${number}`);
      await put(store, insert('Note', 'met', 'one'), insert('Note', 'left', 'one'));
      // As heavy as a thousand rows each.
      for (const id of long) await put(store, insert('Other', id, 'x'.repeat(1_000_000)));
      await store.apply(model, 'v2', 'the document again');
      const meet = async (entity: string, ids: readonly string[]) => {
        for (const id of ids) await textOf(store, entity, id);
      };
      await meet('Note', ['met', 'left']);
      await meet('Other', long.slice(0, 8));
      await meet('Note', ['met']);
      await meet('Other', long.slice(8));
      assert.equal((await during(() => textOf(store, 'Note', 'met'))).statements, 0);
      assert.equal((await during(() => textOf(store, 'Note', 'left'))).statements, 1);
    }));

  it('are asked for again once many were written together, and once a document was applied', () =>
    withCounted(async ({ store, during }) => {
      await put(store, insert('Note', 'n', 'one'));
      const heard: Promise<unknown>[] = [];
      store.subscribe(() => heard.push(textOf(store, 'Note', 'n')));
      await store.writeTogether({
        requests: [
          request(() => allowed(update('Note', 'n', 'two'))),
          request(() => {
            heard.push(textOf(store, 'Note', 'n'));
            return allowed();
          }),
        ],
        keep: 'all',
        actor: { kind: 'product' },
        now: 1_000,
        documentHash: 'v1',
        idempotency: null,
      });
      assert.equal(await textOf(store, 'Note', 'n'), 'two');
      assert.deepEqual(await Promise.all(heard), ['one', 'two'], 'before it was committed, and once one hears of it');
      await store.apply(model, 'v2', 'the document anew');
      assert.notEqual((await during(() => textOf(store, 'Note', 'n'))).statements, 0);
    }));
});

describe('sessions that are kept', () => {
  const session: Key = { kind: 'session', name: 's', person: 'p', value: '', made: 0, used: 0, expires: 5_000 };

  it('are looked up once, count for nothing when their time is over, and are gone when they are ended', () =>
    withCounted(async ({ store: { keys }, during }) => {
      const known = async (now: number) => (await keys.find('session', 's', now))?.person ?? null;
      assert.equal(await known(1_000), null);
      await keys.put(session);
      assert.equal(await known(1_000), 'p');
      assert.equal((await during(() => known(1_000))).statements, 0);
      assert.equal(await known(5_000), null);
      await keys.touch('session', 's', 1_500);
      assert.equal((await keys.find('session', 's', 1_500))?.used, 1_500);
      await keys.revokeAll('p', 'signed out');
      assert.equal(await known(1_500), null);
    }));

  it('are all that is kept of keys: what proves who somebody is does not stay in memory', () =>
    withCounted(async ({ store: { keys }, during }) => {
      await keys.put({ ...session, kind: 'password', name: 'p', value: 'a hash', expires: null });
      await keys.find('password', 'p', 1_000);
      assert.equal((await during(() => keys.find('password', 'p', 1_000))).statements, 1);
    }));
});

describe('marks of tables', () => {
  it('tell which table a statement writes, and take what they do not know for one that writes everywhere', () => {
    const statements: readonly (readonly [string, string | null])[] = [
      ['SELECT id FROM t1', null],
      ['SAVEPOINT one', null],
      ['INSERT INTO t1 (id) VALUES (?)', 't1'],
      ['INSERT OR REPLACE INTO t1 (id) VALUES (?)', 't1'],
      ['UPDATE t1 SET a = ?', 't1'],
      ['DELETE FROM keyring WHERE kind = ?', 'keyring'],
      ['UPDATE "t1" SET a = ?', EVERY_TABLE],
      ['WITH old AS (SELECT 1) DELETE FROM t1', EVERY_TABLE],
      ['ALTER TABLE t1 ADD COLUMN a', EVERY_TABLE],
      ['PRAGMA busy_timeout = 0', EVERY_TABLE],
    ];
    for (const [sql, table] of statements) assert.equal(tableWritten(sql), table, sql);
  });

  it('notice within a tenth of a second what somebody else wrote past the program', () => {
    const world = { version: 1, now: 0 };
    const marks = createTableVersions(
      () => world.version,
      () => world.now,
    );
    const before = marks.of('t1');
    world.version = 2;
    world.now = 50;
    assert.equal(marks.of('t1'), before);
    world.now = 101;
    const after = marks.of('t1');
    assert.notEqual(after, before);
    marks.markWritten('t2');
    assert.equal(marks.of('t1'), after);
    assert.notEqual(marks.of('t2'), after);
  });
});
